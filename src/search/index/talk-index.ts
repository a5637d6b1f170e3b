import { isSlug } from '#catalogue/slug.ts';
import { overAt } from '#catalogue/talk-length.ts';
import { LONG } from '#catalogue/talk-traits.ts';
import type { StoreState } from '#store/store.ts';
import type { AttributeFacet } from '../answers/attribute-facets.ts';
import { type ChangesAnswer, changesOf } from '../answers/changed-talks.ts';
import { FacetCounter, type FacetPage, type FacetPart, type Facets } from '../answers/facets.ts';
import { type Beside, besideInSeries, relatedTalks, toComeFirst } from '../answers/related.ts';
import { NameLists } from '../names/browse.ts';
import { Directory } from '../names/directory.ts';
import type { ChangesFrom } from '../query/change-cursor.ts';
import type { FacetKind } from '../query/page-question.ts';
import type { Page, Question } from '../query/question.ts';
import type { Ongoing, Window } from '../query/window.ts';
import type { IndexColumns, IndexState, TalkColumns } from './columns.ts';
import { type CollectionOf, type CollectionParts, Matcher } from './matcher.ts';
import { PlaceTree } from './place-tree.ts';
import { type PositionList, positionsIn, type Range, SparseList } from './position-list.ts';
import { positionOf, slugAt } from './slug-words.ts';
import { hasTrait, isCancelled, updatedFrom } from './talk-marks.ts';
import { ranked, TextLists } from './text-lists.ts';
import { SEARCHES } from './traced-searches.ts';
import { ValueLists } from './value-lists.ts';

interface SearchAnswer {
  /** Matching talks on all pages. */
  readonly total: number;
  /** Numbers of the talks on the page, in order. */
  readonly talks: Uint32Array;
}

/** A talk in a sitemap. */
interface SitemapTalk {
  readonly slug: string;
  /** When it last changed, in seconds since 1970-01-01T00:00:00Z. */
  readonly updated: number;
}

/** A range of talk numbers. Numbers are never reused, so a talk stays in its range. */
interface TalkRange {
  /** 1 and up. */
  readonly first: number;
  readonly count: number;
}

/**
 * All talks sorted by (start, slug), and for each value that a question can name, the talks that have it. Immutable: a
 * change makes a new index.
 */
export class TalkIndex {
  readonly state: StoreState;
  /** The number of talks. */
  readonly size: number;
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  /** The records other than talks, by name. */
  readonly names: NameLists;
  readonly places: PlaceTree;
  readonly #ongoing: OngoingTalks;
  readonly #facets: FacetCounter;
  readonly #matcher: Matcher;
  /** Methods that take a question fail until this has the terms of its text. */
  readonly texts: TextLists;

  /** @param collectionOf reads collections at the version of the index */
  constructor({ state, columns }: IndexState, collectionOf: CollectionOf = () => undefined) {
    this.state = state;
    this.size = columns.talks.numbers.length;
    this.#columns = columns;
    this.#directory = new Directory(columns);
    this.#lists = new ValueLists(columns.postings);
    this.names = new NameLists(columns, this.#directory, this.#lists);
    this.places = new PlaceTree(columns, this.#directory, this.#lists);
    this.#ongoing = new OngoingTalks(columns.talks);
    this.#facets = new FacetCounter(columns, this.#directory);
    this.texts = new TextLists(columns, this.#lists);
    this.#matcher = new Matcher(columns, this.#directory, this.#lists, {
      texts: this.texts,
      collectionOf,
    });
  }

  /** The number of the talk with this slug; 0 if there is none. */
  talkNumber(slug: string): number {
    return this.#columns.talks.numbers[this.#position(slug)] ?? 0;
  }

  /** The number of talks that match a question, and those on a page (by default the question's), in order. */
  answer(question: Question, part: Page = question): SearchAnswer {
    if (!SEARCHES.hasSubscribers) return this.#answer(question, part);
    return SEARCHES.traceSync(() => this.#answer(question, part), { question });
  }

  #answer(question: Question, { page, count }: Page): SearchAnswer {
    const { window } = question;
    const range = this.#range(window);
    const skip = (page - 1) * count;
    const found = this.#within(window, range, (part) => this.#matcher.find(question, part));
    if (question.order === 'latest') return this.#latest(found, range, { skip, count });
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

  /** A page counted from the end, the last talk first. @param found undefined: all in the range */
  #latest(
    found: PositionList | undefined,
    range: Range,
    { skip, count }: { readonly skip: number; readonly count: number },
  ): SearchAnswer {
    const total = found?.size ?? range.to - range.from;
    const to = Math.max(0, total - skip);
    const from = Math.max(0, to - count);
    const { numbers } = this.#columns.talks;
    const talks =
      found === undefined
        ? numbers.slice(range.from + from, range.from + to)
        : this.#numbers(found.slice(from, to - from));
    return { total, talks: talks.reverse() };
  }

  /**
   * Counts the values of all talks that match a question, whatever its page.
   * @param timeZone IANA name of the time zone of evenings; undefined: attributes are not counted
   */
  facets(question: Question, timeZone?: string): Facets & { readonly attributes?: readonly AttributeFacet[] } {
    const range = this.#range(question.window);
    return this.#facets.facets(
      question,
      range,
      (asked) => this.#within(question.window, range, (part) => this.#matcher.find(asked, part)),
      () => `${timeZone ?? ''} ${facetsKey(question, range)}`,
      timeZone,
    );
  }

