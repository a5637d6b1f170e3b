import type { ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { COMMON_HEADERS, DATA_POLICY } from './answer.ts';
import type { AccessLog } from './access-log.ts';
import { HttpError, methodNotAllowed } from './errors.ts';
import { REQUEST_ID } from './request-record.ts';

/**
 * Responds to bytes that never became a request, because the HTTP parser rejected them or nobody can
 * read them: the response is written to the socket.
 *
 * @param newest the response to the latest request on the socket, after which this one must come
 */
export function answerMalformed(
  baseUrl: string,
  { log, accessLog }: { readonly log: Logger; readonly accessLog: Pick<AccessLog, 'refused'> | undefined },
  newest: (socket: Duplex) => ServerResponse | undefined,
) {
  // While such a connection is being closed, each further byte is rejected again.
  const refused = new WeakSet<Duplex>();
  const write = (error: RefusedByParser | HttpError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = error instanceof HttpError ? error : problemOf(error);
    const requestId = randomUUID();
    log.debug({ status: problem.status, reason: error.message, requestId }, 'request rejected');
    const body = JSON.stringify(problem.document(baseUrl));
    const headers = ['Content-Type', 'application/problem+json', 'Content-Length', String(Buffer.byteLength(body))];
    headers.push(
      'Cache-Control',
      'no-store',
      'Connection',
      'close',
      ...COMMON_HEADERS,
      ...DATA_POLICY,
      ...problem.headers,
      REQUEST_ID,
      requestId,
    );
    const lines = [`HTTP/1.1 ${String(problem.status)} ${REASONS[problem.status] ?? 'Error'}`];
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i] ?? ''}: ${headers[i + 1] ?? ''}`);
    if (socket instanceof Socket)
      accessLog?.refused(socket, { requestId, status: problem.status, bytes: Buffer.byteLength(body) });
    closeAfter(socket, `${lines.join('\r\n')}\r\n\r\n${body}`);
  };
  return (error: RefusedByParser | HttpError, socket: Duplex): void => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const before = newest(socket);
    // That response says that it is the last one.
    if (before?.shouldKeepAlive === false) return;
    if (before === undefined || before.writableFinished || before.destroyed) write(error, socket);
    else
      before.once('close', () => {
        write(error, socket);
      });
  };
}

/**
 * Sends the last bytes, and closes once the client has; further input is dropped. Closing at once
 * with unread input would reset the connection, and the client would lose what it has not read yet
 * (RFC 9112, 9.6).
 */
function closeAfter(socket: Duplex, text: string): void {
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGERS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}

/** Milliseconds. */
const LINGERS = 2_000;

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

interface RefusedByParser extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  /** Bytes of the packet before the error. */
  readonly bytesParsed?: number;
}

/** A well-formed request line with an unknown method. */
const OTHER_METHOD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) \S+ HTTP\/1\.[01]\r?\n/;

function problemOf(error: RefusedByParser): HttpError {
  const { code } = error;
  const method = code === 'HPE_INVALID_METHOD' ? OTHER_METHOD.exec(refusedLine(error))?.[1] : undefined;
  if (method !== undefined) return methodNotAllowed(method);
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpError('headers-too-large', 'Send fewer or shorter parameters');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError('request-timeout', 'Send the request at once');
  return new HttpError('bad-request', 'Not a valid HTTP request');
}

/** From the start of the line in which the parser failed. */
function refusedLine({ rawPacket = Buffer.alloc(0), bytesParsed = 0 }: RefusedByParser): string {
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  return rawPacket.subarray(start).toString('latin1');
}
