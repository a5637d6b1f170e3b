import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestWord } from '#catalogue/nearest-word.ts';

test('the word that was meant is one that a slip of the fingers leads to, or that was begun; else none', () => {
  const words = ['address', 'file', 'format', 'every'];
  const meant = ['adress', 'fiel', 'form', 'EVERY', 'evrey', 'xyz', '', 'addresssssssssssssss'];
  assert.deepEqual(
    meant.map((word) => nearestWord(word, words)),
    ['address', 'file', 'format', 'every', 'every', undefined, undefined, undefined],
  );
});
