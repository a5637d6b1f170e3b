import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { CatalogueRecord, RecordType } from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Series } from '#catalogue/series.ts';
import type { Talk, TalkRecord, TalkReference } from '#catalogue/talk.ts';
import type { Topic } from '#catalogue/topic.ts';

/** Stored JSON, as UTF-8. */
export type ExistingJson = Buffer;

/**
 * A record as stored: JSON of its own fields, without empty ones and without the identifier, which is a column. The
 * order of fields is fixed, so that equal records are equal text; and a field that a later version adds is empty in all
 * older records. A talk's references, UID and times are columns too, and of a removed talk everything is.
 */
export function recordJson(record: Exclude<CatalogueRecord, RemovedTalk>): string {
  const values: Readonly<Record<string, unknown>> = { ...record };
  const stored: Record<string, unknown> = {};
  for (const [field, empty] of FIELDS[record.type]) {
    const value = values[field];
    if (value !== empty && !(Array.isArray(value) && value.length === 0)) stored[field] = value;
  }
  return JSON.stringify(stored);
}

type StoredFields<T, Always extends keyof T> = Pick<T, Always> & {
  readonly [Field in Exclude<keyof T, Always>]?: T[Field];
};

type OfTalk = Omit<Talk, 'type' | 'slug' | 'uid' | 'updated' | TalkReference>;

const EMPTY_PLACE = { address: '', parent: null, latitude: null, longitude: null, accessibility: '' } as const;
const EMPTY_PERSON = { bio: '', webAddress: '', emailAddress: '', image: null } as const;
const EMPTY_SERIES = { description: '', occurrence: '', webAddress: '', image: null } as const;
const EMPTY_LISTS = { talks: [], series: [], organisingDepartments: [] } as const;
const EMPTY_TALK = {
  description: '',
  status: 'published',
  locationDetails: '',
  organiserEmail: '',
  variousSpeakers: false,
  audience: '',
  bookingRequired: '',
  bookingUrl: '',
  bookingEmail: '',
  cost: '',
  specialMessage: '',
  onlineUrl: '',
  materials: [],
  image: null,
  allDay: false,
} as const satisfies Partial<Talk>;

/** The stored fields in order, each with its empty value; undefined: it is never empty. */
const FIELDS: Readonly<Record<RecordType, readonly (readonly [field: string, empty: unknown])[]>> = {
  place: Object.entries({ kind: undefined, name: undefined, ...EMPTY_PLACE }),
  person: Object.entries({ name: undefined, ...EMPTY_PERSON }),
  topic: Object.entries({ label: undefined }),
  series: Object.entries({ title: undefined, ...EMPTY_SERIES }),
  talk: Object.entries({ title: undefined, start: undefined, end: undefined, ...EMPTY_TALK }),
  collection: Object.entries({ title: undefined, description: '', public: undefined, ...EMPTY_LISTS }),
};

export function placeFrom(id: string, json: ExistingJson): Place {
  const kept = parsed<StoredFields<Omit<Place, 'type' | 'id'>, 'kind' | 'name'>>(json);
  return { type: 'place', id, ...EMPTY_PLACE, ...kept };
}

export function personFrom(slug: string, json: ExistingJson): Person {
  const kept = parsed<StoredFields<Omit<Person, 'type' | 'slug'>, 'name'>>(json);
  return { type: 'person', slug, ...EMPTY_PERSON, ...kept };
}

export function topicFrom(uri: string, json: ExistingJson): Topic {
  const kept = parsed<StoredFields<Omit<Topic, 'type' | 'uri'>, 'label'>>(json);
  return { type: 'topic', uri, ...kept };
}

export function seriesFrom(slug: string, json: ExistingJson): Series {
  const kept = parsed<StoredFields<Omit<Series, 'type' | 'slug'>, 'title'>>(json);
  return { type: 'series', slug, ...EMPTY_SERIES, ...kept };
}

export function collectionFrom(slug: string, json: ExistingJson): Collection {
  const kept = parsed<StoredFields<Omit<Collection, 'type' | 'slug'>, 'title' | 'public'>>(json);
  return { type: 'collection', slug, description: '', ...EMPTY_LISTS, ...kept };
}

/** A talk's own fields; the caller adds its identifier and references. */
export function talkFieldsFrom(json: ExistingJson): OfTalk {
  const kept = parsed<StoredFields<OfTalk, 'title' | 'start' | 'end'>>(json);
  return { ...EMPTY_TALK, ...kept };
}

/** The name by which a search finds the talks that refer to a record; '' for a collection, which no talk refers to. */
export function nameOf(record: Exclude<CatalogueRecord, TalkRecord | RemovedTalk>): string {
  switch (record.type) {
    case 'place':
    case 'person':
      return record.name;
    case 'topic':
      return record.label;
    case 'series':
      return record.title;
    case 'collection':
      return '';
  }
}

/* oxlint-disable typescript/no-unsafe-return, typescript/no-unnecessary-type-parameters --
   Only recordJson writes these columns, so JSON written from a T parses as a T. */
function parsed<T>(json: ExistingJson): T {
  return JSON.parse(json.toString());
}
/* oxlint-enable typescript/no-unsafe-return, typescript/no-unnecessary-type-parameters */
