import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keyOfTerm, readText } from '#search/query/text-query.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

/** The terms as words, with an asterisk behind a beginning; or that there are none, or that it is refused. */
function termsOf(typed: string): string[] | 'nothing' | undefined {
  const text = readText(typed);
  return text === undefined || text === 'nothing' ? text : text.terms.map(keyOfTerm);
}

test('each word is the beginning of longer ones, unless it has one or two letters', () => {
  assert.deepEqual(termsOf('The AI of  Crème brûlée\n3d'), ['the*', 'ai', 'of', 'creme*', 'brulee*', '3d']);
  assert.deepEqual(termsOf('λό 日'), ['λο*', '日*']);
});

test('words between quotation marks are taken as they stand, behind each other', () => {
  assert.deepEqual(termsOf('“dark  matter” stars "a b"'), ['dark matter', 'stars*', 'a b']);
  assert.deepEqual(termsOf('«eau-de-vie» „Über” ＂x y＂'), ['eau de vie', 'uber', 'x y']);
});

test('an asterisk makes the last word between quotation marks a beginning, and changes nothing elsewhere', () => {
  for (const typed of ['"open sci*"', '"open sci"*', '“open sci * ”']) {
    assert.deepEqual(termsOf(typed), ['open sci*'], typed);
  }
  assert.deepEqual(termsOf('sci* * *sci sci'), ['sci*']);
  assert.deepEqual(termsOf('"open"* *'), ['open*']);
});

test('a quotation mark that is not closed goes to the end', () => {
  assert.deepEqual(termsOf('stars "dark matter'), ['stars*', 'dark matter']);
  assert.deepEqual(termsOf('stars"'), ['stars*']);
  assert.deepEqual(termsOf('"" "" stars'), ['stars*']);
});

test('words that punctuation parts follow each other', () => {
  assert.deepEqual(termsOf(" don't\0 -- Moss,fern\n"), ['don t', 'moss fern*']);
  assert.deepEqual(termsOf('title:moss OR NEAR(fern) -peat'), ['title moss*', 'or', 'near fern*', 'peat*']);
});

test('what is typed twice is asked for once, a word and the beginning of it apart', () => {
  assert.deepEqual(termsOf('moss Möss "moss" moss*'), ['moss*', 'moss']);
});

test('of many words the eight longest are beginnings, of equally long ones the first', () => {
  const eight = 'alder birch cedar ebony hazel larch maple olive';
  assert.deepEqual(
    termsOf(eight),
    eight.split(' ').map((word) => `${word}*`),
  );
  assert.deepEqual(
    termsOf(`the ${eight} aspen of spruces the`),
    `the alder* birch* cedar* ebony* hazel* larch* maple* olive aspen of spruces*`.split(' '),
  );
  // Whoever writes an asterisk means it.
  assert.deepEqual(termsOf(`${eight} "elm*"`)?.slice(-2), ['olive', 'elm*']);
  const asterisks = eight.split(' ').map((word) => `${word}*`);
  assert.deepEqual(termsOf(`${asterisks.join(' ')} ${asterisks.join(' ')} of`), [...asterisks, 'of']);
  assert.equal(termsOf(`${asterisks.join(' ')} elm*`), undefined);
});

test('a long phrase is asked for in parts that overlap by a word', () => {
  assert.deepEqual(termsOf('"a b c d e"'), ['a b c d e']);
  assert.deepEqual(termsOf('"a b c d e fir*"'), ['a b c d e', 'e fir*']);
  assert.deepEqual(termsOf('"a b c d e f g h i j" moss'), ['a b c d e', 'e f g h i', 'i j', 'moss*']);
  assert.deepEqual(termsOf('"a b c d e f g h i"'), ['a b c d e', 'e f g h i']);
});

test('nothing but spaces asks for nothing', () => {
  for (const typed of ['', ' ', '\t\n\0 ', '\u3000']) assert.equal(termsOf(typed), 'nothing');
});

test('what has no word, too many, too long ones, or an asterisk behind too little is refused', () => {
  const words = Array.from({ length: 33 }, (_value, index) => `w${index}`);
  for (const typed of ['!', '"', '"…" *', 'ai*', '"to be or no*"', '"no"*', words.join(' '), words.join('-')]) {
    assert.equal(termsOf(typed), undefined, typed);
  }
  assert.equal(termsOf('x'.repeat(101)), undefined);
  assert.equal(termsOf('é'.repeat(100))?.length, 1);
  assert.equal(termsOf(words.slice(1).join(' '))?.length, 32);
  assert.equal(termsOf(`moss${' '.repeat(497)}`), undefined);
  assert.equal(termsOf(`moss${'\u{1f331}'.repeat(496)}`)?.length, 1);
});

test('what was typed is kept in one line', () => {
  const text = readText(' "dark\tmatter" \n\u0007stars ');
  assert.ok(typeof text === 'object');
  assert.equal(text.text, '"dark matter" stars');
});

test('whatever is typed is read, and what it asks for keeps to its bounds', () => {
  const property = fc.property(hostileText, (typed) => {
    const text = readText(typed);
    if (typeof text !== 'object') return;
    assert.ok(text.terms.length > 0 && text.terms.every(({ words }) => words.length > 0 && !words.includes('')));
    assert.ok(text.terms.flatMap(({ words }) => words).length <= 40);
    assert.equal(new Set(text.terms.map(keyOfTerm)).size, text.terms.length);
  });
  fc.assert(property, { numRuns: RUNS.quick });
});
