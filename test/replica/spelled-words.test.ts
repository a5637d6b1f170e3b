import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { indexedWords, wordsOf } from '#catalogue/folding.ts';
import { asciiBeginnings, asciiText, asciiWord } from '#replica/copy-words.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

test('the ASCII form of a text keeps its words separate and distinct', () => {
  const property = fc.property(hostileText, hostileText, (text, other) => {
    const words =
      asciiText(text)
        .toLowerCase()
        .match(/[\ue000a-z0-9]+/g) ?? [];
    const { words: own, others } = indexedWords(text);
    assert.deepEqual(words, [...own, ...others].map(asciiWord));
    assert.equal(asciiWord(text) === asciiWord(other), Buffer.from(text).equals(Buffer.from(other)));
  });
  fc.assert(property, { numRuns: RUNS.usual });
});

test('the ASCII form of a word begins with that of another exactly if the word does', () => {
  const property = fc.property(hostileText, hostileText, (text, other) => {
    for (const word of [...wordsOf(text), ...wordsOf(text + other), ...wordsOf(`łab${other}`)]) {
      for (const beginning of [...wordsOf(text), ...wordsOf(other), 'l', 'la', 'lab']) {
        const begins = asciiBeginnings(beginning).some((each) => asciiWord(word).startsWith(each));
        assert.equal(begins, Buffer.from(word).indexOf(Buffer.from(beginning)) === 0, `${word}, ${beginning}`);
      }
    }
  });
  fc.assert(property, { numRuns: RUNS.usual });
});