  /** A page of the values of one facet, the most frequent first. */
  facetPage(kind: FacetKind, question: Question, part: FacetPart): FacetPage {
    const range = this.#range(question.window);
    return this.#facets.page(
      kind,
      question,
      range,
      (asked) => this.#within(question.window, range, (within) => this.#matcher.find(asked, within)),
      part,
    );
  }

  /** Numbers of the talks by a speaker in the window, in order. */
  speakerTalks(slug: string, window: Window): Uint32Array {
    return this.#talksOf(window, (range) => this.#matcher.list('person', slug, range));
  }

  /** Numbers of a series' talks in the window, in order. */
  seriesTalks(slug: string, window: Window): Uint32Array {
    return this.#talksOf(window, (range) => this.#matcher.list('series', slug, range));
  }

  /** Numbers of the talks of a collection in the window, with everything under its departments, in order. */
  collectionTalks(parts: CollectionParts, window: Window): Uint32Array {
    return this.#talksOf(window, (range) => this.#matcher.inCollection(parts, range));
  }

  /** When any of these talks (numbers), as in DatedTalk, last changed; undefined for none. In seconds since 1970-01-01T00:00:00Z. */
  changedLast(talks: Uint32Array): number | undefined {
    const { versions } = this.#columns;
    let last = 0;
    for (const number of talks) if (this.#positionOf(number) !== -1) last = Math.max(last, versions.talk[number] ?? 0);
    return last === 0 ? undefined : this.#timeOf(last);
  }

  /** When a talk (its number), as in DatedTalk, last changed, in the same unit. */
  changedAt(talk: number): number {
    return this.#timeOf(this.#columns.versions.talk[talk] ?? 0);
  }

  /** When the catalogue last changed, removals included, in the same unit; 0 if it never did. */
  get changed(): number {
    return this.#timeOf(this.state.version);
  }

  #timeOf(version: number): number {
    return this.#columns.versionTimes[version] ?? 0;
  }

  /** The earliest and the latest start of these talks (numbers), in seconds since 1970-01-01T00:00:00Z; undefined for none. */
  span(talks: Uint32Array): { first: number; last: number } | undefined {
    const { starts } = this.#columns.talks;
    // Positions are in the order of starts.
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

  /** The latest version of the store that changed a talk (number), or a record that it refers to. */
  talkVersion(number: number): number {
    return this.#columns.versions.talk[number] ?? 0;
  }

  /** When each of these talks (numbers) starts, in seconds since 1970-01-01T00:00:00Z; 0 for none. */
  starts(talks: Uint32Array): Float64Array {
    const { starts } = this.#columns.talks;
    const found = new Float64Array(talks.length);
    for (const [at, number] of talks.entries()) found[at] = starts[this.#positionOf(number)] ?? 0;
    return found;
  }

  /**
   * A page of what changed in the results of a question: a talk, something it refers to, or whether it matches.
   * Applying every page in order yields exactly the current matches, even if the catalogue changes meanwhile.
   * @param count the most talks and removals together
   */
  changes(question: Question, from: ChangesFrom, count: number): ChangesAnswer {
    return changesOf(this.#columns, this.#matching(question), from, count);
  }

  /**
   * When an answer from this moment on will next be another.
   * @param now seconds since 1970-01-01T00:00:00Z, as is what it returns; Infinity if no talk begins or ends any more
   */
  nextChange(now: number): number {
    return this.#ongoing.nextChange(now);
  }

  /** Filters numbers of talks: those that are not cancelled, in the same order. */
  withoutCancelled(talks: Uint32Array): Uint32Array {
    return talks.filter((number) => !this.#isCancelled(number));
  }

  /** Filters numbers of talks: those that are cancelled, in the same order. */
  onlyCancelled(talks: Uint32Array): Uint32Array {
    return talks.filter((number) => this.#isCancelled(number));
  }

  /** Talks in the order of their numbers. */
  talksInRange(range: TalkRange): SitemapTalk[] {
    const { slugs } = this.#columns.talks;
    return this.#positionsIn(range).map((at) => ({ slug: slugAt(slugs, at), updated: this.#updatedAt(at) }));
  }

  /** All talks in ranges of `count` numbers, with the latest change of each; ranges without talks are left out. */
  talkRanges(count: number): (TalkRange & { readonly updated: number })[] {
    const ranges: (TalkRange & { readonly updated: number })[] = [];
    for (let first = 1; first < this.#columns.talkPositions.length; first += count) {
      const updated = Math.max(...this.#positionsIn({ first, count }).map((at) => this.#updatedAt(at)));
      if (updated !== -Infinity) ranges.push({ first, count, updated });
    }
    return ranges;
  }

  #positionsIn({ first, count }: TalkRange): number[] {
    const slots = this.#columns.talkPositions.subarray(first, first + count).filter((slot) => slot !== 0);
    return Array.from(slots, (slot) => slot - 1);
  }

  #updatedAt(position: number): number {
    const { updates, marks } = this.#columns.talks;
    return updatedFrom(updates[position] ?? 0, marks[position] ?? 0);
  }

  /**
   * Numbers of at most `limit` talks that share the most topics and speakers with a talk, upcoming ones first.
   * @param now seconds since 1970-01-01T00:00:00Z
   */
  related(slug: string, limit: number, now: number): Uint32Array {
    const position = this.#position(slug);
    if (position === -1) return new Uint32Array(0);
    const toCome = this.#range({ from: now, to: Infinity }).from;
    return this.#numbers(relatedTalks(this.#columns.talks, this.#lists, { position, now: toCome, limit }));
  }

  /**
   * Sorts numbers of talks: upcoming ones by date, then past ones, latest first.
   * @param now seconds since 1970-01-01T00:00:00Z
   */
  toComeFirst(talks: Uint32Array, now: number): Uint32Array {
    const positions = talks.map((number) => this.#positionOf(number));
    return this.#numbers(toComeFirst(positions, this.#range({ from: now, to: Infinity }).from));
  }

  /** The numbers of the talks before and after a talk in its series; 0 if there is none. */
  beside(slug: string): Beside {
    return besideInSeries(this.#columns.talks, this.#lists, this.#position(slug));
  }

  /** Returns a test for positions of talks that match a question. */
  #matching(question: Question): (position: number) => boolean {
    const range = this.#range(question.window);
    const found = this.#matcher.find(question, range);
    if (found === undefined) return (position) => position >= range.from && position < range.to;
    const isFound = new Uint8Array(this.size);
    for (const position of found.slice(0, found.size)) isFound[position] = 1;
    return (position) => isFound[position] === 1;
  }

  #position(slug: string): number {
    return isSlug(slug) ? positionOf(slug, this.#columns.talkSlots, this.#columns.talks.slugs) : -1;
  }

  /** The position of the talk with this number; -1 if there is none. */
  #positionOf(number: number): number {
    return (this.#columns.talkPositions[number] ?? 0) - 1;
  }

  #isCancelled(number: number): boolean {
    return isCancelled(this.#columns.talks.marks[this.#positionOf(number)] ?? 0);
  }

  #range(window: Window): Range {
    return positionsIn(this.#columns.talks.starts, window);
  }

  #talksOf(window: Window, find: (range: Range) => PositionList): Uint32Array {
    const list = this.#within(window, this.#range(window), find);
    return this.#numbers(list?.slice(0, list.size) ?? new Uint32Array(0));
  }

  /**
   * What is found in a window: among the talks that start in it and, if it has them, those that go on from before.
   * @param range of the talks that start in it
   * @param find in a range; undefined: all in it
   */
  #within(
    { ongoing }: Window,
    range: Range,
    find: (range: Range) => PositionList | undefined,
  ): PositionList | undefined {
    const found = find(range);
    if (ongoing === undefined) return found;
    const earlier = this.#ongoing.before(range.from, ongoing);
    const [first] = earlier;
    if (first === undefined) return found;
    const matching = find({ from: first, to: range.from });
    const kept = earlier.subarray(0, matching?.keepCommon(earlier, earlier.length) ?? earlier.length);
    if (kept.length === 0) return found;
    const later =
      found?.slice(0, found.size) ?? Uint32Array.from({ length: range.to - range.from }, (_, at) => range.from + at);
    const all = new Uint32Array(kept.length + later.length);
    all.set(kept);
    all.set(later, kept.length);
    return new SparseList(all, 0, all.length);
  }

  /** Replaces positions by numbers, in place. */
  #numbers(positions: Uint32Array): Uint32Array {
    const { numbers } = this.#columns.talks;
    for (let index = 0; index < positions.length; index += 1) positions[index] = numbers[positions[index] ?? 0] ?? 0;
    return positions;
  }
}

/** Cache key: equal for questions with the same facets, which do not depend on order, page and count. */
function facetsKey({ window, order: _order, page: _page, count: _count, ...asked }: Question, range: Range): string {
  return `${range.from} ${range.to} ${JSON.stringify({ ...asked, ongoing: window.ongoing })}`;
}

/** Finds the talks that go on: the few that may last several days, whenever they began, and others of the last hours. */
export class OngoingTalks {
  readonly #talks: TalkColumns;
  /** Ascending positions of the long talks; computed on first use. */
  #long: readonly number[] | undefined;

  constructor(talks: TalkColumns) {
    this.#talks = talks;
  }

  /** Positions, ascending, of the talks before a position that are not over. */
  before(position: number, { at, onlyLong }: Ongoing): Uint32Array {
    const { starts, lengths, marks } = this.#talks;
    const found: number[] = [];
    const take = (one: number): void => {
      if (overAt(starts[one] ?? 0, lengths[one] ?? 0) > at) found.push(one);
    };
    for (const one of (this.#long ??= longOnes(marks))) {
      if (one >= position) break;
      take(one);
    }
    if (onlyLong) return Uint32Array.from(found);
    const recent = positionsIn(starts, { from: at - LONG, to: at });
    for (let one = recent.from; one < Math.min(recent.to, position); one += 1)
      if (!hasTrait(marks[one] ?? 0, 'long')) take(one);
    return Uint32Array.from(found).sort();
  }

  /**
   * When the talks that are to come or go on will next be others: a second after the next start, or at the end of a talk
   * that goes on.
   * @param now seconds since 1970-01-01T00:00:00Z, as is what it returns; Infinity if there is none
   */
  nextChange(now: number): number {
    const { starts, lengths } = this.#talks;
    const { from } = positionsIn(starts, { from: now, to: Infinity });
    const ends = Array.from(this.before(from, { at: now, onlyLong: false }), (one) =>
      overAt(starts[one] ?? 0, lengths[one] ?? 0),
    );
    return ends.reduce((first, one) => Math.min(first, one), (starts[from] ?? Infinity) + 1);
  }
}

function longOnes(marks: Uint32Array): readonly number[] {
  const found: number[] = [];
  for (let position = 0; position < marks.length; position += 1)
    if (hasTrait(marks[position] ?? 0, 'long')) found.push(position);
  return found;
}
