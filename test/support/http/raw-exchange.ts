import { connect, type Socket } from 'node:net';
import { chunkedBody } from './chunked-body.ts';
import { joinedHeaders, type HttpAnswer } from './http-answer.ts';

/**
 * Sends raw bytes and collects what the server sends until it closes the connection. Rejects if it does not close
 * within `milliseconds`.
 */
export function exchange(port: number, bytes: Buffer | string, milliseconds = 20_000): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: '127.0.0.1', port });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection was still open after ${String(milliseconds)} ms; so far: ${textOf(chunks)}`));
    }, milliseconds);
    const finish = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    };
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that refuses a request may close the connection while we are still sending.
    socket.on('error', finish);
    socket.on('close', finish);
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

export function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/**
 * Parses the responses that a server sent.
 * @param methods methods of the requests in order: a response to HEAD has no body
 */
export function answersIn(bytes: Buffer, methods: readonly string[]): HttpAnswer[] {
  const answers: HttpAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]*$/.exec(statusLine)?.[1];
    if (end < 0 || status === undefined) throw new Error(`not an HTTP response: ${textOf([rest])}`);
    const headers = joinedHeaders(lines.flatMap(fieldOf));
    rest = rest.subarray(end + 4);
    // An interim response (RFC 9110, 15.2) precedes the final one.
    if (status.startsWith('1')) continue;
    // If a request is refused before its method is known, the response has a body and is the last one.
    const closes = headers.connection === 'close' && rest.length > 0;
    const bodiless = (methods[answers.length] === 'HEAD' && !closes) || status === '204' || status === '304';
    const body = bodiless ? NO_BODY : bodyIn(rest, headers);
    answers.push({ status: Number(status), headers, body: body.bytes });
    rest = rest.subarray(body.end);
  }
  return answers;
}

const NO_BODY = { bytes: Buffer.alloc(0), end: 0 };

/** The body at the start of the bytes, and its end. */
function bodyIn(rest: Buffer, headers: Readonly<Record<string, string>>): { bytes: Buffer; end: number } {
  if (headers['transfer-encoding'] === 'chunked') {
    const whole = chunkedBody(rest, 0);
    if (whole === undefined) throw new Error('the last chunk is missing');
    return { bytes: whole.body, end: whole.end };
  }
  const length = Number(headers['content-length']);
  if (!(length <= rest.length)) throw new Error(`the body is cut short or without a length: ${textOf([rest])}`);
  return { bytes: rest.subarray(0, length), end: length };
}

function fieldOf(line: string): string[] {
  const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line);
  if (field?.[1] === undefined || field[2] === undefined) throw new Error(`not a header: ${line}`);
  return [field[1], field[2]];
}

function textOf(chunks: readonly Buffer[]): string {
  return JSON.stringify(Buffer.concat(chunks).subarray(0, 500).toString('latin1'));
}
