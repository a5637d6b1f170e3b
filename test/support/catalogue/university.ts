import { collection, organisation, person, series, slugOf, talk, topic, UPDATED, venue } from './wire-records.ts';
import type { WireRecord } from './wire-records.ts';

/** A small catalogue in which each field of the API has a value in one record and is empty in another. */

export const ADA = '5a3e1c1e-0000-4000-8000-000000000001';
export const BO = '5a3e1c1e-0000-4000-8000-000000000002';
export const CY = '5a3e1c1e-0000-4000-8000-000000000003';

export const MOSS_TOPIC = 'http://topics.example.org/moss?form=dry&wet';
export const LAW_TOPIC = 'https://topics.example.org/law';

export const PLANTS = 'd95be2ef-10bb-43d3-a46c-99dccf7151a0';
export const NO_TALKS = 'd95be2ef-10bb-43d3-a46c-99dccf7151a1';

export const GARDEN = 'f6e6d9e6-d166-47d9-a894-35bc2f4a4580';
export const PRIVATE = 'f6e6d9e6-d166-47d9-a894-35bc2f4a4581';
export const EMPTY = 'f6e6d9e6-d166-47d9-a894-35bc2f4a4582';

export const RICH = '52360e07-9b8b-477d-8bc7-8a25995e5ef8';
export const BARE = '88ba512b-8ac1-4191-a86e-340f8f3fed1d';
/** A valid slug that no record has. */
export const NOBODY = slugOf(0xffffffff);

const RICH_TALK: WireRecord = {
  type: 'talk',
  slug: RICH,
  title: 'Moss "in the dark": β < γ & 日本語?',
  start: '2015-10-06T10:00:00Z',
  end: '2015-10-06T11:30:00Z',
  description: 'On moss.\n\nAnd on ferns;\r\nboth <em>green</em>.',
  status: 'cancelled',
  series: PLANTS,
  venue: 'place:1001',
  location_details: 'Seminar room',
  organising_department: 'place:2001',
  topics: [LAW_TOPIC, MOSS_TOPIC],
  speakers: [BO, ADA],
  hosts: [CY],
  organisers: [ADA],
  organiser_email: 'moss@example.org',
  various_speakers: true,
  audience: 'Public',
  booking_required: 'Recommended',
  booking_url: 'https://book.example.org/?a=1&b=2',
  booking_email: 'book@example.org',
  cost: '£5',
  special_message: 'The lift is broken',
  online_url: 'https://live.example.org/moss',
  updated: UPDATED,
};

export const UNIVERSITY: readonly WireRecord[] = [
  organisation('place:2000', { name: 'University', address: '1 High Street' }),
  organisation('place:2001', { name: 'Department of Botany', address: '2 Garden Lane', parent: 'place:2000' }),
  organisation('oxpoints:2002', { name: 'Faculty of Law', parent: 'place:2000' }),
  venue('place:1000', { name: 'Garden Site', address: '1 Garden Lane' }),
  venue('place:1001', { name: 'Glass House', address: '1 Garden Lane', parent: 'place:1000' }),
  venue('oxpoints:1002', { name: 'Potting Shed', parent: 'place:1000', latitude: 51.75, longitude: -1.25 }),
  person(ADA, { name: 'Ada Núñez', bio: 'Reader in Botany', email_address: 'ada@private.example.org' }),
  person(BO, { name: 'Bo Host', web_address: 'https://people.example.org/bo' }),
  person(CY, { name: 'Cy <Organiser>' }),
  topic(MOSS_TOPIC, { label: 'Moss' }),
  topic(LAW_TOPIC, { label: 'Law' }),
  series(PLANTS, {
    title: 'Plants & people',
    description: 'Every week.\n\nAll are welcome.',
    occurence: 'Tuesdays of full term',
    web_address: 'https://plants.example.org/',
  }),
  series(NO_TALKS, { title: 'Not yet' }),
  RICH_TALK,
  {
    type: 'talk',
    slug: BARE,
    title: 'Untold',
    start: '2015-07-31T08:05:00Z',
    end: '2015-07-31T08:05:00Z',
    updated: UPDATED,
  },
  talk(slugOf(1), '2015-01-20T17:00:00Z', { title: 'In winter', series: PLANTS, venue: 'oxpoints:1002' }),
  talk(slugOf(2), '2016-02-02T17:00:00Z', {
    title: 'On the law of gardens',
    organising_department: 'oxpoints:2002',
    status: 'preparation',
  }),
  talk(slugOf(3), '2016-02-03T17:00:00Z', { title: 'Of the whole university', organising_department: 'place:2000' }),
  collection(GARDEN, {
    title: 'Garden talks',
    description: 'Chosen by the gardeners',
    talks: [BARE, RICH],
    series: [PLANTS],
    organising_departments: ['oxpoints:2002'],
  }),
  collection(PRIVATE, { title: 'Nobody else is to see this', public: false, talks: [RICH], series: [PLANTS] }),
  collection(EMPTY, { title: 'Nothing chosen' }),
];

/** Addresses of resources with talks. */
export const RESOURCES = [
  '/api/talks/search?from=2015-01-01',
  '/api/events/search?from=2015-01-01',
  `/api/talks/${RICH}`,
  `/api/series/${PLANTS}`,
  `/api/collections/id/${GARDEN}`,
  `/api/person/${ADA}`,
  '/api',
];

/** Addresses of lists of names, which say how many talks are upcoming: they differ from day to day. */
export const NAME_LISTS = [
  '/api/people',
  '/api/series?q=pla',
  '/api/collections?count=1',
  '/api/topics',
  '/api/places?depth=2',
  '/api/places?role=venue&under=place:1000',
  '/api/suggest?q=g',
];
