import type { IndexColumns, OrderColumns } from '../index/columns.ts';
import type { Directory, Named } from './directory.ts';
import { letterOf, foldedName } from './folded-name.ts';
import { positionsIn } from '../index/positions-in.ts';
import { Namesakes } from './namesakes.ts';
import type { ChangedType } from '../replica/changed-entities.ts';
import type { ValueLists, ValueType } from '../index/value-lists.ts';

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
  /** Of a person who shares the name with others, as Namesakes has it; undefined where there is none. */
  readonly affiliation?: string;
}

/** Somebody of the same name as another. */
export interface Namesake extends Named {
  /** As Namesakes has it. */
  readonly affiliation: string;
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
export function recordTypeOf(type: BrowseType | 'place'): ChangedType {
  return type === 'department' || type === 'venue' ? 'place' : type;
}

/** Names, and lists by name. */
export class NameLists {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  readonly #namesakes: Namesakes;
  readonly #letters = new Map<BrowseType, readonly LetterCount[]>();

  constructor(columns: IndexColumns, directory: Directory, lists: ValueLists) {
    this.#columns = columns;
    this.#directory = directory;
    this.#lists = lists;
    this.#namesakes = new Namesakes(columns, directory, lists);
  }

  /** What people call a record; undefined when there is none, or it is a private collection. */
  of(type: BrowseType | 'place', key: string): string | undefined {
    const recordType = recordTypeOf(type);
    const number = this.#directory.number(recordType, key);
    return number === 0 ? undefined : this.#directory.name(recordType, number);
  }

  /** What tells a person from others of the same name, as Namesakes has it; `''` also where there is no such person. */
  affiliation(slug: string): string {
    return this.#namesakes.affiliation(slug);
  }

  /** Some of those who have the same name as a person. */
  namesakes(slug: string): Namesake[] {
    const number = this.#directory.number('person', slug);
    if (number === 0) return [];
    return this.#namesakes.others(number).map((other) => {
      const { key, name } = this.#directory.named('person', other);
      return { key, name, affiliation: this.affiliation(key) };
    });
  }

  /** A page of the list of public collections by title; what talks they have, their records say (TalkIndex.collectionTalks). */
  collections(request: BrowseRequest): NamePage<Named> {
    const { numbers, ...list } = this.#listed('collection', request);
    return { ...list, entries: Array.from(numbers, (number) => this.#directory.named('collection', number)) };
  }

  /**
   * A page of a list by name, with what talks each has; of departments and venues, with everything under them.
   * @param now seconds since 1970-01-01T00:00:00Z
   */
  browse(type: ValueType, request: BrowseRequest, now: number): NamePage<BrowseEntry> {
    const { numbers, ...list } = this.#listed(type, request);
    const always = { from: 0, to: this.#columns.talks.numbers.length };
    const toCome = positionsIn(this.#columns.talks.starts, { from: now, to: Infinity });
    const affiliations = type === 'person' ? this.#namesakes.affiliations(numbers) : [];
    const entries = Array.from(numbers, (number, at): BrowseEntry => {
      const talks = this.#lists.listOf(type, number, true, always).size;
      const upcoming = this.#lists.listOf(type, number, true, toCome).size;
      const entry = { ...this.#directory.named(recordTypeOf(type), number), talks, upcoming };
      const affiliation = affiliations[at] ?? '';
      return affiliation === '' ? entry : { ...entry, affiliation };
    });
    return { ...list, entries };
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
