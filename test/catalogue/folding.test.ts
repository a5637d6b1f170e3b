import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { FOLDING, indexedWords, marked, soughtWords, spellingsOf, unaccented, wordsOf } from '#catalogue/folding.ts';
import { anyCharacter } from '../support/hostile/any-character.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

/** Texts with their words. */
const WORDS: Readonly<Record<string, string>> = {
  'Crème brûlée, 2 × 3 – naïve!': 'creme brulee 2 3 naive',
  'Straße STRASSE': 'strasse strasse',
  'ΟΔΟΣ οδός': 'οδοσ οδοσ',
  'Ёлка ёлка': 'елка елка',
  'Łódź Ørsted Ǿ Đà Ħal þing Ðor Æsop œuvre': 'lodz orsted o da hal thing dor aesop oeuvre',
  'हिन्दी भाषा': 'हनद भष',
  '日本語 한국어': '日本語 한국어',
  'ガス カス ｶﾞｽ か\u3099': 'ガス カス ガス が',
  'e-mail a_b': 'e mail a b',
  'CO₂ x² ﬁne ＡＩ Ⅳ ½ Lectern™': 'co2 x2 fine ai iv 1 2 lectern',
  "O'Connor O’Connor Oʼconnor O`Connor don't": 'oconnor oconnor oconnor oconnor dont',
  'Qur’an Hawaiʻi пам’ять ‘quoted’ rock ’n’ roll': 'quran hawaii память quoted rock n roll',
  'L’École d’Alembert dell’arte qu’il': 'l ecole d alembert dell arte qu il',
  'Daten\u00adbank می\u200cخواهم': 'datenbank میخواهم',
  '🌱 — …': '',
};

test('words are letters and digits of any script, without case, accents and apostrophes', () => {
  for (const [text, expected] of Object.entries(WORDS)) assert.equal(wordsOf(text).join(' '), expected, text);
});

test('the letters of TeX accents, other spellings, and characters of scripts without spaces are indexed', () => {
  const indexed: Readonly<Record<string, readonly [string, string]>> = {
    "On the Erd\\H{o}s–R\\'enyi graph": ['on the erdos renyi graph', ''],
    "Poincar{\\'e} and {\\v C}ech, \\L{}ukasiewicz": ['poincare and cech lukasiewicz', ''],
    'C:\\Users, \\"quoted\\" and $\\alpha$': ['c users quoted and alpha', ''],
    'Müller mu\u0308ller Größe Søren Århus': [
      'muller muller grosse soren arhus',
      'mueller mueller groesse soeren aarhus',
    ],
    'O’Connor, women’s L’École': ['oconnor womens l ecole', 'o connor women s lecole'],
    '量子计算的未来, AI未来': ['量子 子计 计算 算的 的未 未来 来 ai 未来 来', ''],
  };
  for (const [text, [words, others]] of Object.entries(indexed)) {
    const found = indexedWords(text);
    assert.deepEqual([found.words.join(' '), found.others.join(' ')], [words, others], text);
  }
});

test('who looks for a word finds every spelling of it', () => {
  const sought: Readonly<Record<string, readonly string[]>> = {
    Müller: ['muller', 'mueller'],
    Mueller: ['mueller'],
    'Mueller Groesse': ['mueller groesse', 'muller grosse'],
    未: ['未'],
    未来的: ['未来 来的'],
    未来AI: ['未来 来 ai'],
    '': [''],
  };
  for (const [typed, expected] of Object.entries(sought))
    assert.deepEqual(
      soughtWords(typed).map((words) => words.join(' ')),
      expected,
    );
  assert.deepEqual(
    spellingsOf('Jörg O’Neill').map((words) => words.join(' ')),
    ['jorg oneill', 'joerg o neill'],
  );
});

test('folded text stays the same when it is folded again, and each word of a text finds it', () => {
  const property = fc.property(hostileText, (text) => {
    assert.equal(unaccented(unaccented(text)), unaccented(text));
    const words = wordsOf(text);
    assert.deepEqual(wordsOf(words.join(' ')), words);
    const { words: own, others } = indexedWords(text);
    const indexed = new Set([...own, ...others]);
    for (const word of words)
      for (const each of soughtWords(word)[0] ?? [])
        assert.ok(
          Array.from(indexed).some((one) => one.startsWith(each)),
          `${word}: ${each}`,
        );
  });
  fc.assert(property, { numRuns: RUNS.usual });
});

test('a text in which words are marked has its words, each at its position in the original', () => {
  const parts = ['Moss', 'ÉCOLE', 'e\u0301', 'Straße', 'ΣΊΣΥΦΟΣ', 'İ', 'ﬁ', '각', 'Łódź', 'がく', '👩‍🌾', '™', ' ', '-'];
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(fc.constantFrom(...parts)).map((all) => all.join('')),
  );
  const property = fc.property(texts, (text) => {
    const { folded, placeOf } = marked(text);
    const found = [...folded.matchAll(/[\p{L}\p{N}\p{Co}]+/gu)];
    for (const { 0: word, index } of found) {
      const place = text.slice(placeOf(index), placeOf(index + word.length));
      assert.ok(wordsOf(place).join('').includes(word), JSON.stringify([place, word]));
    }
  });
  fc.assert(property, { numRuns: RUNS.usual });
});

test('a change of the folding gets a new number, so that kept words are made anew', () => {
  const texts = [...Object.keys(WORDS), 'Müller Größe', '量子计算的未来', 'women’s'];
  const words = texts.map((text) => [indexedWords(text), soughtWords(text)]);
  const digest = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
  assert.deepEqual(
    [digest, FOLDING.split(',')[0]],
    ['c45c26dcd97235cf', '2'],
    'Increase the number in FOLDING, and write the new digest here.',
  );
});
