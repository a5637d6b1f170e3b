import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asciiBeginnings, asciiText, asciiWord, searchedWords, wordsOf } from '#store/words.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

test('words are letters and digits of any script, without case and accents', () => {
  const words = {
    'Crème brûlée, 2 × 3 – naïve!': ['creme', 'brulee', '2', '3', 'naive'],
    'Straße STRASSE': ['strasse', 'strasse'],
    'ΟΔΟΣ οδός': ['οδοσ', 'οδοσ'],
    'Ёлка ёлка': ['елка', 'елка'],
    'Łódź Ørsted Ǿ Đà Ħal þing Ðor Æsop œuvre': [
      ...['lodz', 'orsted', 'o', 'da', 'hal', 'thing', 'dor', 'aesop', 'oeuvre'],
    ],
    'हिन्दी भाषा': ['हनद', 'भष'],
    '日本語 한국어': ['日本語', '한국어'.normalize('NFD')],
    "don't o’clock e-mail a_b": ['don', 't', 'o', 'clock', 'e', 'mail', 'a', 'b'],
    '🌱 — …': [],
  };
  for (const [text, expected] of Object.entries(words)) assert.deepEqual(wordsOf(text), expected);
});

test('searched words contain the letters of TeX accents', () => {
  const words = {
    "On the Erd\\H{o}s–R\\'enyi graph": ['on', 'the', 'erdos', 'renyi', 'graph'],
    "Poincar{\\'e} and {\\v C}ech, \\L{}ukasiewicz": ['poincare', 'and', 'cech', 'lukasiewicz'],
    'C:\\Users, \\"quoted\\" and $\\alpha$': ['c', 'users', 'quoted', 'and', 'alpha'],
  };
  for (const [text, expected] of Object.entries(words)) assert.deepEqual(searchedWords(text), expected);
});

test('the ASCII form of a text keeps its words separate and distinct', () => {
  const property = fc.property(hostileText, hostileText, (text, other) => {
    const words =
      asciiText(text)
        .toLowerCase()
        .match(/[\ue000a-z0-9]+/g) ?? [];
    assert.deepEqual(words, searchedWords(text).map(asciiWord));
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
