import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PARAMETERS } from '#search/query/parameters.ts';
import { parseListing, parseSearch } from '#search/query/question.ts';
import { anyCharacter } from '../support/hostile/any-character.ts';
import { RUNS } from '../support/property-runs.ts';

const RULES = { timeZone: 'Europe/London', defaultCount: 20, maximumCount: 1000 };
/** Already 1 July in London. */
const NOW = new Date('2026-06-30T23:30:00Z');

const SLUG = 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34';

test('any query is either parsed or reported with problems', () => {
  const names = PARAMETERS.map(({ name }) => name);
  const pair = fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ unit: anyCharacter })), anyValue());
  const queries = fc.array(pair, { maxLength: 40 }).map((pairs) => pairs.map((each) => each.join('=')).join('&'));
  const property = fc.property(fc.oneof(queries, fc.string({ unit: anyCharacter, maxLength: 3000 })), (query) => {
    for (const parsed of [parseSearch(query, RULES, NOW), parseListing(query, RULES, NOW)]) {
      if (parsed.ok) continue;
      assert.ok(parsed.problems.length > 0);
      for (const { where, code } of parsed.problems)
        assert.ok(names.includes(where) || code === 'unknown-parameter', where);
    }
  });
  fc.assert(property, { numRuns: RUNS.quick });
});

test('long hostile values are parsed in linear time', () => {
  for (const unit of ['a', '9', '/', '-', '%25', 'plus', 'http://', '&', '&speaker=x', '%', '+', '\u0000', 'place:1']) {
    // Quadratic time would exceed the time limit of a test.
    assert.equal(parseSearch(`from=${unit.repeat(1_000_000)}`, RULES, NOW).ok, false);
    parseSearch(unit.repeat(1_000_000), RULES, NOW);
  }
});

function anyValue(): fc.Arbitrary<string> {
  const almost = fc.constantFrom('today', 'plus7', '2026-01-19', '19/01/26', 'true', '%E9', '%', SLUG, 'place:1', '5');
  return fc.oneof(
    almost,
    fc.string({ unit: anyCharacter }),
    fc.tuple(almost, fc.string()).map((parts) => parts.join('')),
  );
}
