import type { Collection } from '#catalogue/collection.ts';
import { byName } from '#catalogue/field.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Series } from '#catalogue/series.ts';
import { GIVEN_TEXTS, type TalkRecord } from '#catalogue/talk.ts';
import type { Topic } from '#catalogue/topic.ts';

/** Internal records. Fields that are not given are empty or have a default. */

export function aPlace(id: string, fields: Partial<Place> = {}): Place {
  const name = `Place ${id}`;
  const kind = 'organisation';
  const nowhere = { latitude: null, longitude: null };
  return { type: 'place', id, kind, name, address: '', parent: null, ...nowhere, accessibility: '', ...fields };
}

export function aPerson(slug: string, fields: Partial<Person> = {}): Person {
  return {
    type: 'person',
    slug,
    name: `Person ${slug}`,
    bio: '',
    webAddress: '',
    image: null,
    emailAddress: '',
    ...fields,
  };
}

export function aTopic(uri: string, fields: Partial<Topic> = {}): Topic {
  return { type: 'topic', uri, label: `Topic ${uri}`, ...fields };
}

export function aSeries(slug: string, fields: Partial<Series> = {}): Series {
  return {
    type: 'series',
    slug,
    title: `Series ${slug}`,
    description: '',
    occurrence: '',
    webAddress: '',
    image: null,
    ...fields,
  };
}

export function aTalk(slug: string, fields: Partial<TalkRecord> = {}): TalkRecord {
  return {
    type: 'talk',
    slug,
    uid: '',
    title: `Talk ${slug}`,
    start: '2015-10-06T10:00:00Z',
    end: '2015-10-06T11:00:00Z',
    allDay: false,
    description: '',
    status: 'published',
    series: null,
    venue: null,
    locationDetails: '',
    organisingDepartment: null,
    topics: [],
    speakers: [],
    hosts: [],
    organisers: [],
    variousSpeakers: false,
    ...byName(GIVEN_TEXTS, () => ''),
    materials: [],
    image: null,
    updated: null,
    history: null,
    ...fields,
  };
}

export function aRemovedTalk(slug: string, fields: Partial<RemovedTalk> = {}): RemovedTalk {
  return { type: 'removed_talk', slug, uid: '', removed: '2016-01-01T00:00:00Z', history: null, ...fields };
}

export function aCollection(slug: string, fields: Partial<Collection> = {}): Collection {
  const title = `Collection ${slug}`;
  const nothing = { talks: [], series: [], organisingDepartments: [] };
  return { type: 'collection', slug, title, description: '', public: true, ...nothing, ...fields };
}
