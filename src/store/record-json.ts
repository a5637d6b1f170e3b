import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import { isObject } from '#catalogue/json-object.ts';
import type { CatalogueRecord, RecordType } from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Series } from '#catalogue/series.ts';
import type { Talk, TalkRecord } from '#catalogue/talk.ts';
import { traitsOf } from '#catalogue/talk-traits.ts';
import type { Topic } from '#catalogue/topic.ts';
import { NAME_FIELDS } from './entity-type.ts';
import { statusCode, statusFrom } from './status-code.ts';

/** Stored JSON, as UTF-8. */
export type ExistingJson = Buffer;

/**
 * A record as stored: JSON of its own fields, without empty ones and without the identifier, which is a column. The
 * order of fields is fixed, so that equal records are equal text; and a field that a later version adds is empty in all
 * older records. A talk's references, UID and times are columns too, and of a removed talk everything is.
 */
export function recordJson(record: Exclude<CatalogueRecord, RemovedTalk>): string {
  return JSON.stringify(recordFields(record));
}

type StoredFields<T, Always extends keyof T> = Pick<T, Always> & {
  readonly [Field in Exclude<keyof T, Always>]?: T[Field];
};

type OfTalk = Omit<Talk, 'type' | 'slug' | 'uid' | 'updated' | TalkReference>;
/** The fields of a talk that refer to other records. */
export type TalkReference =
  'series' | 'venue' | 'organisingDepartment' | 'topics' | 'speakers' | 'hosts' | 'organisers';

/** Undefined fields are left out of the JSON. */
function recordFields(record: Exclude<CatalogueRecord, RemovedTalk>): object {
  switch (record.type) {
    case 'place':
      return placeFields(record);
    case 'person':
      return personFields(record);
    case 'topic':
      return { label: record.label };
    case 'series':
      return seriesFields(record);
    case 'talk':
      return talkFields(record);
    case 'collection':
      return collectionFields(record);
  }
}

function placeFields(place: Place): object {
  return {
    kind: place.kind,
    name: place.name,
    address: place.address || undefined,
    parent: place.parent ?? undefined,
    latitude: place.latitude ?? undefined,
    longitude: place.longitude ?? undefined,
    accessibility: place.accessibility || undefined,
  };
}

function personFields(person: Person): object {
  return {
    name: person.name,
    bio: person.bio || undefined,
    webAddress: person.webAddress || undefined,
    emailAddress: person.emailAddress || undefined,
    image: person.image ?? undefined,
  };
}

function seriesFields(series: Series): object {
  return {
    title: series.title,
    description: series.description || undefined,
    occurrence: series.occurrence || undefined,
    webAddress: series.webAddress || undefined,
    image: series.image ?? undefined,
  };
}

function collectionFields(collection: Collection): object {
  return {
    title: collection.title,
    description: collection.description || undefined,
    public: collection.public,
    talks: some(collection.talks),
    series: some(collection.series),
    organisingDepartments: some(collection.organisingDepartments),
  };
}

function talkFields(talk: Talk): object {
  return {
    title: talk.title,
    start: talk.start,
    end: talk.end,
    description: talk.description || undefined,
    status: talk.status === 'published' ? undefined : talk.status,
    locationDetails: talk.locationDetails || undefined,
    organiserEmail: talk.organiserEmail || undefined,
    variousSpeakers: talk.variousSpeakers || undefined,
    audience: talk.audience || undefined,
    bookingRequired: talk.bookingRequired || undefined,
    bookingUrl: talk.bookingUrl || undefined,
    bookingEmail: talk.bookingEmail || undefined,
    cost: talk.cost || undefined,
    specialMessage: talk.specialMessage || undefined,
    onlineUrl: talk.onlineUrl || undefined,
    materials: some(talk.materials),
    image: talk.image ?? undefined,
  };
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

export function placeFrom(id: string, json: ExistingJson): Place {
  const kept = parsed<StoredFields<Omit<Place, 'type' | 'id'>, 'kind' | 'name'>>(json);
  return {
    type: 'place',
    id,
    address: '',
    parent: null,
    latitude: null,
    longitude: null,
    accessibility: '',
    ...kept,
  };
}

export function personFrom(slug: string, json: ExistingJson): Person {
  const kept = parsed<StoredFields<Omit<Person, 'type' | 'slug'>, 'name'>>(json);
  return { type: 'person', slug, bio: '', webAddress: '', emailAddress: '', image: null, ...kept };
}

export function topicFrom(uri: string, json: ExistingJson): Topic {
  const kept = parsed<StoredFields<Omit<Topic, 'type' | 'uri'>, 'label'>>(json);
  return { type: 'topic', uri, ...kept };
}

export function seriesFrom(slug: string, json: ExistingJson): Series {
  const kept = parsed<StoredFields<Omit<Series, 'type' | 'slug'>, 'title'>>(json);
  return { type: 'series', slug, description: '', occurrence: '', webAddress: '', image: null, ...kept };
}

export function collectionFrom(slug: string, json: ExistingJson): Collection {
  const kept = parsed<StoredFields<Omit<Collection, 'type' | 'slug'>, 'title' | 'public'>>(json);
  return { type: 'collection', slug, description: '', talks: [], series: [], organisingDepartments: [], ...kept };
}

/** A talk's own fields; the caller adds its identifier and references. */
export function talkFieldsFrom(json: ExistingJson): OfTalk {
  const kept = parsed<StoredFields<OfTalk, 'title' | 'start' | 'end'>>(json);
  return { ...EMPTY_TALK, ...kept };
}

/** A talk's status code (`status-code.ts`) with the traits of its record; unchanged if the record cannot be read. */
export function codeWithTraits(code: number, json: ExistingJson): number {
  return isRecordJson('talk', json) ? statusCode(statusFrom(code), traitsOf(talkFieldsFrom(json))) : code;
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

/** Whether the JSON can be read at all; for records stored before there were checksums. */
export function isRecordJson(type: RecordType, json: ExistingJson): boolean {
  try {
    const kept = parsed<unknown>(json);
    return isObject(kept) && typeof kept[type === 'talk' ? 'title' : NAME_FIELDS[type]] === 'string';
  } catch {
    return false;
  }
}

/* eslint-disable @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unnecessary-type-parameters --
   Only keptJson writes these columns, so JSON written from a T parses as a T. */
function parsed<T>(json: ExistingJson): T {
  return JSON.parse(json.toString());
}
/* eslint-enable */

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
} as const satisfies Partial<Talk>;
