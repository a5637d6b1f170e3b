import type { CatalogueRecord } from '#catalogue/record.ts';
import { aCollection, aPerson, aPlace, aSeries, aTalk, aTopic } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

/** A catalogue with everything that a store keeps, and as the store completes it. */

export const LATER = new Date('2021-03-03T03:03:03Z');

export const ADA = aPerson(slugOf(1), {
  name: 'Ada',
  bio: 'Botanist',
  webAddress: 'https://ada.example.org/',
  emailAddress: 'ada@example.org',
});
export const BO = aPerson(slugOf(2), { name: 'Bo' });
export const UNIVERSITY = aPlace('place:1', { name: 'University' });
export const BOTANY = aPlace('place:2', { name: 'Botany', parent: 'place:1', address: '1 Green Lane' });
export const ROOM = aPlace('place:9', { kind: 'venue', latitude: 51.75, longitude: -1.25, accessibility: 'Lift' });
export const MOSS = aTopic('http://topics.example.org/moss');
export const FERN = aTopic('http://topics.example.org/fern');
export const TUESDAYS = aSeries(slugOf(5), {
  description: 'Weekly',
  occurrence: 'Tuesdays',
  webAddress: 'https://t.example.org',
});
export const TALK = aTalk(slugOf(7), {
  uid: 'moss@example.org',
  title: 'Moss in the dark',
  description: 'Crème brûlée of the forest floor',
  status: 'cancelled',
  series: TUESDAYS.slug,
  venue: ROOM.id,
  locationDetails: 'Upstairs',
  organisingDepartment: BOTANY.id,
  topics: [MOSS.uri, FERN.uri],
  speakers: [BO.slug, ADA.slug],
  hosts: [ADA.slug],
  organisers: [ADA.slug, BO.slug],
  organiserEmail: 'moss@example.org',
  variousSpeakers: true,
  audience: 'Public',
  bookingRequired: 'Recommended',
  bookingUrl: 'https://book.example.org/',
  bookingEmail: 'book@example.org',
  cost: 'Free',
  specialMessage: 'Moved',
  onlineUrl: 'https://online.example.org/',
  updated: '2015-09-09T09:09:09Z',
});
export const PLAIN = aTalk(slugOf(6), { start: '1969-12-31T23:59:59Z', end: '1969-12-31T23:59:59Z' });
export const LIST = aCollection(slugOf(8), {
  public: false,
  talks: [TALK.slug],
  series: [TUESDAYS.slug],
  organisingDepartments: [UNIVERSITY.id],
});

/** In the order of an export. */
export const CATALOGUE: readonly CatalogueRecord[] = [
  UNIVERSITY,
  BOTANY,
  ROOM,
  ADA,
  BO,
  FERN,
  MOSS,
  TUESDAYS,
  PLAIN,
  TALK,
  LIST,
];
/** The history of a talk that an import at NOW adds. */
export const NEW = { created: '2020-02-02T02:02:02Z', sequence: 0, previousStart: null };
export const KEPT_PLAIN = { ...PLAIN, updated: '2020-02-02T02:02:02Z', history: NEW };
/** A talk whose updated time is before its first import was created at that time. */
export const SEEN = { ...NEW, created: '2015-09-09T09:09:09Z' };
const KEPT_TALK = { ...TALK, history: SEEN };
export const DATED = CATALOGUE.map((record) => (record === PLAIN ? KEPT_PLAIN : record === TALK ? KEPT_TALK : record));
