import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { TalkIndex } from '#search/index/talk-index.ts';
import { aPlace, aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { indexOf } from './index-of.ts';

const NOW = Date.parse('2020-01-01T00:00:00Z') / 1000;
const ALL = { page: 1, count: 100 };

const RECORDS = [
  aPlace('place:1', { name: 'University' }),
  aPlace('place:2', { name: 'Zoology', parent: 'place:1' }),
  aPlace('place:3', { name: 'Álgebra', parent: 'place:1' }),
  aPlace('place:4', { name: 'Mosses', parent: 'place:2' }),
  aPlace('place:5', { name: 'Another university' }),
  aPlace('place:6', { name: 'Site', kind: 'venue', parent: 'place:1' }),
  aPlace('place:7', { name: 'Room 1', kind: 'venue', parent: 'place:6' }),
  aTalk(slugOf(1), { start: '2015-01-01T00:00:00Z', organisingDepartment: 'place:4', venue: 'place:7' }),
  aTalk(slugOf(2), { start: '2025-01-01T00:00:00Z', organisingDepartment: 'place:2' }),
];

let index: TalkIndex;
before(async () => {
  index = await indexOf(RECORDS);
});

describe('the tree of places', () => {
  it('has departments without a parent at its top, by name, with the talks of all below them', () => {
    assert.deepEqual(index.places.branch('department', null, ALL, NOW), {
      total: 2,
      entries: [
        { key: 'place:5', name: 'Another university', talks: 0, upcoming: 0, places: 0 },
        { key: 'place:1', name: 'University', talks: 2, upcoming: 1, places: 2 },
      ],
    });
  });

  it('lists the departments below a department page by page', () => {
    const below = index.places.branch('department', 'place:1', { page: 2, count: 1 }, NOW);
    assert.deepEqual(below, {
      total: 2,
      entries: [{ key: 'place:2', name: 'Zoology', talks: 2, upcoming: 1, places: 1 }],
    });
    assert.deepEqual(
      index.places.branch('department', 'place:2', ALL, NOW).entries.map(({ name }) => name),
      ['Mosses'],
    );
    assert.equal(index.places.branch('department', 'place:1', { page: 9, count: 20 }, NOW).entries.length, 0);
  });

  it('gives the venue directly around a venue and none for other places', () => {
    const around = ['place:7', 'place:6', 'place:4', 'place:99'].map((id) => index.places.venueAround(id));
    assert.deepEqual(around, ['Site', '', '', '']);
  });

  it('has nothing below an unknown place or a place of another kind', () => {
    assert.deepEqual(index.places.branch('department', 'place:99', ALL, NOW), { total: 0, entries: [] });
    assert.deepEqual(index.places.branch('department', 'place:6', ALL, NOW), { total: 0, entries: [] });
  });
});

describe('the tree of venues', () => {
  it('has venues outside any other venue at its top', () => {
    assert.deepEqual(index.places.branch('venue', null, ALL, NOW), {
      total: 1,
      entries: [{ key: 'place:6', name: 'Site', talks: 1, upcoming: 0, places: 1 }],
    });
  });
});

describe('a very deep tree', () => {
  const depth = 3000;
  it('is traversed without a stack overflow', async () => {
    const places = Array.from({ length: depth }, (_, at) =>
      aPlace(`place:${at + 1}`, { parent: at === 0 ? null : `place:${at}` }),
    );
    const deep = await indexOf(places);
    assert.equal(deep.places.branch('department', null, ALL, NOW).total, 1);
    assert.equal(deep.places.branch('department', `place:${depth - 1}`, ALL, NOW).entries[0]?.key, `place:${depth}`);
    assert.equal(deep.places.branch('department', `place:${depth}`, ALL, NOW).total, 0);
    assert.equal(deep.places.parents(`place:${depth}`).length, depth - 1);
  });
});
