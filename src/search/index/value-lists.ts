import type { PostingsByType } from './columns.ts';
import type { ListType } from './list-type.ts';
import type { PositionList, Range } from './position-list.ts';
import { Postings } from './postings.ts';

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
