import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { orderTalks } from '#search/index/talk-columns.ts';
import { RUNS } from '../support/property-runs.ts';

const start = fc.oneof(
  fc.constantFrom(0, -1, 1, 65_535, 65_536, -62_167_219_200, 253_402_300_799),
  fc.integer({ min: -100, max: 100 }),
  fc.integer(),
);
const word = fc.oneof(fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff), fc.nat(0xffffffff));
const talk = fc.record({ start, slug: fc.tuple(word, word, word, word) });

function ordered(talks: readonly { start: number; slug: readonly number[] }[]): number[] {
  const starts = Float64Array.from(talks, (each) => each.start);
  const slugs = Uint32Array.from(talks.flatMap((each) => each.slug));
  return [...orderTalks(starts, slugs)];
}

function byText(slug: readonly number[]): string {
  return slug.map((each) => each.toString(16).padStart(8, '0')).join('');
}

test('talks are ordered by start, then by slug', () => {
  const talks = fc.uniqueArray(talk, { selector: ({ slug }) => byText(slug), maxLength: 200, size: 'max' });
  const property = fc.property(talks, (given) => {
    const expected = given
      .map((each, index) => ({ ...each, index, text: byText(each.slug) }))
      .sort((a, b) => a.start - b.start || (a.text < b.text ? -1 : 1))
      .map(({ index }) => index);
    assert.deepEqual(ordered(given), expected);
  });
  fc.assert(property, { numRuns: RUNS.usual });
});

test('many talks with the same start are ordered by slug', () => {
  const property = fc.property(
    fc.uniqueArray(fc.tuple(word, word, word, word), { selector: byText, minLength: 20, maxLength: 60, size: 'max' }),
    (slugs) => {
      const expected = slugs
        .map((slug, index) => ({ index, text: byText(slug) }))
        .sort((a, b) => (a.text < b.text ? -1 : 1))
        .map(({ index }) => index);
      assert.deepEqual(ordered(slugs.map((slug) => ({ start: 1_000_000, slug }))), expected);
    },
  );
  fc.assert(property, { numRuns: RUNS.usual });
});

test('ordering no talks gives an empty list', () => {
  assert.deepEqual(ordered([]), []);
});
