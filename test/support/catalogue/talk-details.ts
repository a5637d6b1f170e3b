import type { Collection } from '#catalogue/collection.ts';
import { byName } from '#catalogue/field.ts';
import type { Person } from '#catalogue/person.ts';
import type { Series } from '#catalogue/series.ts';
import { GIVEN_TEXTS } from '#catalogue/talk.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';

const speaker: Person = {
  type: 'person',
  slug: '5a3e1c1e-0000-4000-8000-000000000001',
  name: 'Ada Núñez',
  bio: 'Reader in Botany',
  webAddress: 'https://people.example.org/ada',
  emailAddress: 'ada@private.example.org',
  image: null,
};

const host: Person = { ...speaker, slug: '5a3e1c1e-0000-4000-8000-000000000002', name: 'Bo Host', bio: '' };
const organiser: Person = { ...host, slug: '5a3e1c1e-0000-4000-8000-000000000003', name: 'Cy Organiser' };

export const series: Series = {
  type: 'series',
  slug: 'd95be2ef-10bb-43d3-a46c-99dccf7151a0',
  title: 'Plants & people',
  description: 'Every week.\n\nAll are welcome.',
  occurrence: 'Tuesdays of full term',
  webAddress: '',
  image: null,
};

export const collection: Collection = {
  type: 'collection',
  slug: 'f6e6d9e6-d166-47d9-a894-35bc2f4a4580',
  title: 'Garden talks',
  description: 'Chosen by the gardeners',
  public: true,
  talks: [],
  series: [series.slug],
  organisingDepartments: [],
};

/** A talk with a value in every field. */
export const richTalk: DatedTalk = {
  talk: {
    type: 'talk',
    slug: '52360e07-9b8b-477d-8bc7-8a25995e5ef8',
    uid: '',
    title: 'Moss "in the dark": β < γ?',
    start: '2015-10-06T10:00:00Z',
    end: '2015-10-06T11:30:00Z',
    allDay: false,
    description: 'On moss.\n\nAnd on ferns;\nboth green.',
    status: 'cancelled',
    series: series.slug,
    venue: 'place:1001',
    locationDetails: 'Seminar room',
    organisingDepartment: 'place:2001',
    topics: ['http://topics.example.org/moss'],
    speakers: [speaker.slug],
    hosts: [host.slug],
    organisers: [organiser.slug],
    organiserEmail: 'moss@example.org',
    variousSpeakers: true,
    audience: 'Public',
    bookingRequired: 'Recommended',
    bookingUrl: 'https://book.example.org/?a=1&b=2',
    bookingEmail: 'book@example.org',
    cost: '£5',
    specialMessage: 'The lift is broken',
    onlineUrl: 'https://live.example.org/moss',
    materials: [],
    image: null,
    updated: '2015-09-01T08:07:06Z',
  },
  changed: '2015-09-01T08:07:06Z',
  history: { created: '2015-08-01T00:00:00Z', sequence: 2, previousStart: '2015-10-05T10:00:00Z' },
  series,
  venue: {
    type: 'place',
    id: 'place:1001',
    kind: 'venue',
    name: 'Glass House',
    address: '1 Garden Lane',
    parent: null,
    latitude: null,
    longitude: null,
    accessibility: '',
  },
  venuesAbove: [],
  organisingDepartment: {
    type: 'place',
    id: 'place:2001',
    kind: 'organisation',
    name: 'Department of Botany',
    address: '',
    parent: null,
    latitude: null,
    longitude: null,
    accessibility: '',
  },
  topics: [{ type: 'topic', uri: 'http://topics.example.org/moss', label: 'Moss' }],
  speakers: [speaker],
  hosts: [host],
  organisers: [organiser],
};

/** A talk with required fields only. */
export const bareTalk: DatedTalk = {
  talk: {
    type: 'talk',
    slug: '88ba512b-8ac1-4191-a86e-340f8f3fed1d',
    uid: '',
    title: 'Untold',
    start: '2015-07-31T08:05:00Z',
    end: '2015-07-31T08:05:00Z',
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
    updated: '2015-07-01T00:00:00Z',
  },
  changed: '2015-07-01T00:00:00Z',
  history: { created: '2015-07-01T00:00:00Z', sequence: 0, previousStart: null },
  series: null,
  venue: null,
  venuesAbove: [],
  organisingDepartment: null,
  topics: [],
  speakers: [],
  hosts: [],
  organisers: [],
};

/** A past talk with one material of each type. */
export const recordedTalk: DatedTalk = {
  ...bareTalk,
  talk: {
    ...bareTalk.talk,
    materials: [
      { type: 'recording', url: 'https://video.example.org/watch?v=1&t=2', title: 'The <whole> talk' },
      { type: 'slides', url: 'https://files.example.org/moss.pdf', title: '' },
      { type: 'paper', url: 'https://doi.example.org/10.1/moss', title: 'On moss' },
      { type: 'picture', url: 'https://files.example.org/moss.jpg', title: 'Moss' },
      { type: 'live_stream', url: 'https://live.example.org/1', title: '' },
      { type: 'link', url: 'https://moss.example.org/', title: '' },
    ],
  },
};
