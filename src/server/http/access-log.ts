import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientAddresses } from './client-address.ts';
import {
  CLIENT_CLOSED_REQUEST,
  type RecordedResponse,
  type RequestIds,
  type RequestObserver,
} from './request-record.ts';

export type AccessLogForm = 'common' | 'json';

interface AccessLogOptions {
  readonly form: AccessLogForm;
  /** Whether lines identify the client: its address, user agent, referrer and whole query. */
  readonly isPersonal: boolean;
  readonly clients: Pick<ClientAddresses, 'addressOf'>;
  readonly requestIds: Pick<RequestIds, 'of'>;
  /** The query string without personal data. */
  readonly publicQuery: (query: string) => string;
  /** Takes a whole line; must neither block nor throw. */
  readonly write: (line: string) => void;
}

/** The content of a line. */
interface Entry {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly httpVersion: string;
  readonly status: number;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly route: string | undefined;
  /** A media type. */
  readonly representation: string | undefined;
  readonly cache: 'hit' | 'miss' | undefined;
  /** Whether the client went away before it had the whole response. */
  readonly isAborted: boolean;
  readonly client: string | undefined;
  readonly userAgent: string | undefined;
  readonly referrer: string | undefined;
}

/**
 * Maximum number of characters, once escaped, of what clients choose. Together with the rest of a line they stay
 * below PIPE_BUF, so that lines of several processes do not interleave.
 */
const MAX_LENGTH = { path: 1024, query: 1024, userAgent: 256, referrer: 512 };

/** Fields of something that was not a request. */
const REFUSED = {
  method: '-',
  path: '-',
  query: '',
  httpVersion: '1.1',
  milliseconds: 0,
  route: undefined,
  representation: 'application/problem+json',
  cache: undefined,
  isAborted: false,
  userAgent: undefined,
  referrer: undefined,
};

/** Writes a line for each request. */
export interface AccessLog {
  /** The line is written when the response is finished or the client has gone. */
  readonly observe: RequestObserver;
  /** Writes a line for bytes that the parser rejected. */
  readonly refused: (socket: Socket, sent: Pick<Entry, 'requestId' | 'status' | 'bytes'>) => void;
}

export function accessLog(options: AccessLogOptions): AccessLog {
  const { isPersonal, clients, requestIds, write } = options;
  const line = options.form === 'json' ? jsonLine : commonLine;
  return {
    observe: (request, response) => {
      // Read while the connection is open: a closed one has no address.
      const requestId = requestIds.of(request, response);
      const client = isPersonal ? clients.addressOf(request) : undefined;
      return () => write(line(entryOf(request, response, { ...options, requestId, client })));
    },
    refused: (socket, sent) => {
      const client = isPersonal ? clients.addressOf({ socket, headers: {} }) : undefined;
      write(line({ ...REFUSED, ...sent, time: Date.now(), client }));
    },
  };
}

function entryOf(
  request: IncomingMessage,
  response: RecordedResponse,
  {
    isPersonal,
    publicQuery,
    requestId,
    client,
  }: Pick<AccessLogOptions, 'isPersonal' | 'publicQuery'> & Pick<Entry, 'requestId' | 'client'>,
): Entry {
  const { method = '', url = '', headers, httpVersion } = request;
  const { began, route, cache, contentType, bytes } = response.record;
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  return {
    time: Date.now(),
    requestId,
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    query: isPersonal ? query : publicQuery(query),
    httpVersion,
    status: response.headersSent ? response.statusCode : CLIENT_CLOSED_REQUEST,
    bytes,
    milliseconds: performance.now() - began,
    route,
    representation: contentType?.split(';', 1)[0],
    cache,
    isAborted: !response.writableFinished,
    client,
    userAgent: isPersonal ? headers['user-agent'] : undefined,
    referrer: isPersonal ? headers.referer : undefined,
  };
}

