import { FileFailure } from '../file-failure.ts';

/** Bytes of a block; a longer string has one of its own. */
const BLOCK = 1024 * 1024;
/** Bytes of all strings. */
const LARGEST = 256 * 1024 * 1024;
const MOST = 4_000_000;

/** The texts of a workbook, which cells refer to by number. Kept outside the heap, in UTF-8. */
export class SharedStrings {
  readonly #blocks: Buffer[] = [];
  /** For each string: the block, and where it begins and ends there. */
  readonly #places: number[] = [];
  #used = BLOCK;
  #size = 0;

  /** @throws FileFailure when there are too many */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.#size += length;
    if (this.#size > LARGEST || this.#places.length > 3 * MOST) throw tooMany();
    let block = this.#blocks.at(-1);
    if (block === undefined || this.#used + length > block.length) {
      block = Buffer.allocUnsafeSlow(Math.max(BLOCK, length));
      this.#blocks.push(block);
      this.#used = 0;
    }
    block.write(text, this.#used);
    this.#places.push(this.#blocks.length - 1, this.#used, this.#used + length);
    this.#used += length;
  }

  /** Undefined when there is none of that number. */
  at(index: number): string | undefined {
    const [block = -1, begin, end] = this.#places.slice(3 * index, 3 * index + 3);
    return this.#blocks[block]?.toString('utf8', begin, end);
  }
}

function tooMany(): FileFailure {
  const what = `It has more than ${LARGEST / 1024 / 1024} MiB of text, or more than ${MOST} different texts.`;
  return new FileFailure({
    code: 'too-large',
    where: '',
    what,
    hint: 'If it is the right file, save the sheet as CSV.',
    line: 0,
  });
}
