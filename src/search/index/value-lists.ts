import type { PostingsByType, PostingColumns } from './columns.ts';
import type { ListType } from './list-type.ts';
import {
  type Bitmap,
  DenseList,
  NO_POSITIONS,
  type PositionList,
  type Range,
  SparseList,
  WORDS_A_BLOCK,
} from './position-list.ts';

/** Lists the talks that have a value. */
export class ValueLists {
  readonly #columns: PostingsByType;
  readonly #postings: Readonly<Record<ListType, Postings>>;

  constructor(columns: PostingsByType) {
    this.#columns = columns;
    this.#postings = {
      host: new Postings(columns.host),
      person: new Postings(columns.person),
      series: new Postings(columns.series),
      topic: new Postings(columns.topic),
      venue: new Postings(columns.venue),
      department: new Postings(columns.department),
    };
  }

  /** @param number of the value; 0: no talks. @param withBelow for a place: include everything under it */
  of(type: ListType, number: number, range: Range, withBelow = true): PositionList {
    return this.#postings[type].list(this.#listOf(type, number, withBelow), range);
  }

  #listOf(type: ListType, number: number, withBelow: boolean): number {
    if (type !== 'venue' && type !== 'department') return number;
    const { below, direct } = this.#columns[type];
    return (withBelow ? below : direct)[number] ?? 0;
  }
}

/** Reads the lists of one type of value. */
class Postings {
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
