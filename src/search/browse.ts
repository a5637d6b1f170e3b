import type { IndexColumns, OrderColumns } from './columns.js';
import type { Directory, Named } from './directory.js';
import { letterOf, foldedName } from './folded-name.js';
import type { Range } from './position-list.js';
import type { EntityType } from './touched.js';
import type { ValueLists, ValueType } from './value-lists.js';

/** What there are lists of, by name. */
export const BROWSE_TYPES = ['person', 'series', 'topic', 'department', 'venue', 'collection'] as const;
export type BrowseType = (typeof BROWSE_TYPES)[number];

export interface BrowseRequest {
  /** Only names under this letter, as `letters` has it, or `#` for those that begin with none; in any case. */
  readonly letter?: string | undefined;
  /** 1 and up. */
  readonly page: number;
  /** Entries on a page. */
  readonly count: number;
}

/** The letters that names begin with, in order. */
export interface LetterCount {
  readonly letter: string;
  /** How many names. */
  readonly count: number;
}

/** A page of a list by name. */
export interface NamePage<Entry> {
  /** How many there are on all pages. */
  readonly total: number;
  /** Of the whole list, whatever letter was asked for. */
  readonly letters: readonly LetterCount[];
  readonly entries: readonly Entry[];
}

export interface BrowseEntry extends Named {
  readonly talks: number;
  /** How many of them start now or later. */
  readonly upcoming: number;
}

const ORDERS: Readonly<Record<BrowseType, keyof OrderColumns>> = {
  person: 'people',
  series: 'series',
  topic: 'topics',
  department: 'departments',
  venue: 'venues',
  collection: 'collections',
};

/** The type of the records in a list. */
export function recordTypeOf(type: BrowseType | 'place'): EntityType {
  return type === 'department' || type === 'venue' ? 'place' : type;
}

/** Lists by name, and the tree of places. */
export class NameLists {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  readonly #letters = new Map<BrowseType, readonly LetterCount[]>();

  constructor(columns: IndexColumns, directory: Directory, lists: ValueLists) {
    this.#columns = columns;
    this.#directory = directory;
    this.#lists = lists;
  }

  page(type: BrowseType, request: BrowseRequest): NamePage<Named> {
    const { numbers, ...list } = this.#listed(type, request);
    return { ...list, entries: Array.from(numbers, (number) => this.#directory.named(recordTypeOf(type), number)) };
  }

  /** With what talks each has; of places, with everything under them. @param toCome the talks that start now or later */
  browse(type: ValueType, request: BrowseRequest, toCome: Range): NamePage<BrowseEntry> {
    const { numbers, ...list } = this.#listed(type, request);
    const always = { from: 0, to: this.#columns.talks.numbers.length };
    const entries = Array.from(numbers, (number): BrowseEntry => {
      const talks = this.#lists.listOf(type, number, true, always).size;
      const upcoming = this.#lists.listOf(type, number, true, toCome).size;
      return { ...this.#directory.named(recordTypeOf(type), number), talks, upcoming };
    });
    return { ...list, entries };
  }

  /** Those of the places above one that are of its kind, outermost first. */
  parents(place: number): Named[] {
    const alike = this.#alike(place);
    const above: number[] = [];
    const { parents } = this.#columns;
    for (let next = parents[place] ?? 0; next !== 0 && !above.includes(next); next = parents[next] ?? 0)
      above.unshift(next);
    return above.filter((number) => alike.includes(number)).map((number) => this.#directory.named('place', number));
  }

  /** Those of the places right under one that are of its kind, by name. */
  children(place: number): Named[] {
    if (place === 0) return [];
    const { parents } = this.#columns;
    const below = this.#alike(place).filter((number) => parents[number] === place);
    return Array.from(below, (number) => this.#directory.named('place', number));
  }

  /** All places of one's kind. */
  #alike(place: number): Uint32Array {
    const { departments, venues } = this.#columns.orders;
    return departments.includes(place) ? departments : venues;
  }

  #listed(type: BrowseType, { letter, page, count }: BrowseRequest) {
    const order = this.#order(type);
    const letters = this.#lettersOf(type);
    const listed = letter === undefined ? order : under(letterOf(foldedName(letter)), letters, order);
    const skip = Math.min((page - 1) * count, listed.length);
    return { total: listed.length, letters, numbers: listed.subarray(skip, skip + count) };
  }

  #order(type: BrowseType): Uint32Array {
    return this.#columns.orders[ORDERS[type]];
  }

  #lettersOf(type: BrowseType): readonly LetterCount[] {
    let letters = this.#letters.get(type);
    if (letters === undefined) this.#letters.set(type, (letters = this.#countLetters(type)));
    return letters;
  }

  /** Names under one letter stand together: where each begins is found without reading most of them. */
  #countLetters(type: BrowseType): LetterCount[] {
    const order = this.#order(type);
    const { folded } = this.#directory.orderedBy(recordTypeOf(type));
    const letterAt = (index: number): string => letterOf(folded(order[index] ?? 0));
    const letters: LetterCount[] = [];
    let from = 0;
    while (from < order.length) {
      const letter = letterAt(from);
      let low = from + 1;
      let high = order.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (letterAt(middle) === letter) low = middle + 1;
        else high = middle;
      }
      letters.push({ letter, count: low - from });
      from = low;
    }
    return letters;
  }
}

function under(letter: string, letters: readonly LetterCount[], order: Uint32Array): Uint32Array {
  let from = 0;
  for (const each of letters) {
    if (each.letter === letter) return order.subarray(from, from + each.count);
    from += each.count;
  }
  return order.subarray(0, 0);
}
