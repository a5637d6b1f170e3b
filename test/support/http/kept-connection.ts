import type { Socket } from 'node:net';
import { chunkedBody } from './chunked-body.ts';
import { joinedHeaders, type HttpAnswer } from './http-answer.ts';
import { opened } from './raw-exchange.ts';

/** A keep-alive connection. Sends requests without checking whether it is still open. */
export class KeptConnection {
  /** Resolves when the server has closed the connection. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      this.#wake();
    });
    // `close` always follows.
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#isClosed = true;
        this.#wake();
        resolve();
      });
    });
  }

  static async open(port: number): Promise<KeptConnection> {
    return new KeptConnection(await opened(port));
  }

  /** Sends pipelined requests. Rejects if one of them gets no response. */
  async askAll(paths: readonly string[], headers = ''): Promise<HttpAnswer[]> {
    this.send(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`).join(''));
    const answers: HttpAnswer[] = [];
    for (const path of paths) answers.push(await this.answer(path));
    return answers;
  }

  async ask(path: string, headers = ''): Promise<HttpAnswer> {
    this.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    return this.answer(path);
  }

  send(bytes: string): void {
    this.#socket.write(bytes);
  }

  /** The next response. Rejects if the connection closes before it is complete. */
  async answer(path = ''): Promise<HttpAnswer> {
    for (;;) {
      const answer = this.#take();
      if (answer !== undefined) return answer;
      if (this.#isClosed) throw new Error(`the connection was closed before ${path} was answered`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  end(): void {
    this.#socket.destroy();
  }

  #take(): HttpAnswer | undefined {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const [status = '', ...lines] = this.#rest.toString('latin1', 0, end).split('\r\n');
    const headers = joinedHeaders(lines.flatMap((line) => [line.replace(/:.*/, ''), line.replace(/^[^:]*: */, '')]));
    const found = this.#body(headers, end + 4);
    if (found === undefined) return undefined;
    this.#rest = this.#rest.subarray(found.end);
    return { status: Number(status.slice(9, 12)), headers, body: found.body };
  }

  #body(headers: HttpAnswer['headers'], start: number): { body: Buffer; end: number } | undefined {
    if (headers['transfer-encoding'] === 'chunked') return chunkedBody(this.#rest, start);
    const end = start + Number(headers['content-length'] ?? 0);
    return this.#rest.length < end ? undefined : { body: this.#rest.subarray(start, end), end };
  }
}
