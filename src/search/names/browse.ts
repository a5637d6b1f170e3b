import type { IndexColumns } from '../index/columns.ts';
import { recordTypeOf, type BrowseType, type ValueType } from '../index/list-type.ts';
import { partitionPoint } from '#catalogue/partition-point.ts';
import type { Directory, Named } from './directory.ts';
import { foldedName, letterOf } from './name-order.ts';
import { positionsIn } from '../index/position-list.ts';
import { Namesakes } from './namesakes.ts';
import { Suggester, type SuggestRequest } from './suggester.ts';
import type { ValueLists } from '../index/value-lists.ts';

export interface BrowseRequest {
  /** Only names under this letter of `letters`, in any case; `#`: names that do not begin with a letter. */
  readonly letter?: string | undefined;
  /** 1 and up. */
  readonly page: number;
  /** Entries on a page. */
  readonly count: number;
  /** Only records with these numbers. */
  readonly among?: ReadonlySet<number> | undefined;
}

/** A letter that names begin with. */
interface LetterCount {
  readonly letter: string;
  /** The number of names. */
  readonly count: number;
}

/** A page of a list by name. */
export interface NamePage<Entry> {
  /** Entries on all pages. */
  readonly total: number;
  /** The letters of the whole list, in order, even if only one is requested. */
  readonly letters: readonly LetterCount[];
  readonly entries: readonly Entry[];
}

export interface BrowseEntry extends Named {
  readonly talks: number;
  /** How many of them start now or later. */
  readonly upcoming: number;
  /** Tells a person apart from others with the same name; see Namesakes. */
  readonly affiliation?: string;
}

/** A name that matches what was typed. Collections have no counts of talks: see NameLists.collections. */
export interface Suggestion extends Named {
  readonly type: BrowseType;
  readonly talks?: number;
  /** How many of them start now or later. */
  readonly upcoming?: number;
  /** As in BrowseEntry; for a department or venue with the name of another, the place that it is part of. */
  readonly affiliation?: string;
}

/** A person with the same name as another. */
export interface Namesake extends Named {
  /** See Namesakes. */
  readonly affiliation: string;
}

/** Looks up names, and lists records by name. */
export class NameLists {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  readonly #namesakes: Namesakes;
  readonly #suggester: Suggester;
  readonly #letters = new Map<BrowseType, readonly LetterCount[]>();

  constructor(columns: IndexColumns, directory: Directory, lists: ValueLists) {
    this.#columns = columns;
    this.#directory = directory;
    this.#lists = lists;
    this.#namesakes = new Namesakes(columns, directory, lists);
    this.#suggester = new Suggester(columns, directory);
  }

  /** The name of a record; undefined if there is none, or it is a private collection. */
  of(type: BrowseType | 'place', key: string): string | undefined {
    const recordType = recordTypeOf(type);
    const number = this.#directory.number(recordType, key);
    return number === 0 ? undefined : this.#directory.name(recordType, number);
  }

  /** Tells a person apart from others with the same name, see Namesakes; `''` also if there is no such person. */
  affiliation(slug: string): string {
    return this.#namesakes.affiliation(slug);
  }

  /** Some of the people with the same name as this person. */
  namesakes(slug: string): Namesake[] {
    const number = this.#directory.number('person', slug);
    if (number === 0) return [];
    return this.#namesakes.others(number).map((other) => {
      const { key, name } = this.#directory.named('person', other);
      return { key, name, affiliation: this.affiliation(key) };
    });
  }

  /** A page of the public collections, by title. For their talks, see TalkIndex.collectionTalks. */
  collections(request: BrowseRequest): NamePage<Named> {
    const { numbers, ...list } = this.#listed('collection', request);
    return { ...list, entries: Array.from(numbers, (number) => this.#directory.named('collection', number)) };
  }

  /**
   * A page of a list by name, with counts of talks; those of departments and venues include everything under them.
   * @param now seconds since 1970-01-01T00:00:00Z
   */
  browse(type: ValueType, request: BrowseRequest, now: number): NamePage<BrowseEntry> {
    const { numbers, ...list } = this.#listed(type, request);
    const affiliations = type === 'person' ? this.#namesakes.affiliations(numbers) : [];
    const entries = Array.from(numbers, (number, at): BrowseEntry => {
      const entry = { ...this.#directory.named(recordTypeOf(type), number), ...this.#counts(type, number, now) };
      const affiliation = affiliations[at] ?? '';
      return affiliation === '' ? entry : { ...entry, affiliation };
    });
    return { ...list, entries };
  }

  /** Names that match what was typed, best first: see Suggester. @param now seconds since 1970-01-01T00:00:00Z */
  async suggest(request: SuggestRequest, now: number): Promise<readonly Suggestion[]> {
    const found = await this.#suggester.suggest(request, now);
    return found.map(({ type, number }) => {
      const named = this.#directory.named(recordTypeOf(type), number);
      if (type === 'collection') return { type, ...named };
      const affiliation = this.#toTellApart(type, number, named.key);
      const counted = { type, ...named, ...this.#counts(type, number, now) };
      return affiliation === '' ? counted : { ...counted, affiliation };
    });
  }

  /** Numbers of all records of a type that would be suggested for a text. */
  matching(text: string, type: BrowseType): Promise<ReadonlySet<number>> {
    return this.#suggester.matching(text, type);
  }

  /** Prepares suggestions, in slices, so that the first request need not wait. @param now as for `suggest` */
  prepareSuggestions(now: number): Promise<void> {
    return this.#suggester.prepare(now);
  }

  #toTellApart(type: ValueType, number: number, key: string): string {
    if (type === 'person') return this.affiliation(key);
    return type === 'department' || type === 'venue' ? this.#namesakes.placeAround(type, number) : '';
  }

  #counts(type: ValueType, number: number, now: number): { readonly talks: number; readonly upcoming: number } {
    const always = { from: 0, to: this.#columns.talks.numbers.length };
    const toCome = positionsIn(this.#columns.talks.starts, { from: now, to: Infinity });
    return {
      talks: this.#lists.of(type, number, always).size,
      upcoming: this.#lists.of(type, number, toCome).size,
    };
  }

  #listed(type: BrowseType, { letter, page, count, among }: BrowseRequest) {
    const order = this.#columns.orders[type];
    const letters = this.#lettersOf(type);
    const ofLetter = letter === undefined ? order : under(letterOf(foldedName(letter)), letters, order);
    const listed = among === undefined ? ofLetter : ofLetter.filter((number) => among.has(number));
    const skip = Math.min((page - 1) * count, listed.length);
    return { total: listed.length, letters, numbers: listed.subarray(skip, skip + count) };
  }

  #lettersOf(type: BrowseType): readonly LetterCount[] {
    let letters = this.#letters.get(type);
    if (letters === undefined) this.#letters.set(type, (letters = this.#countLetters(type)));
    return letters;
  }

  /** Names under one letter are adjacent, so a binary search finds where each letter ends. */
  #countLetters(type: BrowseType): LetterCount[] {
    const order = this.#columns.orders[type];
    const { folded } = this.#directory.orderedBy(recordTypeOf(type));
    const letterAt = (index: number): string => letterOf(folded(order[index] ?? 0));
    const letters: LetterCount[] = [];
    let from = 0;
    while (from < order.length) {
      const letter = letterAt(from);
      const end = partitionPoint(from + 1, order.length, (index) => letterAt(index) === letter);
      letters.push({ letter, count: end - from });
      from = end;
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
