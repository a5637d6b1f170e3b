import type pg from 'pg';

/** CopyDone (postgresql.org/docs/current/protocol-message-formats.html). */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
/** Largest CopyData payload that we send in one message, in bytes. */
const COPY_MESSAGE = 1024 * 1024;

/** A COPY command, in the form in which the driver runs custom queries. */
abstract class Copy implements pg.Submittable {
  readonly #text: string;
  protected connection: pg.Connection | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    this.connection = connection;
    connection.query(this.#text);
  }

  handleCommandComplete(): void {
    // ReadyForQuery comes after it.
  }

  abstract handleReadyForQuery(): void;
  abstract handleError(error: Error): void;
}

/** COPY … FROM STDIN: writes data into a table. */
export class CopyIn extends Copy {
  readonly #data: Buffer;
  readonly #onEnd: (error?: Error) => void;

  constructor(text: string, data: Buffer, onEnd: (error?: Error) => void) {
    super(text);
    this.#data = data;
    this.#onEnd = onEnd;
  }

  handleCopyInResponse(): void {
    const stream = this.connection?.stream;
    for (let at = 0; at < this.#data.length; at += COPY_MESSAGE) {
      const part = this.#data.subarray(at, at + COPY_MESSAGE);
      const head = Buffer.allocUnsafe(5);
      head.writeUInt8(0x64, 0);
      head.writeUInt32BE(part.length + 4, 1);
      stream?.write(head);
      stream?.write(part);
    }
    stream?.write(COPY_DONE);
  }

  handleReadyForQuery(): void {
    this.#onEnd();
  }

  handleError(error: Error): void {
    this.#onEnd(error);
  }
}

/** Decodes a row in binary format. `at`: offset of the length of its first field. */
export type Decode<T> = (bytes: Buffer, at: number) => T;

/** Bytes before the first row: signature, flags and an empty extension. */
const BINARY_HEADER = 19;
/** Rows per batch, and finished batches at which reading from the server pauses. */
const BATCH = 1000;
const READY = 4;

/** COPY … TO STDOUT: reads the rows of a query in binary format; the driver's own queries read every value as text. */
export class CopyOut<T> extends Copy {
  readonly #decode: Decode<T>;
  readonly #ready: T[][] = [];
  #batch: T[] = [];
  #isFirst = true;
  #isOver = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(text: string, decode: Decode<T>) {
    super(text);
    this.#decode = decode;
  }

  /** The next batch; undefined after the last one. */
  async next(): Promise<T[] | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const batch = this.#ready.shift();
      if (this.#ready.length < READY) this.connection?.stream.resume();
      if (batch !== undefined || this.#isOver) return batch;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  handleCopyOutResponse(): void {
    // Rows follow.
  }

  /** Each message has one row. The first one begins with the header, the last one has the trailer only. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    let at = 0;
    if (this.#isFirst) at = BINARY_HEADER;
    this.#isFirst = false;
    if (chunk.length < at + 2 || chunk.readInt16BE(at) === -1) return;
    if (this.#batch.push(this.#decode(chunk, at + 2)) === BATCH) this.#handOver();
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    if (this.#batch.length > 0) this.#handOver();
    this.#wake?.();
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.#wake?.();
  }

  #handOver(): void {
    this.#ready.push(this.#batch);
    this.#batch = [];
    if (this.#ready.length >= READY) this.connection?.stream.pause();
    this.#wake?.();
  }
}
