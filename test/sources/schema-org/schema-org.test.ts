import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../../support/sources/read-source.ts';
import type { ReadSource } from '../../support/sources/read-source.ts';

type Members = Record<string, unknown>;

const EVENT: Members = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  '@id': 'https://example.org/moss#event',
  name: 'On moss',
  startDate: '2026-10-27T17:00:00+00:00',
  endDate: '2026-10-27T18:00:00+00:00',
};

function read(document: unknown): Promise<ReadSource> {
  return readSource(readSchemaOrg, JSON.stringify(document));
}

async function talksOf(document: unknown): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await read(document);
  assert.deepEqual(problems, []);
  return talks;
}

async function talkOf(more: Members): Promise<SourceTalk> {
  const talks = await talksOf({ ...EVENT, ...more });
  const [talk] = talks;
  assert.ok(talk !== undefined && talks.length === 1, `${talks.length} talks`);
  return talk;
}

async function timesOf(more: Members): Promise<string> {
  const { start, end, clock } = await talkOf({ endDate: undefined, ...more });
  return `${start} ${end} ${clock}`;
}

async function problemsOf(document: unknown): Promise<string[]> {
  const { problems } = await read(document);
  return problems.map(({ line, where, what, hint }) => `${line} ${where}: ${what}${hint === '' ? ' NO HINT' : ''}`);
}

const FULL: Members = {
  description: 'Of moss',
  url: 'https://example.org/moss',
  dateModified: '2026-10-01T12:00:00Z',
  inLanguage: { '@type': 'Language', name: 'English', alternateName: 'en' },
  location: {
    '@type': 'Place',
    '@id': 'https://example.org/places/1',
    name: 'Glass House',
    address: {
      '@type': 'PostalAddress',
      streetAddress: '1 Garden Lane',
      addressLocality: 'Astermouth',
      postalCode: 'AM1 1AA',
      addressCountry: { '@type': 'Country', name: 'UK' },
    },
    geo: { '@type': 'GeoCoordinates', latitude: '51.5', longitude: -0.1 },
    containedInPlace: { '@type': 'Place', name: 'The Gardens' },
  },
  performer: [
    { '@type': 'Person', '@id': 'https://example.org/ada', name: 'Ada Núñez', affiliation: { name: 'Botany' } },
    'Bo Fern',
    { '@type': 'Role', performer: { '@type': 'Person', givenName: 'Cy', familyName: 'Bog' } },
  ],
  organizer: [
    { '@type': 'Organization', name: 'Department of Botany', email: 'moss@example.org' },
    { '@type': 'Person', name: 'Di Dew', email: 'mailto:di@example.org' },
  ],
  about: { '@type': 'Thing', '@id': 'https://topics.example.org/moss', name: 'Moss' },
  keywords: 'bogs, ferns,Moss,',
  audience: { '@type': 'Audience', audienceType: 'Everybody' },
  offers: { '@type': 'Offer', url: 'https://book.example.org/', price: '5', priceCurrency: 'GBP' },
  superEvent: {
    '@type': 'EventSeries',
    '@id': 'https://example.org/series',
    name: 'Mosses',
    sameAs: 'https://moss.example.org/',
  },
  doorTime: '2026-10-27T16:30:00+00:00',
};

