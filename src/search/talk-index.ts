import { isSlug } from '#catalogue/slug.js';
import type { StoreState } from '#store/store.js';
import type { IndexState } from './apply-changes.js';
import type { ChangesFrom } from './change-cursor.js';
import { changesOf, type ChangesAnswer } from './changes.js';
import type { IndexColumns, KeyColumns } from './columns.js';
import { numberOf } from './keys.js';
import { matchAll, matchWork, unite } from './position-list.js';
import type { PositionList, Range } from './position-list.js';
import { Postings } from './postings.js';
import type { Question, Window } from './question.js';
import { RecentLists } from './recent-lists.js';
import { packSlug } from './slug-words.js';
import { SparseList } from './sparse-list.js';
import { isCancelled, updatedFrom } from './talk-marks.js';
import { positionOf } from './talk-slots.js';

export interface Answer {
  /** How many talks match, on all pages. */
  readonly total: number;
  /** Numbers of the talks on the page, in order. */
  readonly talks: Uint32Array;
}

export interface CollectionParts {
  readonly talks: readonly string[];
  readonly series: readonly string[];
  readonly organisingDepartments: readonly string[];
}

/** Bytes of positions kept for questions that took work. */
const RECENT_BYTES = 8 * 2 ** 20;

/** Steps from which on an answer is worth keeping. */
const MUCH_WORK = 2000;

/**
 * Where every talk stands in the order (start, slug), and which talks carry each value that can be asked for.
 * Immutable: a change makes a new index.
 */
export class TalkIndex {
  readonly state: StoreState;
  /** How many talks there are. */
  readonly size: number;
  readonly #columns: IndexColumns;
  readonly #speakers: Postings;
  readonly #series: Postings;
  readonly #topics: Postings;
  readonly #venues: Postings;
  readonly #departments: Postings;
  readonly #recent = new RecentLists(RECENT_BYTES);

  constructor({ state, columns }: IndexState) {
    this.state = state;
    this.size = columns.talks.numbers.length;
    this.#columns = columns;
    this.#speakers = new Postings(columns.bySpeaker);
    this.#series = new Postings(columns.bySeries);
    this.#topics = new Postings(columns.byTopic);
    this.#venues = new Postings(columns.byVenue);
    this.#departments = new Postings(columns.byDepartment);
  }

  /** The number of the talk with this slug, 0 when there is none. */
  talkNumber(slug: string): number {
    return this.#columns.talks.numbers[this.#position(slug)] ?? 0;
  }

