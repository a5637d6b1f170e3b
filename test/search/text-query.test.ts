import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keyOfTerm, readText } from '#search/query/text-query.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

/** The terms, with an asterisk after a prefix; 'nothing' for blank text, undefined for rejected text. */
function termsOf(typed: string): string[] | 'nothing' | undefined {
  const text = readText(typed);
  return text === undefined || text === 'nothing' ? text : text.terms.map(keyOfTerm);
}

test('words of at least three bytes are prefixes', () => {
  assert.deepEqual(termsOf('The AI of  Crème brûlée\n3d'), ['the*', 'ai', 'of', 'creme*', 'brulee*', '3d']);
  assert.deepEqual(termsOf('λό 日'), ['λο*', '日*']);
});

test('quoted words form an exact phrase', () => {
  assert.deepEqual(termsOf('“dark  matter” stars "a b"'), ['dark matter', 'stars*', 'a b']);
  assert.deepEqual(termsOf('«eau-de-vie» „Über” ＂x y＂'), ['eau de vie', 'uber|ueber', 'x y']);
});

test('an asterisk makes the last word of a quoted phrase a prefix and is ignored elsewhere', () => {
  for (const typed of ['"open sci*"', '"open sci"*', '“open sci * ”']) {
    assert.deepEqual(termsOf(typed), ['open sci*'], typed);
  }
  assert.deepEqual(termsOf('sci* * *sci sci'), ['sci*']);
  assert.deepEqual(termsOf('"open"* *'), ['open*']);
});

test('an unclosed quotation mark extends to the end', () => {
  assert.deepEqual(termsOf('stars "dark matter'), ['stars*', 'dark matter']);
  assert.deepEqual(termsOf('stars"'), ['stars*']);
  assert.deepEqual(termsOf('"" "" stars'), ['stars*']);
});

test('words separated only by punctuation form a phrase', () => {
  assert.deepEqual(termsOf(" l'eau\0 -- Moss,fern\n"), ['l eau*', 'moss fern*']);
  assert.deepEqual(termsOf("don't O’Connor"), ['dont*', 'oconnor*']);
  assert.deepEqual(termsOf('title:moss OR NEAR(fern) -peat'), ['title moss*', 'or', 'near fern*', 'peat*']);
});

test('repeated terms count once, but a whole word and a prefix are different terms', () => {
  assert.deepEqual(termsOf('moss Móss "moss" moss*'), ['moss*', 'moss']);
});

test('umlauts are also searched for as transcribed, and transcriptions in phrases as umlauts', () => {
  assert.deepEqual(termsOf('Müller Mueller'), ['muller|mueller*', 'mueller*']);
  assert.deepEqual(termsOf('"Mueller Groesse"'), ['mueller groesse|muller grosse']);
  assert.deepEqual(termsOf('"a b c d Müller e"'), ['a b c d muller|a b c d mueller', 'muller e|mueller e']);
});

test('Han, kana and hangul are searched for in overlapping pairs, four characters of which count as a word', () => {
  assert.deepEqual(termsOf('未来 的 "的"'), ['未来', '的*']);
  assert.deepEqual(termsOf('量子计算 "未来*"'), ['量子 子计 计算', '未来']);
  assert.deepEqual(termsOf('한국어 AI未来'), ['한국 국어', 'ai 未来']);
  const characters = (count: number): string =>
    String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + at));
  assert.equal(termsOf(characters(129))?.length, 32);
  assert.equal(termsOf(characters(130)), undefined);
});

test('only the eight longest words are prefixes, the first of equally long ones', () => {
  const eight = 'alder birch cedar ebony hazel larch maple olive';
  assert.deepEqual(
    termsOf(eight),
    eight.split(' ').map((word) => `${word}*`),
  );
  assert.deepEqual(
    termsOf(`the ${eight} aspen of spruces the`),
    `the alder* birch* cedar* ebony* hazel* larch* maple* olive aspen of spruces*`.split(' '),
  );
  // An explicit asterisk takes precedence.
  assert.deepEqual(termsOf(`${eight} "elm*"`)?.slice(-2), ['olive', 'elm*']);
  const asterisks = eight.split(' ').map((word) => `${word}*`);
  assert.deepEqual(termsOf(`${asterisks.join(' ')} ${asterisks.join(' ')} of`), [...asterisks, 'of']);
  assert.equal(termsOf(`${asterisks.join(' ')} elm*`), undefined);
});

test('a long phrase is split into parts that overlap by one word', () => {
  assert.deepEqual(termsOf('"a b c d e"'), ['a b c d e']);
  assert.deepEqual(termsOf('"a b c d e fir*"'), ['a b c d e', 'e fir*']);
  assert.deepEqual(termsOf('"a b c d e f g h i j" moss'), ['a b c d e', 'e f g h i', 'i j', 'moss*']);
  assert.deepEqual(termsOf('"a b c d e f g h i"'), ['a b c d e', 'e f g h i']);
});

test('blank text asks for nothing', () => {
  for (const typed of ['', ' ', '\t\n\0 ', '\u3000']) assert.equal(termsOf(typed), 'nothing');
});

test('text without a word, with too many or too long words, or with too short a prefix is rejected', () => {
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

test('the typed text is kept on one line', () => {
  const text = readText(' "dark\tmatter" \n\u0007stars ');
  assert.ok(typeof text === 'object');
  assert.equal(text.text, '"dark matter" stars');
});

test('any text is parsed or rejected, with at most 160 words and distinct terms', () => {
  const property = fc.property(hostileText, (typed) => {
    const text = readText(typed);
    if (typeof text !== 'object') return;
    assert.ok(text.terms.length > 0 && text.terms.every(({ words }) => words.length > 0 && !words.includes('')));
    assert.ok(text.terms.flatMap(({ words }) => words).length <= 160);
    assert.equal(new Set(text.terms.map(keyOfTerm)).size, text.terms.length);
  });
  fc.assert(property, { numRuns: RUNS.quick });
});
