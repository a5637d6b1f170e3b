import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readTribe } from '#sources/tribe.ts';
import { READ_OPTIONS, readSource } from '../support/sources/read-source.ts';
import type { ReadSource } from '../support/sources/read-source.ts';

const EVENT = {
  id: 7,
  status: 'publish',
  url: 'https://example.edu/event/moss/',
  rest_url: 'https://example.edu/wp-json/tribe/events/v1/events/7',
  title: 'Moss &#038; ferns',
  all_day: false,
  start_date: '2026-12-01 17:00:00',
  end_date: '2026-12-01 18:00:00',
  utc_start_date: '2026-12-01 16:00:00',
  utc_end_date: '2026-12-01 17:00:00',
  timezone: 'Europe/Berlin',
};

function answer(events: readonly unknown[], more: object = {}): string {
  return JSON.stringify({ events, rest_url: 'https://example.edu/wp-json/tribe/events/v1/events', ...more });
}

function read(...events: readonly unknown[]): Promise<ReadSource> {
  return readSource(readTribe, answer(events));
}

describe('the reader for The Events Calendar', () => {
  it('recognises a response', () => {
    assert.equal(sourceFormatOf(answer([EVENT]))?.name, 'tribe');
  });

  it('gives a venue whose coordinates are empty no position', async () => {
    const { talks } = await read({ ...EVENT, venue: { venue: 'Glass House', geo_lat: '', geo_lng: '' } });
    const [venue] = talks.map((talk) => talk.venue);
    assert.deepEqual([venue?.name, venue?.latitude, venue?.longitude], ['Glass House', undefined, undefined]);
  });

  it('yields a talk with all supported fields', async () => {
    const { talks, problems } = await read({
      ...EVENT,
      description: '<p>Moss</p>',
      modified_utc: '2026-06-01 00:00:00',
      venue: { id: 5, venue: 'Glass House', address: '1 Garden Lane', city: 'Berlin', geo_lat: 52.5, geo_lng: 13.4 },
      organizer: [{ id: 3, organizer: 'The gardeners' }],
      categories: [{ name: 'Plants' }],
      cost: 'Free',
    });
    assert.deepEqual(problems, []);
    const [talk] = talks;
    assert.ok(talk !== undefined);
    const { key, title, start, end, zone, venue, organisers, topics, cost, updated, status } = talk;
    assert.deepEqual(
      { key, title, start, end, zone, venue, organisers, topics, cost, updated, status },
      {
        key: '7',
        title: 'Moss & ferns',
        start: '2026-12-01T16:00:00Z',
        end: '2026-12-01T17:00:00Z',
        zone: 'Europe/Berlin',
        venue: { name: 'Glass House', key: '5', address: '1 Garden Lane, Berlin', latitude: 52.5, longitude: 13.4 },
        organisers: [{ name: 'The gardeners', key: '3' }],
        topics: [{ label: 'Plants' }],
        cost: 'Free',
        updated: '2026-06-01T00:00:00Z',
        status: 'published',
      },
    );
  });

  it('reads all-day events and leaves out drafts and private events', async () => {
    const day = { ...EVENT, all_day: true, utc_start_date: '2026-11-30 23:00:00', utc_end_date: '2026-12-01 22:59:59' };
    const { talks } = await read(day, { ...EVENT, status: 'draft' }, { ...EVENT, status: 'private' });
    assert.deepEqual(
      talks.map(({ clock, start, end }) => [clock, start, end]),
      [['all-day', '2026-12-01T00:00:00Z', '2026-12-02T00:00:00Z']],
    );
  });

  it('leaves out events that are hidden from listings, with a note', async () => {
    const { talks, notes } = await read(
      { ...EVENT, hide_from_listings: true },
      { ...EVENT, hide_from_listings: false },
    );
    assert.deepEqual(notes, ['1 × hidden from listings in The Events Calendar: left out']);
    assert.equal(talks.length, 1);
  });

  it('follows next_rest_url to further pages', async () => {
    const address = 'https://example.edu/wp-json/tribe/events/v1/events';
    const chunks = async function* (text: string): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from(text));
    };
    const further = (url: string) =>
      Promise.resolve({ name: url, address: url, chunks: chunks(answer([{ ...EVENT, id: 8 }])), isCached: false });
    const first = chunks(answer([EVENT], { next_rest_url: `${address}?page=2` }));
    const keys: string[] = [];
    for await (const { talks } of readTribe({ name: 'x', address, chunks: first, further }, READ_OPTIONS)) {
      keys.push(...talks.map(({ key }) => key));
    }
    assert.deepEqual(keys, ['7', '8']);
  });

  it('reports entries that are not events or have missing or invalid starts', async () => {
    const { problems } = await read(
      'x',
      { ...EVENT, utc_start_date: '', start_date: '' },
      { ...EVENT, utc_start_date: 'noon' },
    );
    assert.deepEqual(
      problems.map(({ line, code }) => [line, code]),
      [
        [1, 'not-an-event'],
        [2, 'missing-start'],
        [3, 'bad-value'],
      ],
    );
  });
});
