import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Publication } from '#representations/representation.js';
import { COMMON_HEADERS, DATA_POLICY } from './answer.js';
import { HttpError, methodNotAllowed } from './errors.js';

/**
 * Answers what the HTTP parser refused: it never became a request, so it is written to the socket.
 * @param newest the answer to the last request that came on a socket: this one comes after it
 */
export function refuseMalformed(publication: Publication, newest: (socket: Duplex) => ServerResponse | undefined) {
  const refuse = (error: RefusedByParser | HttpError, socket: Duplex): void => {
    if (socket.destroyed) return;
    const before = newest(socket);
    if (before !== undefined && !before.writableFinished && !before.destroyed) {
      before.once('close', () => {
        refuse(error, socket);
      });
      return;
    }
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = error instanceof HttpError ? error : problemOf(error);
    const body = JSON.stringify(problem.document(publication.baseUrl));
    const headers = ['Content-Type', 'application/problem+json', 'Content-Length', String(Buffer.byteLength(body))];
    headers.push(
      'Cache-Control',
      'no-store',
      'Connection',
      'close',
      ...COMMON_HEADERS,
      ...DATA_POLICY,
      ...problem.headers,
    );
    const lines = [`HTTP/1.1 ${String(problem.status)} ${REASONS[problem.status] ?? 'Error'}`];
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i] ?? ''}: ${headers[i + 1] ?? ''}`);
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  };
  return refuse;
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

interface RefusedByParser extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  /** How much of the packet was good. */
  readonly bytesParsed?: number;
}

/** A request line in which all is well but that nobody has heard of the method. */
const OTHER_METHOD = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}) \S+ HTTP\/1\.[01]\r?\n/;

function problemOf(error: RefusedByParser): HttpError {
  const { code } = error;
  const method = code === 'HPE_INVALID_METHOD' ? OTHER_METHOD.exec(refusedLine(error))?.[1] : undefined;
  if (method !== undefined) return methodNotAllowed(method);
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpError('headers-too-large', 'Send fewer or shorter parameters');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError('request-timeout', 'Send the request at once');
  return new HttpError('bad-request', 'This is not an HTTP request');
}

/** From the beginning of the line that the parser stumbled over. */
function refusedLine({ rawPacket = Buffer.alloc(0), bytesParsed = 0 }: RefusedByParser): string {
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  return rawPacket.subarray(start).toString('latin1');
}
