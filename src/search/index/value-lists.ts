import type { IndexColumns } from './columns.ts';
import type { PositionList, Range } from './position-list.ts';
import { Postings } from './postings.ts';

export type ValueType = 'person' | 'series' | 'topic' | 'department' | 'venue';

/** Where the talks are that carry a value, which is given by its number; nothing for number 0. */
export class ValueLists {
  readonly #columns: IndexColumns;
  readonly #speakers: Postings;
  readonly #series: Postings;
  readonly #topics: Postings;
  readonly #venues: Postings;
  readonly #departments: Postings;

  constructor(columns: IndexColumns) {
    this.#columns = columns;
    this.#speakers = new Postings(columns.bySpeaker);
    this.#series = new Postings(columns.bySeries);
    this.#topics = new Postings(columns.byTopic);
    this.#venues = new Postings(columns.byVenue);
    this.#departments = new Postings(columns.byDepartment);
  }

  /** @param withBelow of a place: with everything under it */
  listOf(type: ValueType, number: number, withBelow: boolean, range: Range): PositionList {
    switch (type) {
      case 'person':
        return this.speaker(number, range);
      case 'series':
        return this.series(number, range);
      case 'topic':
        return this.topic(number, range);
      case 'department':
        return this.department(number, withBelow, range);
      case 'venue':
        return this.venue(number, withBelow, range);
    }
  }

  speaker(number: number, range: Range): PositionList {
    return this.#speakers.list(number, range);
  }

  series(number: number, range: Range): PositionList {
    return this.#series.list(number, range);
  }

  topic(number: number, range: Range): PositionList {
    return this.#topics.list(number, range);
  }

  venue(number: number, withBelow: boolean, range: Range): PositionList {
    const { byVenue } = this.#columns;
    const lists = withBelow ? byVenue.below : byVenue.direct;
    return this.#venues.list(lists[number] ?? 0, range);
  }

  department(number: number, withBelow: boolean, range: Range): PositionList {
    const { byDepartment } = this.#columns;
    const lists = withBelow ? byDepartment.below : byDepartment.direct;
    return this.#departments.list(lists[number] ?? 0, range);
  }
}
