import { isSlug } from '#catalogue/slug.ts';
import type { StoreState } from '#store/store.ts';
import type { IndexState } from '../replica/apply-changes.ts';
import { NameLists } from '../names/browse.ts';
import type { ChangesFrom } from '../query/change-cursor.ts';
import { changesOf, type ChangesAnswer } from '../answers/changes.ts';
import type { IndexColumns } from './columns.ts';
import { Directory } from '../names/directory.ts';
import { FacetCounter } from '../answers/facets.ts';
import type { Facets } from '../answers/facets.ts';
import { listedTalks, talkStretches } from '../answers/listed-talks.ts';
import type { ListedTalk, TalkStretch } from '../answers/listed-talks.ts';
import { PlaceTree } from './place-tree.ts';
import { matchAll, matchWork, unite } from './position-list.ts';
import type { PositionList, Range } from './position-list.ts';
import { positionsIn } from './positions-in.ts';
import type { Page, Question, Window } from '../query/question.ts';
import { ranked } from '../answers/ranking.ts';
import { RecentLists } from './recent-lists.ts';
import { besideInSeries, relatedTalks, toComeFirst } from '../answers/related.ts';
import type { Beside } from '../answers/related.ts';
import { SparseList } from './sparse-list.ts';
import { isCancelled, updatedFrom } from './talk-marks.ts';
import { positionOf } from './talk-slots.ts';
import { TextLists } from './text-lists.ts';
import { keyOfTerm } from '../query/text-query.ts';
import { ValueLists } from './value-lists.ts';

export interface SearchAnswer {
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
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  /** Everything but talks, by what people call it. */
  readonly names: NameLists;
  readonly places: PlaceTree;
  readonly #facets: FacetCounter;
  readonly #recent = new RecentLists<PositionList>(RECENT_BYTES);
  /** Whatever answers a question throws TermsNotLoaded where this does not know the question's text. */
  readonly texts: TextLists;

