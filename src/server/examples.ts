import type { Person } from '#catalogue/person.js';
import type { Series } from '#catalogue/series.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { json } from '#representations/json.js';
import { searchHead } from '#representations/links.js';
import { assemble, type Publication } from '#representations/representation.js';

const PUBLICATION: Publication = {
  baseUrl: 'https://talks.example.org',
  placesUrl: '//places.example.org/places/',
  mapsUrl: '//maps.example.org/#/places/',
  timeZone: 'Europe/London',
  links: 'paths',
};

const SERIES: Series = {
  type: 'series',
  slug: '4d1f0a52-8a43-4f7e-b6b4-2f0a3c1d9e80',
  title: 'The Lighthouse Lectures',
  description: 'Optics for everyone who keeps a light burning.',
  occurrence: 'Mondays at five',
  webAddress: '',
};

const SPEAKER: Person = {
  type: 'person',
  slug: 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34',
  name: 'Ada Fresnel',
  bio: 'Institute of Coastal Light',
  webAddress: '',
  emailAddress: '',
};

const TALK: TalkDetails = {
  talk: {
    type: 'talk',
    slug: '0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
    uid: '',
    title: 'How far a lamp is seen',
    start: '2027-01-18T17:00:00Z',
    end: '2027-01-18T18:00:00Z',
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
    organiserEmail: 'lectures@example.org',
    variousSpeakers: false,
    audience: 'Open to everyone',
    bookingRequired: 'Not required',
    bookingUrl: '',
    bookingEmail: '',
    cost: 'Free',
    specialMessage: '',
    onlineUrl: '',
    updated: '2026-12-01T09:30:00Z',
  },
  history: { created: '2026-11-02T10:00:00Z', sequence: 0, previousStart: null },
  series: SERIES,
  venue: {
    type: 'place',
    id: 'place:23233603',
    kind: 'venue',
    name: 'Keeper House',
    address: '1 Harbour Road, Exampleton',
    parent: null,
    latitude: null,
    longitude: null,
  },
  organisingDepartment: {
    type: 'place',
    id: 'place:23232546',
    kind: 'organisation',
    name: 'Department of Optics',
    address: '',
    parent: null,
    latitude: null,
    longitude: null,
  },
  topics: [{ type: 'topic', uri: 'http://id.worldcat.org/fast/1012163', label: 'Lighthouses' }],
  speakers: [SPEAKER],
  hosts: [],
  organisers: [],
};

/** Answers as the service writes them, by the name of their route: an example cannot differ from the real thing. */
function bodies(): Readonly<Record<string, unknown>> {
  const writer = json(PUBLICATION);
  const search = (path: '/api/talks/search' | '/api/events/search'): unknown => {
    const parameters = [
      { name: 'from', value: '2027-01-18' },
      { name: 'to', value: 'plus7' },
    ];
    const head = searchHead(PUBLICATION, { path, parameters, page: 1, count: 20, total: 1 });
    return read(assemble(writer.search(head), [writer.talk(TALK)]));
  };
  const collection = {
    type: 'collection' as const,
    slug: '7e6d5c4b-3a29-4817-9605-f4e3d2c1b0a9',
    title: 'Light and sound',
    description: 'Chosen for those who teach physics.',
    public: true,
    talks: [],
    series: [],
    organisingDepartments: [],
  };
  return {
    searchTalks: search('/api/talks/search'),
    searchEvents: search('/api/events/search'),
    getTalk: read(assemble(writer.talkDocument, [writer.talk(TALK)])),
    getSeries: read(assemble(writer.series(SERIES), [writer.item(TALK)])),
    getCollection: read(assemble(writer.collection(collection), [writer.item(TALK)])),
    getPerson: read(assemble(writer.person(SPEAKER), [writer.item(TALK)])),
    getEntryPoint: read(writer.entryPoint()),
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
    talkPage: TALK.talk.slug,
    getSeries: SERIES.slug,
    seriesPage: SERIES.slug,
    getPerson: SPEAKER.slug,
    personPage: SPEAKER.slug,
    getCollection: '7e6d5c4b-3a29-4817-9605-f4e3d2c1b0a9',
    collectionPage: '7e6d5c4b-3a29-4817-9605-f4e3d2c1b0a9',
    asset: 'pages.css',
  },
};
