import { LRUCache } from 'lru-cache';
import type { TalkTrait } from '#catalogue/talk-traits.ts';
import type { Directory } from '../names/directory.ts';
import { calendarIn, dayOfSecond } from '../query/calendar-date.ts';
import type { AttributeFilters, Excluded, Question } from '../query/question.ts';
import { keyOfTerm } from '../query/text-query.ts';
import type { Missing } from '../query/value-forms.ts';
import type { IndexColumns, TalkColumns } from './columns.ts';
import { type ListType, recordTypeOf } from './list-type.ts';
import {
  NO_POSITIONS,
  matchAll,
  matchWork,
  type PositionList,
  type Range,
  SparseList,
  unite,
} from './position-list.ts';
import { positionOf } from './slug-words.ts';
import { hasStatus, hasTrait, isCancelled } from './talk-marks.ts';
import type { TextLists } from './text-lists.ts';
import type { ValueLists } from './value-lists.ts';

/** Slugs and identifiers of what a collection contains. */
export interface CollectionParts {
  readonly talks: readonly string[];
  readonly series: readonly string[];
  readonly organisingDepartments: readonly string[];
}

/** Looks up a public collection; undefined: there is none. */
export type CollectionOf = (slug: string) => CollectionParts | undefined;

/** Bytes of cached positions. */
const RECENT_BYTES = 8 * 2 ** 20;

/** Positions are cached if finding them takes more estimated steps than this. */
const MUCH_WORK = 2000;

/** What is loaded from the store on demand. */
interface Loaded {
  readonly texts: TextLists;
  readonly collectionOf: CollectionOf;
}

/** Finds the positions of the talks that match a question. */
export class Matcher {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  readonly #texts: TextLists;
  readonly #collectionOf: CollectionOf;
  /** Clients that page through the results of a question need the same positions again. */
  readonly #recent = new LRUCache<string, PositionList>({
    maxSize: RECENT_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });

  constructor(columns: IndexColumns, directory: Directory, lists: ValueLists, { texts, collectionOf }: Loaded) {
    this.#columns = columns;
    this.#directory = directory;
    this.#lists = lists;
    this.#texts = texts;
    this.#collectionOf = collectionOf;
  }

  /** The talks in the range that match a question; undefined: all of them. */
  find(question: Question, range: Range): PositionList | undefined {
    const groups = this.#groups(question, range);
    const found = groups.length === 0 ? undefined : this.#matchAll(question, groups, range);
    const { cancelled, attributes, excluded } = question;
    const kept = excluded === undefined ? found : this.#filtered(this.#isKept(excluded, range), found, range);
    if (cancelled === undefined && attributes === undefined) return kept;
    return this.#filtered(attributeTest(this.#columns.talks, cancelled, attributes), kept, range);
  }

  /** The talks in the range that have a value. `withBelow`: for a place, includes everything under it (the default). */
  list(type: ListType, key: string, range: Range, withBelow?: boolean): PositionList {
    return this.#lists.of(type, this.#directory.number(recordTypeOf(type), key), range, withBelow);
  }

  /** The talks in the range that are listed by slug, or belong to the series, departments or anything under them. */
  inCollection(parts: CollectionParts, range: Range): PositionList {
    return unite(
      [
        this.#named(parts.talks, range),
        ...parts.series.map((slug) => this.list('series', slug, range)),
        ...parts.organisingDepartments.map((id) => this.list('department', id, range)),
      ],
      range,
    );
  }

  /** Filters `found`, or all talks in the range. */
  #filtered(passes: (position: number) => boolean, found: PositionList | undefined, { from, to }: Range): PositionList {
    // In place: each kept position is written at or before the place it was read from.
    const positions = found?.slice(0, found.size) ?? new Uint32Array(to - from);
    let kept = 0;
    for (let at = 0; at < positions.length; at += 1) {
      const position = found === undefined ? from + at : (positions[at] ?? 0);
      if (passes(position)) positions[kept++] = position;
    }
    return new SparseList(positions.subarray(0, kept), 0, kept);
  }

  /** Returns a test for talks in the range that have none of these values. */
  #isKept(excluded: Excluded, range: Range): (position: number) => boolean {
    const isOut = new Uint8Array(range.to - range.from);
    const leaveOut = (list: PositionList): void => {
      for (const position of list.slice(0, list.size)) isOut[position - range.from] = 1;
    };
    for (const slug of excluded.speakers) leaveOut(this.list('person', slug, range));
    for (const slug of excluded.series) leaveOut(this.list('series', slug, range));
    for (const id of excluded.venues) leaveOut(this.list('venue', id, range));
    for (const id of excluded.departments) leaveOut(this.list('department', id, range));
    for (const uri of excluded.topics) leaveOut(this.list('topic', uri, range));
    return (position) => isOut[position - range.from] === 0;
  }

  /** For each parameter of the question, the lists of its values. */
  #groups(question: Question, range: Range): PositionList[][] {
    const { subvenues, subdepartments } = question;
    const groups: PositionList[][] = [];
    function ask(values: readonly string[], list: (value: string) => PositionList): void {
      if (values.length > 0) groups.push(values.map(list));
    }
    if (question.text !== null) groups.push(...this.#texts.within(question.text, range).map((list) => [list]));
    ask(question.speakers, (slug) => this.list('person', slug, range));
    ask(question.hosts, (slug) => this.list('host', slug, range));
    ask(question.series, (slug) => this.list('series', slug, range));
    ask(question.venues, (id) => this.list('venue', id, range, subvenues));
    ask(question.departments, (id) => this.list('department', id, range, subdepartments));
    ask(question.topics, (uri) => this.list('topic', uri, range));
    ask(question.collections, (slug) => {
      const parts = this.#collectionOf(slug);
      return parts === undefined ? NO_POSITIONS : this.inCollection(parts, range);
    });
    if (question.talks.length > 0) groups.push([this.#named(question.talks, range)]);
    return groups;
  }

  /** Talks by slug, if they are in the range. */
  #named(slugs: readonly string[], { from, to }: Range): PositionList {
    const { talkSlots, talks } = this.#columns;
    const found = slugs.map((slug) => positionOf(slug, talkSlots, talks.slugs));
    const within = Uint32Array.from(found.filter((position) => position >= from && position < to)).sort();
    return new SparseList(within, 0, within.length);
  }

  /** A talk must match any value of every parameter. */
  #matchAll(question: Question, groups: readonly PositionList[][], range: Range): PositionList {
    const key = matchWork(groups, range) > MUCH_WORK ? recentKey(question, range) : undefined;
    const known = key === undefined ? undefined : this.#recent.get(key);
    if (known !== undefined) return known;
    const found = matchAll(groups, range);
    if (key !== undefined) this.#recent.set(key, found);
    return found;
  }
}

