import type { Collection } from '#catalogue/collection.ts';
import { byName } from '#catalogue/field.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import { GIVEN_TEXTS } from '#catalogue/talk.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import type { Topic } from '#catalogue/topic.ts';
import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import type { Subject } from '#representations/negotiation/formats.ts';
import { json } from '#representations/json/json.ts';
import { pathLinks } from '#representations/links/links.ts';
import { searchHead } from '#representations/links/search-head.ts';
import {
  assemble,
  type Envelope,
  type NameListKind,
  type Publication,
  type Representation,
  type SearchHead,
} from '#representations/representation.ts';
import type { Suggestion } from '#search/names/browse.ts';
import type { NamedValue } from '#search/query/request.ts';

const PUBLICATION: Publication = {
  baseUrl: 'https://talks.example.org',
  placesUrl: '//places.example.org/places/',
  mapsUrl: '//maps.example.org/#/places/',
  timeZone: 'Europe/London',
  links: 'paths',
  uidForm: 'slug',
};

const SERIES: Series = {
  type: 'series',
  slug: '4d1f0a52-8a43-4f7e-b6b4-2f0a3c1d9e80',
  title: 'The Lighthouse Lectures',
  description: 'Optics for everyone who keeps a light burning.',
  occurrence: 'Mondays at five',
  webAddress: '',
  image: null,
};

const SPEAKER: Person = {
  type: 'person',
  slug: 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34',
  name: 'Ada Fresnel',
  bio: 'Institute of Coastal Light',
  webAddress: '',
  image: null,
  emailAddress: '',
};

const COLLECTION: Collection = {
  type: 'collection',
  slug: '7e6d5c4b-3a29-4817-9605-f4e3d2c1b0a9',
  title: 'Light and sound',
  description: 'Chosen for those who teach physics.',
  public: true,
  talks: [],
  series: [],
  organisingDepartments: [],
};

const VENUE: Place = {
  type: 'place',
  id: 'place:23233603',
  kind: 'venue',
  name: 'Keeper House',
  address: '1 Harbour Road, Exampleton',
  parent: null,
  latitude: null,
  longitude: null,
  accessibility: '',
};

const DEPARTMENT: Place = {
  type: 'place',
  id: 'place:23232546',
  kind: 'organisation',
  name: 'Department of Optics',
  address: '',
  parent: null,
  latitude: null,
  longitude: null,
  accessibility: '',
};

const TOPIC: Topic = { type: 'topic', uri: 'http://id.worldcat.org/fast/1012163', label: 'Lighthouses' };

export const TALK: DatedTalk = {
  changed: '2026-12-01T09:30:00Z',
  talk: {
    type: 'talk',
    slug: '0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
    uid: '',
    title: 'How far a lamp is seen',
    start: '2027-01-18T17:00:00Z',
    end: '2027-01-18T18:00:00Z',
    allDay: false,
    description: 'What the lens does, what the air undoes, and what the eye makes of the rest.',
    status: 'published',
    series: SERIES.slug,
    venue: 'place:23233603',
    locationDetails: 'Seminar room 2',
    organisingDepartment: 'place:23232546',
    topics: ['http://id.worldcat.org/fast/1012163'],
    speakers: [SPEAKER.slug],
    hosts: [],
    organisers: [],
    variousSpeakers: false,
    ...byName(GIVEN_TEXTS, () => ''),
    organiserEmail: 'lectures@example.org',
    audience: 'Open to everyone',
    bookingRequired: 'Not required',
    cost: 'Free',
    materials: [],
    image: null,
    updated: '2026-12-01T09:30:00Z',
  },
  history: { created: '2026-11-02T10:00:00Z', sequence: 0, previousStart: null },
  series: SERIES,
  venue: VENUE,
  venuesAbove: [],
  organisingDepartment: DEPARTMENT,
  topics: [TOPIC],
  speakers: [SPEAKER],
  hosts: [],
  organisers: [],
};

const SUGGESTED: readonly Suggestion[] = [
  { type: 'person', key: SPEAKER.slug, name: SPEAKER.name, talks: 12, upcoming: 2 },
];

/** Examples by route name. The service itself writes them, so they cannot differ from real responses. */
function bodies(): Readonly<Record<string, unknown>> {
  const writer = json(PUBLICATION);
  const links = pathLinks(PUBLICATION);
  const headOf = (subject: Subject, path: string, parameters: readonly NamedValue[]): SearchHead => {
    const others = alternates(subject, PUBLICATION.baseUrl + path, alternateQuery(parameters));
    return searchHead(PUBLICATION, { path, parameters, page: 1, count: 20, total: 1, alternates: others });
  };
  const week = [
    { name: 'from', value: '2027-01-18' },
    { name: 'to', value: 'plus7' },
  ];
  const listing = (envelope: Envelope): unknown => read(assemble(envelope, [writer.item(TALK)]));
  return {
    searchTalks: read(assemble(writer.search(headOf('search', links.talkSearch, week)), [writer.talk(TALK)])),
    getTalk: read(assemble(writer.talkDocument, [writer.talk(TALK)])),
    getSeries: listing(writer.series(SERIES, alternates('series', links.series(SERIES.slug)))),
    getCollection: listing(writer.collection(COLLECTION, alternates('collection', links.collection(COLLECTION.slug)))),
    getPerson: listing(writer.person(SPEAKER, alternates('person', links.person(SPEAKER.slug)))),
    getDepartment: listing(
      writer.place({ ...DEPARTMENT, above: [] }, headOf('department', links.department(DEPARTMENT.id), [])),
    ),
    getVenue: listing(writer.place({ ...VENUE, above: [] }, headOf('venue', links.venue(VENUE.id), []))),
    getTopic: listing(writer.topic(TOPIC, headOf('topic', links.topic, [{ name: 'uri', value: TOPIC.uri }]))),
    ...nameLists(writer),
    getEntryPoint: read(writer.entryPoint()),
  };
}

/** A page of each list of names, with one entry. */
function nameLists(writer: Representation): Readonly<Record<string, unknown>> {
  const links = pathLinks(PUBLICATION);
  const head = (path: string): SearchHead =>
    searchHead(PUBLICATION, { path, parameters: [], page: 1, count: 100, total: 1 });
  const list = (kind: NameListKind, path: string, key: string, name: string): unknown =>
    read(writer.names({ kind, entries: [{ key, name, talks: 12, upcoming: 5 }], head: head(path) }));
  const place = { key: DEPARTMENT.id, name: DEPARTMENT.name, talks: 12, upcoming: 5, places: 0 };
  const suggestions = {
    kind: 'suggestions',
    entries: SUGGESTED,
    self: `${PUBLICATION.baseUrl}${links.suggest}?q=ada`,
  } as const;
  return {
    listPeople: list('people', links.people, SPEAKER.slug, SPEAKER.name),
    listSeries: list('series', links.allSeries, SERIES.slug, SERIES.title),
    listCollections: list('collections', links.collections, COLLECTION.slug, COLLECTION.title),
    listPlaces: read(writer.names({ kind: 'places', role: 'department', entries: [place], head: head(links.places) })),
    suggestNames: read(writer.names(suggestions)),
  };
}

function read(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString());
}

export const EXAMPLES: {
  readonly bodies: Readonly<Record<string, unknown>>;
  readonly ids: Readonly<Record<string, string>>;
} = {
  bodies: bodies(),
  ids: {
    getTalk: TALK.talk.slug,
    getSeries: SERIES.slug,
    getPerson: SPEAKER.slug,
    getDepartment: DEPARTMENT.id,
    getVenue: VENUE.id,
    getCollection: COLLECTION.slug,
  },
};
