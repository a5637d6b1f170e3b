import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Topic } from '#catalogue/topic.ts';
import { historyFrom } from './existing-history.ts';
import type { ExistingHistory } from './existing-history.ts';
import type { ExistingJson } from './existing-rows.ts';
import { talkFieldsFrom } from './record-json.ts';
import type { TalkRefs } from './refs.ts';
import { StoreUnavailable } from './store.ts';

/** A talk as it was read. */
export interface TalkRow extends ExistingHistory {
  readonly slug: Slug;
  readonly uid: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly updated: number;
  readonly refs: TalkRefs;
  readonly record: ExistingJson;
}

/** Numbers of what some talks refer to. */
export interface Mentions {
  readonly place: ReadonlySet<number>;
  readonly person: ReadonlySet<number>;
  readonly topic: ReadonlySet<number>;
  readonly series: ReadonlySet<number>;
}

/** What some talks refer to, by number. */
export interface LookUp {
  readonly place: ReadonlyMap<number, Place>;
  readonly person: ReadonlyMap<number, Person>;
  readonly topic: ReadonlyMap<number, Topic>;
  readonly series: ReadonlyMap<number, Series>;
}

export function mentionsOf(talks: readonly (TalkRow | undefined)[]): Mentions {
  const mentions = {
    place: new Set<number>(),
    person: new Set<number>(),
    topic: new Set<number>(),
    series: new Set<number>(),
  };
  for (const talk of talks) {
    if (talk === undefined) continue;
    const { refs } = talk;
    if (refs.series !== 0) mentions.series.add(refs.series);
    if (refs.venue !== 0) mentions.place.add(refs.venue);
    if (refs.department !== 0) mentions.place.add(refs.department);
    for (const topic of refs.topics) mentions.topic.add(topic);
    for (const list of [refs.speakers, refs.hosts, refs.organisers])
      for (const person of list) mentions.person.add(person);
  }
  return mentions;
}

/** @throws StoreUnavailable when it refers to what is not there */
export function detailsOf(row: TalkRow, lookUp: LookUp): TalkDetails {
  const { refs } = row;
  const related = {
    series: oneOf(lookUp.series, refs.series),
    venue: oneOf(lookUp.place, refs.venue),
    organisingDepartment: oneOf(lookUp.place, refs.department),
    topics: allOf(lookUp.topic, refs.topics),
    speakers: allOf(lookUp.person, refs.speakers),
    hosts: allOf(lookUp.person, refs.hosts),
    organisers: allOf(lookUp.person, refs.organisers),
  };
  return { talk: talkOf(row, related), history: historyFrom(row), ...related };
}

function talkOf(row: TalkRow, related: Omit<TalkDetails, 'talk' | 'history'>): TalkDetails['talk'] {
  return {
    type: 'talk',
    slug: row.slug,
    uid: row.uid,
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
