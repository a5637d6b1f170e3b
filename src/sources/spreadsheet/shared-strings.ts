import { fileFailure } from '../file-failure.ts';
import type { FileFailure } from '../file-failure.ts';

/** Block size in bytes; a longer string has its own block. */
const BLOCK = 1024 * 1024;
/** Limit on all strings, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_STRINGS = 4_000_000;
/** Limit on the text that cells read in all, in bytes: every cell may refer to the same long string. */
const LARGEST_READ = 512 * 1024 * 1024;

/** The strings of a workbook, which cells refer to by number. Kept off the heap, in UTF-8. */
export class SharedStrings {
  readonly #blocks: Buffer[] = [];
  /** For each string: the block, and where it begins and ends there. */
  readonly #places: number[] = [];
  #used = BLOCK;
  #size = 0;
  #read = 0;

  /** @throws FileFailure when there are too many */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.#size += length;
    if (this.#size > MAX_BYTES || this.#places.length > 3 * MAX_STRINGS) throw tooLarge(TOO_MANY);
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

  /** @throws FileFailure when there are no strings at all: every text would be blank */
  has(index: number): boolean {
    if (this.#places.length === 0)
      throw fileFailure('damaged-file', NO_TEXTS, 'Save it again with a spreadsheet program.');
    return Number.isInteger(index) && index >= 0 && 3 * index < this.#places.length;
  }

  /** Undefined: no string has this number. @throws FileFailure when too much is read in all */
  at(index: number): string | undefined {
    const [block = -1, begin = 0, end = 0] = index >= 0 ? this.#places.slice(3 * index, 3 * index + 3) : [];
    this.#read += end - begin;
    if (this.#read > LARGEST_READ)
      throw tooLarge(`Its cells have more than ${LARGEST_READ / 1024 / 1024} MiB of text.`);
    return this.#blocks[block]?.toString('utf8', begin, end);
  }
}

const TOO_MANY = `It has more than ${MAX_BYTES / 1024 / 1024} MiB of text, or more than ${MAX_STRINGS} different texts.`;
const NO_TEXTS = 'The part with the texts of its cells (sharedStrings.xml) is missing or empty.';

function tooLarge(what: string): FileFailure {
  return fileFailure('too-large', what, 'If it is the right file, save the sheet as CSV.');
}
