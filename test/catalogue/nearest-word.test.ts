import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestWord } from '#catalogue/nearest-word.ts';

test('nearestWord corrects typing errors, wrong case and truncated words and otherwise returns undefined', () => {
  const words = ['address', 'file', 'format', 'every'];
  const meant = ['adress', 'fiel', 'form', 'EVERY', 'evrey', 'xyz', '', 'addresssssssssssssss'];
  assert.deepEqual(
    meant.map((word) => nearestWord(word, words)),
    ['address', 'file', 'format', 'every', 'every', undefined, undefined, undefined],
  );
});