/** Cache key of the positions before exclusions and attributes. No value contains a line feed. */
function recentKey(question: Question, range: Range): string {
  const { text, speakers, hosts, series, venues, departments, topics, talks, collections } = question;
  const { subvenues, subdepartments } = question;
  const terms = text?.terms.map(keyOfTerm) ?? [];
  const values = [terms, speakers, hosts, series, venues, departments, topics, talks, collections].map((list) =>
    list.join('\n'),
  );
  return `${range.from} ${range.to} ${subvenues} ${subdepartments}\n\n${values.join('\n\n')}`;
}

/** The trait behind each value of `attendance`, `has` and `audience`. */
export const TRAIT_OF = {
  online: 'online',
  in_person: 'located',
  recording: 'recording',
  slides: 'slides',
  public: 'public',
  members: 'members',
} as const satisfies Readonly<Record<string, TalkTrait>>;

/** What a talk lacks, by its mark; without an end, it has no length. A talk online needs no room. */
const LACKS: Readonly<Record<Exclude<Missing, 'end'>, (mark: number) => boolean>> = {
  title: (mark) => hasTrait(mark, 'untitled'),
  speaker: (mark) => hasTrait(mark, 'withoutSpeaker'),
  abstract: (mark) => hasTrait(mark, 'withoutAbstract'),
  room: (mark) => !hasTrait(mark, 'located') && !hasTrait(mark, 'online'),
};

/** Returns a test for the attributes of the talk at a position. */
function attributeTest(
  { marks, starts, lengths }: TalkColumns,
  cancelled: 'omit' | 'only' | undefined,
  attributes: AttributeFilters | undefined,
): (position: number) => boolean {
  const tests: ((mark: number) => boolean)[] = [];
  if (cancelled !== undefined) tests.push((mark) => isCancelled(mark) === (cancelled === 'only'));
  if (attributes !== undefined) tests.push(...markTests(attributes));
  const isEvening = attributes?.evening === undefined ? undefined : eveningTest(attributes.timeZone);
  const missing = attributes?.missing ?? [];
  const lacksEnd = missing.includes('end');
  const lacks = (mark: number): boolean => missing.some((one) => one !== 'end' && LACKS[one](mark));
  return (position) => {
    const mark = marks[position] ?? 0;
    for (const test of tests) if (!test(mark)) return false;
    if (missing.length > 0 && !lacks(mark) && !(lacksEnd && lengths[position] === 0)) return false;
    return isEvening === undefined || isEvening(starts[position] ?? 0) === attributes?.evening;
  };
}

function markTests({
  status,
  attendance,
  has,
  audience,
  free,
  bookingRequired,
  long,
}: AttributeFilters): ((mark: number) => boolean)[] {
  const tests: ((mark: number) => boolean)[] = [];
  if (status.length > 0) tests.push((mark) => status.some((one) => hasStatus(mark, one)));
  if (attendance.length > 0) tests.push((mark) => attendance.some((one) => hasTrait(mark, TRAIT_OF[one])));
  if (has.length > 0) tests.push((mark) => has.some((one) => hasTrait(mark, TRAIT_OF[one])));
  if (audience.length > 0) tests.push((mark) => audience.some((one) => hasTrait(mark, TRAIT_OF[one])));
  if (free !== undefined) tests.push((mark) => hasTrait(mark, 'free') === free);
  if (bookingRequired !== undefined) tests.push((mark) => hasTrait(mark, 'bookingRequired') === bookingRequired);
  if (long === true) tests.push((mark) => hasTrait(mark, 'long'));
  return tests;
}

/**
 * Returns a test for moments (seconds since 1970-01-01T00:00:00Z) in the evening. Fast if they come in ascending order,
 * because the last day is cached.
 */
export function eveningTest(timeZone: string): (second: number) => boolean {
  const calendar = calendarIn(timeZone);
  let dayStarts = Infinity;
  let dayEnds = -Infinity;
  let evening = Infinity;
  return (second) => {
    if (second < dayStarts || second >= dayEnds) {
      const day = dayOfSecond(calendar, second);
      dayStarts = calendar.startOfDay(day);
      dayEnds = calendar.startOfDay(day + 1);
      evening = calendar.startOfEvening(day);
    }
    return second >= evening;
  };
}
