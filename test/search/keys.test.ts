import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeKeys, NO_KEYS, numberOfKey } from '#search/index/keys.ts';
import { NumberSet } from '#search/index/number-set.ts';
import { packSlug } from '#search/index/slug-words.ts';
import { RUNS } from '../support/property-runs.ts';
import { slug } from './random-catalogue.ts';

function numbers(...values: readonly number[]): NumberSet {
  const set = new NumberSet();
  for (const value of values) set.add(value);
  return set;
}

test('a key gives its number, and any other text gives 0', () => {
  const keys = changeKeys(
    NO_KEYS,
    new Map([
      [1, 'place:1'],
      [7, 'place:12'],
      [3, 'https://é.example/𝔘'],
    ]),
    numbers(),
  );
  const found = ['place:1', 'place:12', 'https://é.example/𝔘', 'place:', 'place:2', 'place:121', ''];
  assert.deepEqual(
    found.map((key) => numberOfKey(keys, key)),
    [1, 7, 3, 0, 0, 0, 0],
  );
});

test('keys can be added, changed and removed', () => {
  let keys = changeKeys(
    NO_KEYS,
    new Map([
      [1, 'a:1'],
      [2, 'b:2'],
      [3, 'c:3'],
    ]),
    numbers(),
  );
  keys = changeKeys(
    keys,
    new Map([
      [2, 'z:9'],
      [5, 'e:5'],
    ]),
    numbers(3),
  );
  assert.deepEqual(
    ['a:1', 'b:2', 'z:9', 'c:3', 'e:5'].map((key) => numberOfKey(keys, key)),
    [1, 0, 2, 0, 5],
  );
  assert.equal(changeKeys(keys, new Map(), numbers()), keys);
});

test('each of up to 300 slugs is found, even among similar ones', () => {
  const property = fc.property(fc.uniqueArray(slug, { maxLength: 300, size: 'max' }), slug, (slugs, other) => {
    const entries = slugs.map((each, index) => [index + 1, packSlug(each)] as const);
    const keys = changeKeys(NO_KEYS, new Map(entries), numbers());
    for (const [number, key] of entries) assert.equal(numberOfKey(keys, key), number);
    assert.equal(numberOfKey(keys, packSlug(other)), slugs.indexOf(other) + 1);
  });
  fc.assert(property, { numRuns: RUNS.usual });
});

test('a number set contains exactly the numbers added', () => {
  const property = fc.property(fc.array(fc.nat(5000)), (values) => {
    const set = numbers(...values);
    const expected = [...new Set(values)].sort((a, b) => a - b);
    assert.deepEqual([...set.toNumbers()], expected);
    assert.equal(set.isEmpty, values.length === 0);
    for (const value of [0, 31, 32, 4999, 100_000, ...values]) assert.equal(set.has(value), values.includes(value));
  });
  fc.assert(property, { numRuns: RUNS.usual });
});
