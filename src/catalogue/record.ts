import { COLLECTION_FIELDS } from './collection.ts';
import type { Collection } from './collection.ts';
import { wireName } from './field.ts';
import type { Field } from './field.ts';
import { PERSON_FIELDS } from './person.ts';
import type { Person } from './person.ts';
import { PLACE_FIELDS } from './place.ts';
import type { Place } from './place.ts';
import type { Provenance } from './provenance.ts';
import { REMOVED_TALK_FIELDS } from './removed-talk.ts';
import type { RemovedTalk } from './removed-talk.ts';
import { SERIES_FIELDS } from './series.ts';
import type { Series } from './series.ts';
import { TALK_FIELDS } from './talk.ts';
import type { TalkRecord } from './talk.ts';
import { TOPIC_FIELDS } from './topic.ts';
import type { Topic } from './topic.ts';

/** A record of a catalogue, including removed talks. */
export type CatalogueRecord = Thing | RemovedTalk;

type Thing = Place | Person | Topic | Series | TalkRecord | Collection;

/** A line of a catalogue file. */
export type FileRecord = CatalogueRecord | Provenance;

/** Types with identifiers of their own; a removed talk has the identifier of a talk. */
export type RecordType = Thing['type'];

/** Values of a record's `type`. */
export type RecordKind = CatalogueRecord['type'];

/** In the order of an export: records come after those they refer to. */
export const RECORD_KINDS = [
  'place',
  'person',
  'topic',
  'series',
  'talk',
  'removed_talk',
  'collection',
] as const satisfies readonly RecordKind[];

/** The same for all lines of a catalogue file. */
export const FILE_KINDS = [...RECORD_KINDS, 'provenance'] as const satisfies readonly FileRecord['type'][];

/** In the same order. */
export const RECORD_TYPES = [
  'place',
  'person',
  'topic',
  'series',
  'talk',
  'collection',
] as const satisfies readonly RecordType[];

/** An object with one value for each type. */
export function byType<T>(make: (type: RecordType) => T): Record<RecordType, T> {
  return {
    place: make('place'),
    person: make('person'),
    topic: make('topic'),
    series: make('series'),
    talk: make('talk'),
    collection: make('collection'),
  };
}

/** The same for each kind. */
export function byKind<T>(make: (kind: RecordKind) => T): Record<RecordKind, T> {
  return { ...byType(make), removed_talk: make('removed_talk') };
}

export type NamedField = Field & { readonly name: string; readonly wire: string };

/** The fields of each kind of record, in the order of catalogue files. */
export const FIELDS: Readonly<Record<RecordKind, readonly NamedField[]>> = {
  place: named(PLACE_FIELDS),
  person: named(PERSON_FIELDS),
  topic: named(TOPIC_FIELDS),
  series: named(SERIES_FIELDS),
  talk: named(TALK_FIELDS),
  removed_talk: named(REMOVED_TALK_FIELDS),
  collection: named(COLLECTION_FIELDS),
};

function named(fields: Readonly<Record<string, Field>>): readonly NamedField[] {
  return Object.entries(fields).map(([name, field]) => ({
    wire: wireName(name),
    ...field,
    name,
  }));
}

export function isEmpty({ empty }: Field, value: unknown): boolean {
  return value === empty || (Array.isArray(value) && value.length === 0);
}

/** Identifies a record within its type: the id of a place, the URI of a topic, the slug of others. */
export interface Identifier {
  readonly type: RecordType;
  readonly key: string;
}

export function typeOf({ type }: CatalogueRecord): RecordType {
  return type === 'removed_talk' ? 'talk' : type;
}

export function recordKey(record: CatalogueRecord): string {
  switch (record.type) {
    case 'place':
      return record.id;
    case 'topic':
      return record.uri;
    case 'person':
    case 'series':
    case 'talk':
    case 'removed_talk':
    case 'collection':
      return record.slug;
  }
}

/** `type key`: identifies a record among all. */
export function typedKey(record: CatalogueRecord): string {
  return `${typeOf(record)} ${recordKey(record)}`;
}

/** A record with its position. */
export interface LocatedRecord {
  readonly record: CatalogueRecord;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Fields of a talk that its source does not mention: existing values are kept. */
  readonly unsaid?: readonly UnsaidField[];
  /**
   * Of a talk of a source: its SEQUENCE there, 0 if it has none. If another talk has its UID, it gets one of its own.
   */
  readonly sourceSequence?: number;
}

/** Fields that may be kept: all but identity and time. */
export type UnsaidField = Exclude<keyof TalkRecord, 'type' | 'slug' | 'start' | 'end' | 'updated' | 'history'>;
