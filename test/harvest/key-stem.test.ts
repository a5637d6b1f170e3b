import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keyStem } from '#harvest/provenance/matching-features.ts';

const TALK = { start: '2026-12-01T17:00:00Z', end: '2026-12-01T18:00:00Z' };

const STEMS: readonly (readonly [key: string, stem: string | undefined, isNumber?: boolean])[] = [
  ['123-1796144400-1796148000@example.org', '123--@example.org', true],
  ['1796144400000-4711', '-4711', true],
  ['20261201T170000Z-4711@example.edu', '-4711@example.edu', true],
  ['20261201170000-4711@example.edu', '-4711@example.edu', true],
  // The number may only count the talks of that day.
  ['20261201-1@example.edu', '-1@example.edu', false],
  ['moss-2026-12-01@example.org', 'moss-@example.org', false],
  // Local time, far west of UTC.
  ['moss-2026-11-30T23:00:00', 'moss-', false],
  // The creation time of the entry, and numbers that are not times.
  ['20200301T101500Z-4711@example.edu', undefined],
  ['123-1596144400@example.org', undefined],
  ['2026120117001', undefined],
  // Only a time, and no time at all.
  ['1796144400@example.org', undefined],
  ['moss@example.org', undefined],
];

for (const [key, stem, isNumber] of STEMS) {
  it(`the stable part of the key ${key} is ${stem ?? 'nothing'}`, () => {
    assert.deepEqual(keyStem(key, TALK), stem === undefined ? undefined : { text: stem, isNumber });
  });
}
