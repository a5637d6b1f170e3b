import { WORDS_A_BLOCK } from './bits.ts';
import type { PostingColumns } from './columns.ts';
import { DenseList } from './dense-list.ts';
import type { Bitmap } from './dense-list.ts';
import { NO_POSITIONS } from './position-list.ts';
import type { PositionList, Range } from './position-list.ts';
import { SparseList } from './sparse-list.ts';

/** Reads the lists of one type of value. */
export class Postings {
  readonly #offsets: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #bitmaps = new Map<number, Bitmap>();

  constructor(columns: PostingColumns) {
    this.#offsets = columns.offsets;
    this.#positions = columns.positions;
    const blocks = columns.ranks.length / columns.dense.length;
    columns.dense.forEach((list, index) => {
      const from = index * blocks;
      this.#bitmaps.set(list, {
        words: columns.words.subarray(from * WORDS_A_BLOCK, (from + blocks) * WORDS_A_BLOCK),
        ranks: columns.ranks.subarray(from, from + blocks),
        firstBlock: 0,
      });
    });
  }

  /** The positions of a list (by its number) within a range; empty if there is no such list. */
  list(list: number, { from, to }: Range): PositionList {
    const start = this.#offsets[list] ?? 0;
    const end = this.#offsets[list + 1] ?? 0;
    if (end > start) return new SparseList(this.#positions, start, end).within(from, to);
    const bitmap = this.#bitmaps.get(list);
    return bitmap === undefined ? NO_POSITIONS : new DenseList(bitmap, from, to);
  }
}
