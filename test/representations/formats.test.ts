import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '#representations/negotiation/formats.ts';

test('a format is called by its suffix too, and no two by one name', () => {
  for (const { suffix, names } of FORMATS) if (suffix !== null) assert.ok(names.includes(suffix.slice(1)), suffix);
  const all = FORMATS.flatMap(({ names }) => names);
  assert.deepEqual(all, [...new Set(all)]);
});