describe('a schema.org event', () => {
  it('yields a talk with all supported fields', async () => {
    const talk = await talkOf(FULL);
    const { key, title, start, end, clock, description, url, updated, language, status, specialMessage } = talk;
    assert.deepEqual(
      { key, title, start, end, clock, description, url, updated, language, status, specialMessage },
      {
        key: 'https://example.org/moss#event',
        title: 'On moss',
        start: '2026-10-27T17:00:00Z',
        end: '2026-10-27T18:00:00Z',
        clock: 'moment',
        description: 'Of moss',
        url: 'https://example.org/moss',
        updated: '2026-10-01T12:00:00Z',
        language: 'en',
        status: 'published',
        specialMessage: 'Doors open at 16:30',
      },
    );
    assert.deepEqual(talk.venue, {
      name: 'Glass House',
      key: 'https://example.org/places/1',
      address: '1 Garden Lane, Astermouth, AM1 1AA, UK',
      latitude: 51.5,
      longitude: -0.1,
      parent: { name: 'The Gardens' },
    });
    assert.deepEqual(talk.speakers, [
      { name: 'Ada Núñez', key: 'https://example.org/ada', bio: 'Botany' },
      { name: 'Bo Fern' },
      { name: 'Cy Bog' },
    ]);
    assert.deepEqual(talk.department, { name: 'Department of Botany' });
    assert.deepEqual(
      [talk.organisers, talk.organiserEmail],
      [[{ name: 'Di Dew', email: 'di@example.org' }], 'moss@example.org'],
    );
    assert.deepEqual(talk.topics, [
      { label: 'Moss', uri: 'https://topics.example.org/moss' },
      { label: 'bogs' },
      { label: 'ferns' },
    ]);
    assert.deepEqual([talk.audience, talk.bookingUrl, talk.cost], ['Everybody', 'https://book.example.org/', '5 GBP']);
    assert.deepEqual(talk.series, {
      title: 'Mosses',
      webAddress: 'https://moss.example.org/',
      key: 'https://example.org/series',
    });
  });

  const STATUSES: readonly (readonly [unknown, string, string])[] = [
    ['https://schema.org/EventCancelled', 'cancelled', ''],
    ['http://schema.org/EventCancelled', 'cancelled', ''],
    ['EventCancelled', 'cancelled', ''],
    [{ '@id': 'schema:EventCancelled' }, 'cancelled', ''],
    ['https://schema.org/EventPostponed', 'cancelled', 'Postponed: there is no new date yet'],
    [['https://schema.org/EventMovedOnline', 'https://schema.org/EventRescheduled'], 'published', ''],
    ['https://schema.org/EventScheduled', 'published', ''],
  ];
  for (const [eventStatus, status, message] of STATUSES) {
    it(`is ${status} with eventStatus ${JSON.stringify(eventStatus)}`, async () => {
      const talk = await talkOf({ eventStatus });
      assert.deepEqual([talk.status, talk.specialMessage], [status, message]);
    });
  }

  const PLACES: readonly (readonly [string, unknown, Partial<SourceTalk>, string?])[] = [
    ['plain text', 'Glass House', { location: 'Glass House' }],
    ['a web address', 'https://video.example.org/1', { onlineUrl: 'https://video.example.org/1' }],
    ['a postal address', { '@type': 'PostalAddress', streetAddress: '1 Garden Lane' }, { location: '1 Garden Lane' }],
    [
      'a virtual location with a URL',
      { '@type': 'VirtualLocation', url: 'https://video.example.org/1' },
      { onlineUrl: 'https://video.example.org/1' },
    ],
    [
      'a place with its URL, for an online event',
      { '@type': 'Place', name: 'Online', url: 'https://video.example.org/1' },
      { onlineUrl: 'https://video.example.org/1' },
      'OnlineEventAttendanceMode',
    ],
    [
      'a place without its URL, for a mixed event',
      { '@type': 'Place', name: 'Hall', url: 'https://hall.example.org' },
      { venue: { name: 'Hall' } },
      'https://schema.org/MixedEventAttendanceMode',
    ],
    ['a virtual location in words', { '@type': 'VirtualLocation', name: 'Channel 4' }, { location: 'Online' }],
    [
      'a room in a building and a virtual location',
      [
        { '@type': 'Room', name: '12', containedInPlace: { '@type': 'Place', name: 'Glass House' } },
        { '@type': 'VirtualLocation', url: 'https://video.example.org/1' },
      ],
      { venue: { name: 'Glass House' }, room: '12', onlineUrl: 'https://video.example.org/1' },
    ],
    [
      'two places',
      [
        { '@type': 'Place', name: 'Glass House', address: '1 Garden Lane' },
        { '@type': 'Place', name: 'Hall' },
      ],
      { venue: { name: 'Glass House', address: '1 Garden Lane' }, location: 'Hall' },
    ],
  ];
  for (const [name, location, expected, eventAttendanceMode] of PLACES) {
    it(`reads its location as ${name}`, async () => {
      const talk = await talkOf({ location, eventAttendanceMode });
      const given = { venue: talk.venue, room: talk.room, location: talk.location, onlineUrl: talk.onlineUrl };
      assert.deepEqual(given, { venue: null, room: '', location: '', onlineUrl: '', ...expected });
    });
  }

  const COSTS: readonly (readonly [Members, string])[] = [
    [{ isAccessibleForFree: true }, 'Free'],
    [{ isAccessibleForFree: 'https://schema.org/True' }, 'Free'],
    [{ isAccessibleForFree: false }, ''],
    [{ offers: { price: 0 } }, 'Free'],
    [{ offers: { price: 0, description: 'No charge' } }, 'No charge'],
    [{ offers: { description: '£5 at the door' } }, '£5 at the door'],
    [{ offers: { '@type': 'AggregateOffer', lowPrice: 5, highPrice: 9, priceCurrency: 'EUR' } }, '5–9 EUR'],
    [{ offers: [{ price: 5 }, { price: 5 }, { price: '7.50', priceCurrency: 'EUR' }] }, '5, 7.50 EUR'],
  ];
  for (const [more, expected] of COSTS) {
    it(`costs “${expected}” with ${JSON.stringify(more)}`, async () => {
      assert.equal((await talkOf(more)).cost, expected);
    });
  }
});

