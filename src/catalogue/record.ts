import type { Collection } from './collection.js';
import type { Person } from './person.js';
import type { Place } from './place.js';
import type { Series } from './series.js';
import type { Talk } from './talk.js';
import type { Topic } from './topic.js';

/** Whatever a catalogue holds. */
export type CatalogueRecord = Place | Person | Topic | Series | Talk | Collection;

export type RecordType = CatalogueRecord['type'];

/** In the order in which an export writes them: what is referred to comes first. */
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

/** What names a record among those of its type: a place's id, a topic's URI, the slug of every other. */
export interface Identifier {
  readonly type: RecordType;
  readonly key: string;
}

export function keyOf(record: CatalogueRecord): string {
  switch (record.type) {
    case 'place':
      return record.id;
    case 'topic':
      return record.uri;
    case 'person':
    case 'series':
    case 'talk':
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
}
