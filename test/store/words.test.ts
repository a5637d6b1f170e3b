import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WordHashes, asciiText, asciiWord, hashOfWord, phrasesOf, wordsOf } from '#store/words.js';
import { hostileText } from '../support/hostile-text.js';

test('words are letters and digits of any script, without case and accents', () => {
  const words = {
    'Crème brûlée, 2 × 3 – naïve!': ['creme', 'brulee', '2', '3', 'naive'],
    'Straße STRASSE': ['strasse', 'strasse'],
    'ΟΔΟΣ οδός': ['οδοσ', 'οδοσ'],
    'Ёлка ёлка': ['елка', 'елка'],
    'हिन्दी भाषा': ['हनद', 'भष'],
    '日本語 한국어': ['日本語', '한국어'.normalize('NFD')],
    "don't o’clock e-mail a_b": ['don', 't', 'o', 'clock', 'e', 'mail', 'a', 'b'],
    '🌱 — …': [],
  };
  for (const [text, expected] of Object.entries(words)) assert.deepEqual(wordsOf(text), expected);
});

test('what is typed is phrases: words that punctuation parts follow each other', () => {
  assert.deepEqual(phrasesOf(" don't\0 -- Moss,fern\n"), [
    ['don', 't'],
    ['moss', 'fern'],
  ]);
  assert.equal(phrasesOf('x '.repeat(50)).length, 32);
});

test('in ASCII every text keeps its words apart, and no two words become one', () => {
  const property = fc.property(hostileText, hostileText, (text, other) => {
    const words =
      asciiText(text)
        .toLowerCase()
        .match(/[\ue000a-z0-9]+/g) ?? [];
    assert.deepEqual(words, wordsOf(text).map(asciiWord));
    assert.equal(asciiWord(text) === asciiWord(other), Buffer.from(text).equals(Buffer.from(other)));
  });
  fc.assert(property, { numRuns: 500 });
});

test('the hashes of texts are those of their words, each once', () => {
  const hashes = new WordHashes();
  const text = fc.oneof(hostileText, fc.string({ unit: 'grapheme-ascii', maxLength: 200 }));
  const property = fc.property(text, text, (title, description) => {
    const expected = new Set([...wordsOf(title), ...wordsOf(description)].map(hashOfWord));
    assert.deepEqual([...hashes.of(title, description)], [...expected]);
  });
  fc.assert(property, { numRuns: 500 });
  const many = Array.from({ length: 100_000 }, (_, index) => `word${index}`);
  assert.deepEqual([...hashes.of(many.join(' '))], [...new Set(many.map(hashOfWord))]);
});