  constructor({ state, columns }: IndexState) {
    this.state = state;
    this.size = columns.talks.numbers.length;
    this.#columns = columns;
    this.#directory = new Directory(columns);
    this.#lists = new ValueLists(columns);
    this.names = new NameLists(columns, this.#directory, this.#lists);
    this.places = new PlaceTree(columns, this.#directory, this.#lists);
    this.#facets = new FacetCounter(columns, this.#directory);
    this.texts = new TextLists(columns, this.#lists);
  }

  /** The number of the talk with this slug, 0 when there is none. */
  talkNumber(slug: string): number {
    return this.#columns.talks.numbers[this.#position(slug)] ?? 0;
  }

  /** How many talks answer a question, and the numbers of those on its page, or on another, in order. */
  answer(question: Question, { page, count }: Page = question): SearchAnswer {
    const range = this.#range(question.window);
    const skip = (page - 1) * count;
    const found = this.#found(question, range);
    if (found === undefined) {
      const from = Math.min(range.from + skip, range.to);
      const talks = this.#columns.talks.numbers.slice(from, Math.min(from + count, range.to));
      return { total: range.to - range.from, talks };
    }
    const { text, order } = question;
    const positions =
      order === 'relevance' && text !== null
        ? ranked(found, this.texts.of(text), this.size, { skip, count })
        : found.slice(skip, count);
    return { total: found.size, talks: this.#numbers(positions) };
  }

  /** Which values the talks have that answer a question, on whatever page. */
  facets(question: Question): Facets {
    const range = this.#range(question.window);
    return this.#facets.facets(question, range, (asked) => this.#found(asked, range), facetsKey(question, range));
  }

  /** Numbers of the talks in the window that this person speaks at, in order. */
  speakerTalks(slug: string, window: Window): Uint32Array {
    const found = this.#speakerList(slug, this.#range(window));
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

  /** When each of these talks (numbers) starts, in seconds since 1970-01-01T00:00:00Z; 0 where there is none. */
  starts(talks: Uint32Array): Float64Array {
    const { starts } = this.#columns.talks;
    const found = new Float64Array(talks.length);
    for (const [at, number] of talks.entries()) found[at] = starts[this.#positionOf(number)] ?? 0;
    return found;
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

  /** Some of all talks, in the order of their numbers. */
  listedTalks(stretch: TalkStretch): ListedTalk[] {
    return listedTalks(this.#columns, stretch);
  }

  /** All talks in stretches of so many numbers, and when the last of each changed; none for a stretch without talks. */
  talkStretches(count: number): (TalkStretch & { readonly updated: number })[] {
    return talkStretches(this.#columns, count);
  }

  /**
   * Numbers of the talks nearest to one by shared topics and speakers, at most `limit`, those to come before those that were.
   * @param now seconds since 1970-01-01T00:00:00Z
   */
  related(slug: string, limit: number, now: number): Uint32Array {
    const position = this.#position(slug);
    if (position === -1) return new Uint32Array(0);
    const toCome = this.#range({ from: now, to: Infinity }).from;
    return this.#numbers(relatedTalks(this.#columns.talks, this.#lists, { position, now: toCome, limit }));
  }

  /**
   * These talks (numbers) by date, those to come before those that were, of which the latest is first.
   * @param now seconds since 1970-01-01T00:00:00Z
   */
  toComeFirst(talks: Uint32Array, now: number): Uint32Array {
    const positions = talks.map((number) => this.#positionOf(number));
    return this.#numbers(toComeFirst(positions, this.#range({ from: now, to: Infinity }).from));
  }

  /** The slugs of the talks right before and after one in its series; undefined where there is none. */
  beside(slug: string): Beside {
    return besideInSeries(this.#columns.talks, this.#lists, this.#position(slug));
  }

  /** The talks in the range that answer a question; undefined for all of them. */
  #found(question: Question, range: Range): PositionList | undefined {
    const asked = this.#asked(question, range);
    const found = asked.length === 0 ? undefined : this.#combine(question, asked, range);
    return question.cancelled === undefined ? found : this.#byStatus(question.cancelled, found, range);
  }

  /** Of these, or of all in the range, those that are cancelled or those that are not. */
  #byStatus(cancelled: 'omit' | 'only', found: PositionList | undefined, { from, to }: Range): PositionList {
    const { marks } = this.#columns.talks;
    const positions = found?.slice(0, found.size) ?? Uint32Array.from({ length: to - from }, (_, at) => from + at);
    const kept = positions.filter((position) => isCancelled(marks[position] ?? 0) === (cancelled === 'only'));
    return new SparseList(kept, 0, kept.length);
  }

  /** Whether the talk at a position answers a question. */
  #matching(question: Question): (position: number) => boolean {
    const range = this.#range(question.window);
    const found = this.#found(question, range);
    if (found === undefined) return (position) => position >= range.from && position < range.to;
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
    const { subvenues, subdepartments } = question;
    const asked: PositionList[][] = [];
    function ask(values: readonly string[], list: (value: string) => PositionList): void {
      if (values.length > 0) asked.push(values.map(list));
    }
    if (question.text !== null) asked.push(...this.texts.within(question.text, range).map((list) => [list]));
    ask(question.speakers, (slug) => this.#speakerList(slug, range));
    ask(question.series, (slug) => this.#seriesList(slug, range));
    ask(question.venues, (id) => this.#venueList(id, subvenues, range));
    ask(question.departments, (id) => this.#departmentList(id, subdepartments, range));
    ask(question.topics, (uri) => this.#lists.topic(this.#directory.number('topic', uri), range));
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

  #speakerList(slug: string, range: Range): PositionList {
    return this.#lists.speaker(this.#directory.number('person', slug), range);
  }

  #seriesList(slug: string, range: Range): PositionList {
    return this.#lists.series(this.#directory.number('series', slug), range);
  }

  #venueList(id: string, withBelow: boolean, range: Range): PositionList {
    return this.#lists.venue(this.#directory.number('place', id), withBelow, range);
  }

  #departmentList(id: string, withBelow: boolean, range: Range): PositionList {
    return this.#lists.department(this.#directory.number('place', id), withBelow, range);
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

  #range(window: Window): Range {
    return positionsIn(this.#columns.talks.starts, window);
  }

  /** Turns positions into numbers, in place. */
  #numbers(positions: Uint32Array): Uint32Array {
    const { numbers } = this.#columns.talks;
    for (let index = 0; index < positions.length; index += 1) positions[index] = numbers[positions[index] ?? 0] ?? 0;
    return positions;
  }
}

/** What the values of the talks depend on that answer a question: all of it but its order and its page. */
function facetsKey(
  { window: _window, order: _order, page: _page, count: _count, ...asked }: Question,
  range: Range,
): string {
  return `${range.from} ${range.to} ${JSON.stringify(asked)}`;
}

/** What the positions that answer a question depend on; no value holds a line feed. */
function recentKey(question: Question, range: Range): string {
  const { text, speakers, series, venues, departments, topics, subvenues, subdepartments } = question;
  const terms = text?.terms.map(keyOfTerm) ?? [];
  const values = [terms, speakers, series, venues, departments, topics].map((list) => list.join('\n'));
  return `${range.from} ${range.to} ${subvenues} ${subdepartments}\n\n${values.join('\n\n')}`;
}