describe('the times of a schema.org event', () => {
  const TIMES: readonly (readonly [string, Members, string])[] = [
    ['end at the start without an end and a duration', {}, '2026-10-27T17:00:00Z 2026-10-27T17:00:00Z moment'],
    ['end after the duration', { duration: 'PT1H30M' }, '2026-10-27T17:00:00Z 2026-10-27T18:30:00Z moment'],
    [
      'are floating without an offset',
      { startDate: '2026-07-01T17:00' },
      '2026-07-01T16:00:00Z 2026-07-01T16:00:00Z floating',
    ],
    [
      'cover a whole day if the start is a date',
      { startDate: '2026-07-01' },
      '2026-07-01T00:00:00Z 2026-07-02T00:00:00Z all-day',
    ],
    [
      'cover whole days up to and including the last',
      { startDate: '2026-07-01', endDate: '2026-07-03' },
      '2026-07-01T00:00:00Z 2026-07-04T00:00:00Z all-day',
    ],
    [
      'accept an offset without a colon',
      { startDate: '2026-07-01T17:00:00+0100' },
      '2026-07-01T16:00:00Z 2026-07-01T16:00:00Z moment',
    ],
    [
      'end at the start if the end is only the same date',
      { endDate: '2026-10-27' },
      '2026-10-27T17:00:00Z 2026-10-27T17:00:00Z moment',
    ],
    [
      'end with the last day if the end is only a later date',
      { endDate: '2026-10-28' },
      '2026-10-27T17:00:00Z 2026-10-29T00:00:00Z moment',
    ],
    [
      'accept typed values',
      { startDate: { '@value': '2026-10-27T10:00Z', '@type': 'DateTime' } },
      '2026-10-27T10:00:00Z 2026-10-27T10:00:00Z moment',
    ],
    [
      'end in the year 9999 at the latest',
      { startDate: '9999-12-31T23:00:00Z', duration: 'P9999D' },
      '9999-12-31T23:00:00Z 9999-12-31T23:59:59Z moment',
    ],
  ];
  for (const [name, more, expected] of TIMES) {
    it(name, async () => {
      assert.equal(await timesOf(more), expected);
    });
  }

  it('are reported if they are invalid or missing', async () => {
    const wrong = [
      { ...EVENT, startDate: 'Tuesday' },
      { ...EVENT, '@id': '#b', endDate: '2026-02-30' },
      { ...EVENT, '@id': '#c', startDate: null },
    ];
    assert.deepEqual(await problemsOf(wrong), [
      '1 startDate: "Tuesday" is not a valid time.',
      '2 endDate: "2026-02-30" is not a valid time. It is imported without an end.',
      '3 startDate: It has no start.',
    ]);
  });
});

describe('a JSON-LD document', () => {
  it('is recognised by its keywords', () => {
    assert.equal(sourceFormatOf(JSON.stringify(EVENT))?.name, 'schema-org');
    assert.equal(sourceFormatOf(JSON.stringify([{ '@graph': [] }]))?.name, 'schema-org');
    assert.equal(sourceFormatOf('{"name":"@type"}'), undefined);
  });

  it('is reported if it has no events, unless it is an empty list', async () => {
    assert.deepEqual(await problemsOf({ '@type': 'Person' }), ['0 : It contains no schema.org Event.']);
    assert.deepEqual(await problemsOf({ '@type': 'ItemList', itemListElement: [] }), []);
    const { problems, notes } = await read({ '@type': 'EventSeries', name: 'x' });
    assert.deepEqual([problems, notes], [[], ['1 × series without events: left out']]);
  });
});
