import { ADA, BARE, BO, CY, LAW_TOPIC, MOSS_TOPIC, PLANTS, RICH } from './university.ts';
import { UPDATED } from './wire-records.ts';

/** Talks of `UNIVERSITY` as `application/json`, with their members in order. */

const ADA_JSON = {
  _links: { self: { href: `/api/person/${ADA}` }, talks_page: { href: `/talks/persons/id/${ADA}` } },
  name: 'Ada Núñez',
  bio: 'Reader in Botany',
  slug: ADA,
};

const BO_JSON = {
  _links: { self: { href: `/api/person/${BO}` }, talks_page: { href: `/talks/persons/id/${BO}` } },
  name: 'Bo Host',
  bio: '',
  slug: BO,
};

const CY_JSON = {
  _links: { self: { href: `/api/person/${CY}` }, talks_page: { href: `/talks/persons/id/${CY}` } },
  name: 'Cy <Organiser>',
  bio: '',
  slug: CY,
};

const {
  title: richTitle,
  _links: richLinks,
  ...richRest
} = {
  _links: {
    self: { href: `/api/talks/${RICH}` },
    talks_page: { href: `/talks/id/${RICH}/` },
    ics: { href: `/api/talks/${RICH}.ics` },
  },
  title: 'Moss "in the dark": β < γ & 日本語?',
  title_display: 'Moss "in the dark": β < γ & 日本語?',
  slug: RICH,
  start: '2015-10-06T10:00:00Z',
  end: '2015-10-06T11:30:00Z',
  all_day: false,
  timezone: 'Europe/London',
  formatted_date: '6 October 2015, 11:00',
  formatted_time: '11:00',
  status: 'cancelled',
  special_message: 'The lift is broken',
  description: 'On moss.\n\nAnd on ferns;\r\nboth <em>green</em>.',
  location_details: 'Seminar room',
  location_summary: 'Glass House, Seminar room, 1 Garden Lane',
  online_url: 'https://live.example.org/moss',
  series: { slug: PLANTS, title: 'Plants & people' },
  audience: 'Public',
  booking_required: 'Recommended',
  booking_url: 'https://book.example.org/?a=1&b=2',
  booking_email: 'book@example.org',
  cost: '£5',
  organiser_email: 'moss@example.org',
  url: `https://talks.example.org/talks/id/${RICH}/`,
  updated: UPDATED,
  _embedded: {
    speakers: [BO_JSON, ADA_JSON],
    hosts: [CY_JSON],
    organisers: [ADA_JSON],
    various_speakers: true,
    venue: {
      _links: { self: { href: '//places.example.org/places/place:1001' } },
      name: 'Glass House',
      map_link: '//www.openstreetmap.org/search?query=1%20Garden%20Lane',
      address: '1 Garden Lane',
    },
    organising_department: {
      _links: { self: { href: '//places.example.org/places/place:2001' } },
      name: 'Department of Botany',
      map_link: '//www.openstreetmap.org/search?query=2%20Garden%20Lane',
      address: '2 Garden Lane',
    },
    topics: [
      { uri: LAW_TOPIC, label: 'Law' },
      { uri: MOSS_TOPIC, label: 'Moss' },
    ],
  },
};

const {
  title: bareTitle,
  _links: bareLinks,
  ...bareRest
} = {
  _links: {
    self: { href: `/api/talks/${BARE}` },
    talks_page: { href: `/talks/id/${BARE}/` },
    ics: { href: `/api/talks/${BARE}.ics` },
  },
  title: 'Untold',
  title_display: 'Untold',
  slug: BARE,
  start: '2015-07-31T08:05:00Z',
  end: '2015-07-31T08:05:00Z',
  all_day: false,
  timezone: 'Europe/London',
  formatted_date: '31 July 2015, 9:05',
  formatted_time: '09:05',
  status: 'published',
  special_message: '',
  description: '',
  location_details: '',
  location_summary: null,
  online_url: '',
  series: null,
  audience: '',
  booking_required: '',
  booking_url: '',
  booking_email: '',
  cost: '',
  organiser_email: '',
  url: `https://talks.example.org/talks/id/${BARE}/`,
  updated: UPDATED,
  _embedded: {
    speakers: [],
    hosts: [],
    organisers: [],
    various_speakers: false,
    venue: null,
    organising_department: null,
    topics: [],
  },
};

export const RICH_TALK_JSON = { _links: richLinks, title: richTitle, ...richRest };
export const RICH_ITEM_JSON = { _links: richLinks, ...richRest };
export const BARE_TALK_JSON = { _links: bareLinks, title: bareTitle, ...bareRest };
export const BARE_ITEM_JSON = { _links: bareLinks, ...bareRest };

/** The same talk as strict HAL clients get it: without null, and with resources only among those that are embedded. */
export function strictHal(
  talk: typeof BARE_TALK_JSON | typeof RICH_TALK_JSON | typeof BARE_ITEM_JSON | typeof RICH_ITEM_JSON,
): object {
  const { various_speakers, topics, ...embedded } = talk._embedded;
  const resources = Object.fromEntries(Object.entries(embedded).filter(([, value]) => value !== null));
  const linked = topics.map(({ uri, label }: { uri: string; label: string }) => ({
    _links: {
      self: { href: `/api/topics?uri=${encodeURIComponent(uri).replaceAll('%3A', ':').replaceAll('%2F', '/')}` },
    },
    uri,
    label,
  }));
  return { ...talk, various_speakers, _embedded: { ...resources, topics: linked } };
}