/** JSON Lines, with the field names of the service log. */
function jsonLine(entry: Entry): string {
  const { time, requestId, method, path, query, status, bytes, milliseconds, route, representation, cache } = entry;
  const { isAborted, client, userAgent, referrer } = entry;
  const line = [`"log":"access","time":${String(time)},"requestId":"${requestId}","method":"${method}"`];
  line.push(`"path":"${escapedJson(path, MAX_LENGTH.path)}"`);
  if (query !== '') line.push(`"query":"${escapedJson(query, MAX_LENGTH.query)}"`);
  if (route !== undefined) line.push(`"route":"${route}"`);
  line.push(`"status":${String(status)},"bytes":${String(bytes)},"milliseconds":${milliseconds.toFixed(3)}`);
  if (representation !== undefined) line.push(`"representation":"${representation}"`);
  if (cache !== undefined) line.push(`"cache":"${cache}"`);
  if (isAborted) line.push('"aborted":true');
  if (client !== undefined) line.push(`"client":"${client}"`);
  if (userAgent !== undefined) line.push(`"userAgent":"${escapedJson(userAgent, MAX_LENGTH.userAgent)}"`);
  if (referrer !== undefined) line.push(`"referrer":"${escapedJson(referrer, MAX_LENGTH.referrer)}"`);
  return `{${line.join(',')}}\n`;
}

/**
 * The Common Log Format, the two additional fields of the Combined Log Format, and other fields as
 * name=value.
 */
function commonLine(entry: Entry): string {
  const { time, requestId, method, path, query, httpVersion, status, bytes, milliseconds, route } = entry;
  const { representation = '-', cache = '-', isAborted, client = '-', userAgent = '-', referrer = '-' } = entry;
  const marked = query === '' ? '' : `?${quotedText(query, MAX_LENGTH.query)}`;
  const line = [
    `${client} - - [${commonTime(time)}] "${method} ${quotedText(path, MAX_LENGTH.path)}${marked} HTTP/${httpVersion}"`,
    `${String(status)} ${String(bytes)}`,
    `"${quotedText(referrer, MAX_LENGTH.referrer)}" "${quotedText(userAgent, MAX_LENGTH.userAgent)}"`,
    `requestId=${requestId} route="${route ?? '-'}" milliseconds=${milliseconds.toFixed(3)}`,
    `representation=${representation} cache=${cache}`,
  ];
  if (isAborted) line.push('aborted=true');
  return `${line.join(' ')}\n`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
let lastSecond = { second: NaN, text: '' };

/**
 * `23/Nov/2026:18:12:19 +0000`, formatted once per second.
 *
 * @param time milliseconds since the epoch
 */
function commonTime(time: number): string {
  const second = Math.floor(time / 1000);
  if (second === lastSecond.second) return lastSecond.text;
  const [year = '', month = '', day = '', clock = ''] = new Date(time).toISOString().split(/[-T.]/);
  const text = `${day}/${MONTHS[Number(month) - 1] ?? ''}/${year}:${clock} +0000`;
  lastSecond = { second, text };
  return text;
}

/** Characters that need no escape in a quoted field: printable ASCII except `"` and `\`. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** Marks truncated text. */
const CUT = '...';

/** Escapes a code unit. */
type Escape = (code: number) => string;

/**
 * The content of a JSON string.
 *
 * @param most characters of the result, without the truncation mark
 */
export function escapedJson(text: string, most: number): string {
  return escaped(text, most, (code) =>
    code === 0x22 || code === 0x5c ? `\\${String.fromCharCode(code)}` : unicode(code),
  );
}

/**
 * Quoted, with the escapes that Apache and nginx use: `\x22`.
 *
 * @param most as for `escapedJson`
 */
export function quotedText(text: string, most: number): string {
  return escaped(text, most, (code) => (code > 0xff ? unicode(code) : `\\x${hexadecimal(code, 2)}`));
}

function escaped(text: string, most: number, escape: Escape): string {
  if (text.length <= most && PLAIN.test(text)) return text;
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const piece = PLAIN.test(char) ? char : escape(char.charCodeAt(0));
    if (written.length + piece.length > most) return written + CUT;
    written += piece;
  }
  return written;
}

function unicode(code: number): string {
  return `\\u${hexadecimal(code, 4)}`;
}

function hexadecimal(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
