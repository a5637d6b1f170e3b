import type { Database, Statement } from 'better-sqlite3';
import type { Person } from '#catalogue/person.js';
import type { Place } from '#catalogue/place.js';
import type { Series } from '#catalogue/series.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { timestampOf } from '#catalogue/timestamp.js';
import type { Topic } from '#catalogue/topic.js';
import { StoreUnavailable } from '../store.js';
import type { EntityReaders } from './entity.js';
import { talkFieldsFrom } from './record-json.js';
import { talkRefs } from './refs.js';
import type { TalkRefs } from './refs.js';

interface Row {
  readonly slug: Buffer;
  readonly updated: number;
  readonly refs: Buffer;
  readonly record: Buffer;
}

/** Talks that are read together when all are. */
const STRETCH = 500;

const SELECT = 'SELECT slug, updated, refs, record FROM talk JOIN talk_record USING (number) WHERE refs IS NOT NULL';

/** Talks, with all they refer to, out of their rows. */
export class TalkReader {
  readonly #entities: EntityReaders;
  readonly #byNumber: Statement<[number], Row>;
  readonly #after: Statement<[Buffer], Row>;

  constructor(db: Database, entities: EntityReaders) {
    this.#entities = entities;
    this.#byNumber = db.prepare(`${SELECT} AND number = ?`);
    this.#after = db.prepare(`${SELECT} AND slug > ? ORDER BY slug LIMIT ${STRETCH}`);
  }

  /** In the order asked for; undefined where there is none. */
  withNumbers(numbers: readonly number[]): (TalkDetails | undefined)[] {
    return this.#details(numbers.map((number) => this.#byNumber.get(number)));
  }

  /** By slug; a stretch at a time, so that what they refer to is looked up together. */
  *all(): Generator<TalkDetails> {
    for (let last: Buffer = Buffer.alloc(0); ;) {
      const rows = this.#after.all(last);
      yield* this.#details(rows).filter((talk) => talk !== undefined);
      const end = rows.at(-1)?.slug;
      if (end === undefined) return;
      last = end;
    }
  }

  #details(rows: readonly (Row | undefined)[]): (TalkDetails | undefined)[] {
    const talks = rows.map((row) => row && { row, refs: talkRefs(row.refs) });
    const lookUp = this.#lookUp(talks.flatMap((talk) => talk?.refs ?? []));
    return talks.map((talk) => talk && detailsOf(talk.row, talk.refs, lookUp));
  }

  #lookUp(refs: readonly TalkRefs[]): LookUp {
    const places = new Set<number>();
    const people = new Set<number>();
    const topics = new Set<number>();
    const series = new Set<number>();
    for (const of of refs) {
      if (of.series !== 0) series.add(of.series);
      if (of.venue !== 0) places.add(of.venue);
      if (of.department !== 0) places.add(of.department);
      for (const topic of of.topics) topics.add(topic);
      for (const list of [of.speakers, of.hosts, of.organisers]) for (const person of list) people.add(person);
    }
    return {
      places: this.#entities.place.withNumbers(places),
      people: this.#entities.person.withNumbers(people),
      topics: this.#entities.topic.withNumbers(topics),
      series: this.#entities.series.withNumbers(series),
    };
  }
}

/** What some talks refer to, by number. */
interface LookUp {
  readonly places: ReadonlyMap<number, Place>;
  readonly people: ReadonlyMap<number, Person>;
  readonly topics: ReadonlyMap<number, Topic>;
  readonly series: ReadonlyMap<number, Series>;
}

function detailsOf(row: Row, refs: TalkRefs, lookUp: LookUp): TalkDetails {
  const related = {
    series: oneOf(lookUp.series, refs.series),
    venue: oneOf(lookUp.places, refs.venue),
    organisingDepartment: oneOf(lookUp.places, refs.department),
    topics: allOf(lookUp.topics, refs.topics),
    speakers: allOf(lookUp.people, refs.speakers),
    hosts: allOf(lookUp.people, refs.hosts),
    organisers: allOf(lookUp.people, refs.organisers),
  };
  return { talk: talkOf(row, related), ...related };
}

function talkOf(row: Row, related: Omit<TalkDetails, 'talk'>): TalkDetails['talk'] {
  return {
    type: 'talk',
    slug: slugFrom(row.slug),
    ...talkFieldsFrom(row.record),
    series: related.series?.slug ?? null,
    venue: related.venue?.id ?? null,
    organisingDepartment: related.organisingDepartment?.id ?? null,
    topics: related.topics.map(({ uri }) => uri),
    speakers: related.speakers.map(({ slug }) => slug),
    hosts: related.hosts.map(({ slug }) => slug),
    organisers: related.organisers.map(({ slug }) => slug),
    updated: timestampOf(row.updated),
  };
}

function oneOf<T>(records: ReadonlyMap<number, T>, number: number): T | null {
  return number === 0 ? null : found(records, number);
}

function allOf<T>(records: ReadonlyMap<number, T>, numbers: Uint32Array): T[] {
  return Array.from(numbers, (number) => found(records, number));
}

function found<T>(records: ReadonlyMap<number, T>, number: number): T {
  const record = records.get(number);
  // No import leaves a reference to nothing: only a damaged file has one.
  if (record === undefined) throw new StoreUnavailable('The catalogue is damaged: a talk refers to what is not there.');
  return record;
}

function slugFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
