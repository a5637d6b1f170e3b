const NEWLINE = 10;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the newline; undefined: over the limit, discarded. */
  readonly bytes: Buffer | undefined;
}

/** Splits a stream into lines, holding at most one chunk and one line of `longest` bytes. */
export class LineSplitter {
  readonly #longest: number;
  #number = 0;
  #rest: Buffer[] = [];
  #restLength = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Number of lines begun so far. */
  get number(): number {
    return this.#restLength === 0 ? this.#number : this.#number + 1;
  }

  /** The lines that end in this chunk. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let begin = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, begin)) {
      lines.push(this.#line(chunk.subarray(begin, end)));
      begin = end + 1;
    }
    this.#keep(chunk.subarray(begin));
    return lines;
  }

  /** The last line, if it does not end with a newline. */
  end(): Line[] {
    return this.#restLength === 0 ? [] : [this.#line(Buffer.alloc(0))];
  }

  #keep(bytes: Buffer): void {
    this.#restLength += bytes.length;
    if (this.#restLength > this.#longest) this.#rest = [];
    else if (bytes.length > 0) this.#rest.push(bytes);
  }

  #line(last: Buffer): Line {
    this.#number++;
    const isWhole = this.#restLength === 0;
    this.#restLength += last.length;
    const tooLong = this.#restLength > this.#longest;
    const bytes = tooLong ? undefined : isWhole ? last : Buffer.concat([...this.#rest, last]);
    this.#rest = [];
    this.#restLength = 0;
    return {
      number: this.#number,
      bytes:
        this.#number === 1
          ? bytes && (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes)
          : bytes,
    };
  }
}