  /** How many talks answer a question, and the numbers of those on its page, in order. */
  answer(question: Question): Answer {
    const range = this.#range(question.window);
    const skip = (question.page - 1) * question.count;
    const asked = this.#asked(question, range);
    if (asked.length === 0) {
      const from = Math.min(range.from + skip, range.to);
      const talks = this.#columns.talks.numbers.slice(from, Math.min(from + question.count, range.to));
      return { total: range.to - range.from, talks };
    }
    const found = this.#combine(question, asked, range);
    return { total: found.size, talks: this.#numbers(found.slice(skip, question.count)) };
  }

  /** Numbers of the talks in the window that this person speaks at, in order. */
  speakerTalks(slug: string, window: Window): Uint32Array {
    const found = this.#speakers.list(slugNumber(this.#columns.people, slug), this.#range(window));
    return this.#numbers(found.slice(0, found.size));
  }

  /** Numbers of a series' talks in the window, in order. */
  seriesTalks(slug: string, window: Window): Uint32Array {
    const found = this.#seriesList(slug, this.#range(window));
    return this.#numbers(found.slice(0, found.size));
  }

  /** Numbers of the talks named one by one, of the series and of the departments with everything under them; each once, in order. */
  collectionTalks(parts: CollectionParts, window: Window): Uint32Array {
    const range = this.#range(window);
    const named = Uint32Array.from(parts.talks.map((slug) => this.#position(slug)).filter((position) => position >= 0));
    const found = unite(
      [
        new SparseList(named.sort(), 0, named.length).within(range.from, range.to),
        ...parts.series.map((slug) => this.#seriesList(slug, range)),
        ...parts.organisingDepartments.map((id) => this.#departmentList(id, true, range)),
      ],
      range,
    );
    return this.#numbers(found.slice(0, found.size));
  }

  /** When the last change of any of these talks (numbers) was, in seconds since 1970-01-01T00:00:00Z; undefined for none. */
  changedLast(talks: Uint32Array): number | undefined {
    let last: number | undefined;
    for (const number of talks) {
      const position = this.#positionOf(number);
      if (position === -1) continue;
      const updated = this.#updated(position);
      if (last === undefined || updated > last) last = updated;
    }
    return last;
  }

  /** The earliest and the latest start of these talks (numbers), in seconds since 1970-01-01T00:00:00Z; undefined for none. */
  span(talks: Uint32Array): { first: number; last: number } | undefined {
    const { starts } = this.#columns.talks;
    // Talks are in the order of their starts.
    let first = this.size;
    let last = -1;
    for (const number of talks) {
      const position = this.#positionOf(number);
      if (position === -1) continue;
      first = Math.min(first, position);
      last = Math.max(last, position);
    }
    return last === -1 ? undefined : { first: starts[first] ?? 0, last: starts[last] ?? 0 };
  }

  /**
   * What changed of a question's answer: the talk itself, what it refers to, or whether it matches. Whoever does all that
   * the pages say, one after the other, ends with the talks that match, whatever changes meanwhile.
   * @param count of talks and removals together
   */
  changes(question: Question, from: ChangesFrom, count: number): ChangesAnswer {
    return changesOf(this.#columns, this.#matching(question), from, count);
  }

  /** Those of these talks (numbers) that are not cancelled, in their order. */
  withoutCancelled(talks: Uint32Array): Uint32Array {
    return talks.filter((number) => !this.#isCancelled(number));
  }

  /** Those of these talks (numbers) that are cancelled, in their order. */
  onlyCancelled(talks: Uint32Array): Uint32Array {
    return talks.filter((number) => this.#isCancelled(number));
  }

  /** Whether the talk at a position answers a question. */
  #matching(question: Question): (position: number) => boolean {
    const range = this.#range(question.window);
    const asked = this.#asked(question, range);
    if (asked.length === 0) return (position) => position >= range.from && position < range.to;
    const found = this.#combine(question, asked, range);
    const isFound = new Uint8Array(this.size);
    for (const position of found.slice(0, found.size)) isFound[position] = 1;
    return (position) => isFound[position] === 1;
  }

  #updated(position: number): number {
    const { updates, marks } = this.#columns.talks;
    return updatedFrom(updates[position] ?? 0, marks[position] ?? 0);
  }

  /** For each parameter that the question gives, the lists of its values. */
  #asked(question: Question, range: Range): PositionList[][] {
    const { people, topics } = this.#columns;
    const { subvenues, subdepartments } = question;
    const asked: PositionList[][] = [];
    function ask(values: readonly string[], list: (value: string) => PositionList): void {
      if (values.length > 0) asked.push(values.map(list));
    }
    ask(question.speakers, (slug) => this.#speakers.list(slugNumber(people, slug), range));
    ask(question.series, (slug) => this.#seriesList(slug, range));
    ask(question.venues, (id) => this.#venueList(id, subvenues, range));
    ask(question.departments, (id) => this.#departmentList(id, subdepartments, range));
    ask(question.topics, (uri) => this.#topics.list(numberOf(topics, uri), range));
    return asked;
  }

  /** Any of a parameter's values, all of the parameters (decisions.md). */
  #combine(question: Question, asked: readonly PositionList[][], range: Range): PositionList {
    const key = matchWork(asked, range) > MUCH_WORK ? recentKey(question, range) : undefined;
    const known = key === undefined ? undefined : this.#recent.get(key);
    if (known !== undefined) return known;
    const found = matchAll(asked, range);
    if (key !== undefined) this.#recent.set(key, found);
    return found;
  }

  #seriesList(slug: string, range: Range): PositionList {
    return this.#series.list(slugNumber(this.#columns.series, slug), range);
  }

  #venueList(id: string, withBelow: boolean, range: Range): PositionList {
    const { places, byVenue } = this.#columns;
    const lists = withBelow ? byVenue.below : byVenue.direct;
    return this.#venues.list(lists[numberOf(places, id)] ?? 0, range);
  }

  #departmentList(id: string, withBelow: boolean, range: Range): PositionList {
    const { places, byDepartment } = this.#columns;
    const lists = withBelow ? byDepartment.below : byDepartment.direct;
    return this.#departments.list(lists[numberOf(places, id)] ?? 0, range);
  }

  #position(slug: string): number {
    return isSlug(slug) ? positionOf(slug, this.#columns.talkSlots, this.#columns.talks.slugs) : -1;
  }

  /** Where the talk with this number stands; -1 when there is none. */
  #positionOf(number: number): number {
    return (this.#columns.talkPositions[number] ?? 0) - 1;
  }

  #isCancelled(number: number): boolean {
    return isCancelled(this.#columns.talks.marks[this.#positionOf(number)] ?? 0);
  }

  #range({ from, to }: Window): Range {
    const { starts } = this.#columns.talks;
    const first = firstFrom(starts, from);
    return { from: first, to: Math.max(first, firstFrom(starts, to)) };
  }

  /** Turns positions into numbers, in place. */
  #numbers(positions: Uint32Array): Uint32Array {
    const { numbers } = this.#columns.talks;
    for (let index = 0; index < positions.length; index += 1) positions[index] = numbers[positions[index] ?? 0] ?? 0;
    return positions;
  }
}

function slugNumber(keys: KeyColumns, slug: string): number {
  return isSlug(slug) ? numberOf(keys, packSlug(slug)) : 0;
}

/** The first position whose value is `least` or more; the values ascend. */
function firstFrom(values: Float64Array, least: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the positions that answer a question depend on; no value holds a line feed. */
function recentKey(question: Question, range: Range): string {
  const { speakers, series, venues, departments, topics, subvenues, subdepartments } = question;
  const values = [speakers, series, venues, departments, topics].map((list) => list.join('\n'));
  return `${range.from} ${range.to} ${subvenues} ${subdepartments}\n\n${values.join('\n\n')}`;
}
