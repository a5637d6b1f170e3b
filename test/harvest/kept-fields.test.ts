import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import { streamInput } from '#sources/file-input.ts';
import type { Store } from '#store/store.ts';
import { recordsOf } from '../support/db/import-into.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';
import { organisation, person, series, slugOf, venue } from '../support/catalogue/wire-records.ts';
import { storeOf } from '../support/db/open-stores.ts';

const SOURCES = {
  source: 'ox',
  read: READ_OPTIONS,
  additions: { department: null, topics: [] },
  gone: 'keep',
} as const;

async function imported(store: Store, text: string, replace = false): Promise<void> {
  const inputs = [streamInput('given', one(text))];
  const report = await importCatalogue(store, { inputs, replace, now: new Date(), sources: SOURCES });
  assert.ok(report.ok, JSON.stringify(report));
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}

const KNOWN = [
  organisation('place:1', { name: 'Faculty' }),
  organisation('place:2', { name: 'Old name', address: '1 Road', parent: 'place:1', latitude: 1, longitude: 2 }),
  venue('place:3', { name: 'Hall', address: '2 Road', accessibility: 'A ramp', parent: 'place:1' }),
  person(slugOf(1), {
    name: 'Ann',
    bio: 'Old',
    web_address: 'https://ann.example.org/',
    email_address: 'a@b.example',
    image: { url: 'ann.jpg', alt: 'Ann' },
  }),
  series(slugOf(2), { title: 'Mosses', description: 'All', occurence: 'Mondays' }),
];

const place = (id: string, name: string, more: object = {}): object => ({
  _links: { self: { href: `//places.example.org/${id}` } },
  name,
  ...more,
});

const TALK = JSON.stringify({
  slug: slugOf(9),
  title: 'On moss',
  start: '2026-06-01T17:00:00Z',
  end: '2026-06-01T18:00:00Z',
  formatted_date: '',
  series: { slug: slugOf(2), title: 'Mosses and ferns' },
  _embedded: {
    speakers: [{ slug: slugOf(1), name: 'Ann Other', bio: '' }],
    venue: place('place:3', 'Great Hall'),
    organising_department: place('place:2', 'New name', { address: '' }),
  },
});

describe('a person, place or series that a source identifies', () => {
  const lines = KNOWN.map((record) => `${JSON.stringify(record)}\n`).join('');

  it('keeps the fields that the source omits and clears those that it leaves empty', async (t) => {
    const store = await storeOf(t);
    await imported(store, lines);
    const before = new Map((await recordsOf(store)).map((record) => ['id' in record ? record.id : '', record]));
    await imported(store, TALK);
    const after = await recordsOf(store);
    const places = after.filter(({ type }) => type === 'place');
    assert.deepEqual(places, [
      before.get('place:1'),
      { ...before.get('place:2'), name: 'New name', address: '' },
      { ...before.get('place:3'), name: 'Great Hall' },
    ]);
    assert.deepEqual(
      after.filter(({ type }) => type === 'person' || type === 'series'),
      [
        {
          type: 'person',
          slug: slugOf(1),
          name: 'Ann Other',
          bio: '',
          webAddress: 'https://ann.example.org/',
          image: { url: 'ann.jpg', alt: 'Ann' },
          emailAddress: 'a@b.example',
        },
        {
          type: 'series',
          slug: slugOf(2),
          title: 'Mosses and ferns',
          description: 'All',
          occurrence: 'Mondays',
          webAddress: '',
          image: null,
        },
      ],
    );
  });

  it('loses the fields that the source omits if the file replaces the catalogue', async (t) => {
    const store = await storeOf(t);
    await imported(store, lines);
    await imported(store, TALK, true);
    const hall = (await recordsOf(store)).find((record) => record.type === 'place' && record.id === 'place:3');
    assert.ok(hall?.type === 'place');
    assert.deepEqual([hall.kind, hall.address, hall.parent], ['venue', '', null]);
  });
});
