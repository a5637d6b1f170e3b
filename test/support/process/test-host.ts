import { Readable, Writable } from 'node:stream';
import type { Host } from '#cli/host.ts';

/** A host that runs in the test process. Reads standard input from a value and collects the output. */
export class TestHost implements Host {
  readonly stdin: Readable;
  readonly stdout = new CollectingStream();
  readonly stderr = new CollectingStream();
  /** Does nothing, because it would affect the whole process, which tests share. */
  readonly yieldToReaders = (): void => undefined;
  readonly keepHeapSmall = (): void => undefined;

  constructor(input: string | Buffer = '') {
    this.stdin = Readable.from(input.length === 0 ? [] : [Buffer.from(input)]);
  }
}

class CollectingStream extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
