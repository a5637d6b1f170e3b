import type { Collection } from './collection.ts';
import type { Person } from './person.ts';
import type { Place } from './place.ts';
import type { RemovedTalk } from './removed-talk.ts';
import type { Series } from './series.ts';
import type { TalkRecord } from './talk.ts';
import type { Topic } from './topic.ts';

/** Whatever a catalogue holds: things, and what is left of talks. */
export type CatalogueRecord = Thing | RemovedTalk;

type Thing = Place | Person | Topic | Series | TalkRecord | Collection;

/** What an identifier can be of. A removed talk has the identifier of a talk. */
export type RecordType = Thing['type'];

/** What a record can say that it is. */
export type RecordKind = CatalogueRecord['type'];

/** In the order in which an export writes them: what is referred to comes first. */
export const RECORD_KINDS = [
  'place',
  'person',
  'topic',
  'series',
  'talk',
  'removed_talk',
  'collection',
] as const satisfies readonly RecordKind[];

/** In the same order. */
export const RECORD_TYPES = [
  'place',
  'person',
  'topic',
  'series',
  'talk',
  'collection',
] as const satisfies readonly RecordType[];

/** A table with something for each type. */
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

/** What names a record among those of its type: a place's id, a topic's URI, the slug of every other. */
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

/** A record and where it was read. */
export interface LocatedRecord {
  readonly record: CatalogueRecord;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Fields of a talk that its source does not mention: what is known of them stays, and what the record has is added. */
  readonly unsaid?: readonly UnsaidField[];
}

/** What may stay of a talk as it is known: everything but what it is known by and when it takes place. */
export type UnsaidField = Exclude<keyof TalkRecord, 'type' | 'slug' | 'start' | 'end' | 'updated' | 'history'>;
