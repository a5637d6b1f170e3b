import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEventbrite } from '#sources/eventbrite.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readSource } from '../support/sources/read-source.ts';
import type { ReadSource } from '../support/sources/read-source.ts';

type Members = Record<string, unknown>;

const EVENT: Members = {
  id: '7',
  resource_uri: 'https://www.eventbriteapi.com/v3/events/7/',
  name: { text: 'On moss & ferns', html: 'On moss &amp; ferns' },
  start: { timezone: 'Australia/Perth', local: '2026-07-01T10:00:00', utc: '2026-07-01T02:00:00Z' },
  end: { timezone: 'Australia/Perth', local: '2026-07-01T11:00:00', utc: '2026-07-01T03:00:00Z' },
  url: 'https://www.eventbrite.example/e/7',
  status: 'live',
};

function read(...events: readonly unknown[]): Promise<ReadSource> {
  return readSource(readEventbrite, JSON.stringify({ pagination: { has_more_items: false }, events }));
}

async function problemsOf(answer: unknown): Promise<string[]> {
  const { problems } = await readSource(readEventbrite, JSON.stringify(answer));
  return problems.map(({ line, where, what, hint }) => `${line} ${where}: ${what}${hint === '' ? ' NO HINT' : ''}`);
}

describe('the Eventbrite reader', () => {
  it('recognises a response by its API addresses, not by links to eventbrite.com', () => {
    assert.equal(sourceFormatOf(JSON.stringify({ events: [EVENT] }))?.name, 'eventbrite');
    assert.equal(sourceFormatOf('{"events":[{"url":"https://www.eventbrite.com/e/7"}]}'), undefined);
  });

  it('gives a venue whose coordinates are empty no position', async () => {
    const { talks } = await read({ ...EVENT, venue: { name: 'Glass House', latitude: '', longitude: '' } });
    const [venue] = talks.map((talk) => talk.venue);
    assert.deepEqual([venue?.name, venue?.latitude, venue?.longitude], ['Glass House', undefined, undefined]);
  });

  it('yields a talk with all supported fields', async () => {
    const { talks, problems } = await read({
      ...EVENT,
      description: { text: 'Moss', html: '<b>Moss</b>' },
      changed: '2026-06-01T00:00:00Z',
      locale: 'en_AU',
      is_free: true,
      venue: {
        id: '5',
        name: 'Glass House',
        latitude: '-31.9',
        longitude: '115.8',
        address: { localized_address_display: '1 Garden Lane' },
      },
      organizer: { name: 'The gardeners' },
    });
    assert.deepEqual(problems, []);
    const [talk] = talks;
    assert.ok(talk !== undefined);
    const { key, title, start, end, clock, zone, description, updated, language, cost, bookingUrl, url } = talk;
    assert.deepEqual(
      { key, title, start, end, clock, zone, description, updated, language, cost, bookingUrl, url },
      {
        key: '7',
        title: 'On moss & ferns',
        start: '2026-07-01T02:00:00Z',
        end: '2026-07-01T03:00:00Z',
        clock: 'zone',
        zone: 'Australia/Perth',
        description: '<b>Moss</b>',
        updated: '2026-06-01T00:00:00Z',
        language: 'en-AU',
        cost: 'Free',
        bookingUrl: 'https://www.eventbrite.example/e/7',
        url: 'https://www.eventbrite.example/e/7',
      },
    );
    assert.deepEqual(talk.venue, {
      name: 'Glass House',
      key: '5',
      address: '1 Garden Lane',
      latitude: -31.9,
      longitude: 115.8,
    });
    assert.deepEqual(talk.organisers, [{ name: 'The gardeners' }]);
  });

  it('uses the plain text of a description whose HTML contains no tags', async () => {
    const { talks } = await read({ ...EVENT, description: { text: 'Moss & ferns', html: 'Moss &amp; ferns' } });
    assert.equal(talks[0]?.description, 'Moss & ferns');
  });

  it('marks cancelled events and leaves out draft, unlisted, invite-only and series-parent events', async () => {
    const hidden = [{ status: 'draft' }, { listed: false }, { invite_only: true }, { is_series_parent: true }];
    const { talks, notes } = await read(...[{ status: 'canceled' }, ...hidden].map((more) => ({ ...EVENT, ...more })));
    assert.deepEqual(
      talks.map(({ status }) => status),
      ['cancelled'],
    );
    assert.deepEqual(notes, [
      '1 × by invitation at Eventbrite: left out',
      '1 × draft at Eventbrite: left out',
      '1 × not shown in lists at Eventbrite: left out',
      '1 × series without times of its own at Eventbrite: left out',
    ]);
  });

  it('notes that a response is one page of several', async () => {
    const answer = { pagination: { has_more_items: true }, events: [EVENT] };
    const { talks, notes } = await readSource(readEventbrite, JSON.stringify(answer));
    assert.deepEqual([talks.length, notes], [1, ['1 × one page of several: no talk counts as gone']]);
  });

  it('reports entries that are not events or have missing or invalid times', async () => {
    assert.deepEqual(
      await problemsOf({ events: ['x', { ...EVENT, start: null }, { ...EVENT, end: { utc: 'noon' } }] }),
      [
        '1 : "x" is not an event.',
        '2 start: It has no start.',
        '3 end: "noon" is not a valid time. It is imported without an end.',
      ],
    );
    assert.deepEqual(await problemsOf({}), ['0 events: It contains no events.']);
    assert.deepEqual(await problemsOf(EVENT), []);
  });
});
