import type { Input } from '#sources/file-input.ts';

/** How far the reading of the inputs is. */
export interface ReadingProgress {
  readonly bytesRead: number;
  /** Of all inputs together; undefined when one does not know how long it is. */
  readonly bytesTotal: number | undefined;
  readonly records: number;
}

/** Counts the bytes that were read of the inputs. */
export class BytesRead {
  /** Bytes of each input; those of an address are known when it answers. */
  readonly #sizes: Map<Input, number | undefined>;
  #read = 0;

  private constructor(sizes: Map<Input, number | undefined>) {
    this.#sizes = sizes;
  }

  static async of(inputs: readonly Input[]): Promise<BytesRead> {
    return new BytesRead(new Map(await Promise.all(inputs.map(async (input) => [input, await input.size()] as const))));
  }

  get read(): number {
    return this.#read;
  }

  /** Of all inputs; undefined when one does not know how long it is. */
  get total(): number | undefined {
    let total = 0;
    for (const size of this.#sizes.values()) {
      if (size === undefined) return undefined;
      total += size;
    }
    return total;
  }

  /** To be called once the input has been opened. */
  async measure(input: Input): Promise<void> {
    this.#sizes.set(input, await input.size());
  }

  counted(input: Input): Input {
    return { ...input, chunks: () => this.#counted(input.chunks()) };
  }

  /** Once a source has turned out to be longer than its first page, nobody knows how long it is. */
  withFurther(input: Input): Input {
    const { further } = input;
    if (further === undefined) return input;
    return {
      ...input,
      further: (address, ask) => {
        this.#sizes.set(input, undefined);
        return further(address, ask);
      },
    };
  }

  async *#counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#read += chunk.length;
      yield chunk;
    }
  }
}
