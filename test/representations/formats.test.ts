import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '#representations/negotiation/formats.ts';

test('a format has its suffix as one of its names, and names are unique', () => {
  for (const { suffix, names } of FORMATS) if (suffix !== null) assert.ok(names.includes(suffix.slice(1)), suffix);
  const all = FORMATS.flatMap(({ names }) => names);
  assert.deepEqual(all, [...new Set(all)]);
});
