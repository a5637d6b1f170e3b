import { connect, type Socket } from 'node:net';

/**
 * Called when a response is complete, with its status (0 if the connection failed) and the size of its body in bytes.
 */
type Done = (status: number, bytes: number) => void;

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * A keep-alive HTTP/1.1 connection with one request at a time. It reads only the status and length of a response, so
 * that the client does little work and the measurements show the server.
 */
export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;
  #done: Done | undefined;
  #head: Buffer | undefined;
  #status = 0;
  #length = 0;
  /** Remaining bytes of the body; -1 while the head is read. */
  #missing = -1;

  constructor(port: number) {
    this.#port = port;
  }

  ask(request: Buffer, done: Done): void {
    this.#done = done;
    this.#missing = -1;
    this.#open().write(request);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #open(): Socket {
    if (this.#socket !== undefined && !this.#socket.destroyed && this.#socket.writable) return this.#socket;
    const socket = connect(this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      this.#take(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    });
    // `close` always follows.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#finish(0, 0);
    });
    this.#socket = socket;
    return socket;
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    if (this.#missing < 0) {
      const head = this.#head === undefined ? chunk : Buffer.concat([this.#head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = head;
        return;
      }
      this.#head = undefined;
      this.#readHead(head.toString('latin1', 0, end));
      rest = head.subarray(end + HEAD_END.length);
    }
    this.#missing -= rest.length;
    if (this.#missing <= 0) this.#finish(this.#status, this.#length);
  }

  #readHead(head: string): void {
    this.#status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`a response without Content-Length: ${head}`);
    this.#length = Number(length);
    this.#missing = this.#length;
  }

  #finish(status: number, bytes: number): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(status, bytes);
  }
}
