import type { Input } from '#sources/file-input.ts';

/** How much of the inputs has been read. */
export interface ReadingProgress {
  readonly bytesRead: number;
  /** Size of all inputs; undefined when that of one is unknown. */
  readonly bytesTotal: number | undefined;
  readonly records: number;
}

/** Counts the bytes read from the inputs. */
export class BytesRead {
  /** Size of each input; that of an address is known once it answers. */
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

  /** Size of all inputs; undefined when that of one is unknown. */
  get total(): number | undefined {
    let total = 0;
    for (const size of this.#sizes.values()) {
      if (size === undefined) return undefined;
      total += size;
    }
    return total;
  }

  /** Call it once the input is open. */
  async measure(input: Input): Promise<void> {
    this.#sizes.set(input, await input.size());
  }

  counted(input: Input): Input {
    return { ...input, chunks: () => this.#counted(input.chunks()) };
  }

  /** The input, whose size counts as unknown once a further page is fetched. */
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
