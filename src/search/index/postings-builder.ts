import { blocksFor, rankBlocks, WORDS_A_BLOCK } from './bits.ts';
import { sharedUint32 } from './columns.ts';
import type { PostingColumns } from './columns.ts';

/** In `#next`: the list is a bitmap. Larger than any index. */
const DENSE = 0xffffffff;

/** Builds lists of known lengths from positions in ascending order: a counting sort. */
export class PostingsBuilder {
  readonly #offsets: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #next: Uint32Array;
  readonly #dense: Uint32Array;
  /** By list: where its bitmap begins in `#words`. */
  readonly #firstWord: Uint32Array;
  readonly #blocks: number;
  readonly #words: Uint32Array;

  /**
   * @param counts by list, from 1: the number of positions that it will have
   * @param talks the number of talks in the index
   */
  constructor(counts: Uint32Array, talks: number) {
    this.#blocks = blocksFor(talks);
    // Size of a bitmap with its ranks, in words.
    const bitmapSize = this.#blocks * (WORDS_A_BLOCK + 1);
    this.#offsets = sharedUint32(counts.length + 1);
    this.#next = new Uint32Array(counts.length);
    this.#firstWord = new Uint32Array(counts.length);
    const dense: number[] = [];
    let at = 0;
    for (let list = 0; list < counts.length; list += 1) {
      const count = counts[list] ?? 0;
      this.#offsets[list] = at;
      if (count > bitmapSize) {
        this.#next[list] = DENSE;
        this.#firstWord[list] = dense.length * this.#blocks * WORDS_A_BLOCK;
        dense.push(list);
      } else {
        this.#next[list] = at;
        at += count;
      }
    }
    this.#offsets[counts.length] = at;
    this.#positions = sharedUint32(at);
    this.#dense = sharedUint32(dense.length);
    this.#dense.set(dense);
    this.#words = sharedUint32(dense.length * this.#blocks * WORDS_A_BLOCK);
  }

  add(list: number, position: number): void {
    const next = this.#next[list] ?? 0;
    if (next === DENSE) {
      const word = (this.#firstWord[list] ?? 0) + (position >>> 5);
      this.#words[word] = (this.#words[word] ?? 0) | (1 << (position & 31));
    } else {
      this.#positions[next] = position;
      this.#next[list] = next + 1;
    }
  }

  finish(): PostingColumns {
    const ranks = sharedUint32(this.#dense.length * this.#blocks);
    for (let index = 0; index < this.#dense.length; index += 1) {
      const firstRank = index * this.#blocks;
      rankBlocks(this.#words, firstRank * WORDS_A_BLOCK, ranks, firstRank, this.#blocks);
    }
    return { offsets: this.#offsets, positions: this.#positions, dense: this.#dense, words: this.#words, ranks };
  }
}
