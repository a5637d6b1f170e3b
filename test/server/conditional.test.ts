import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches } from '#server/http/conditional.ts';

const CASES: readonly (readonly [header: string, matches: boolean])[] = [
  ['"abc-json"', true],
  ['*', true],
  [' * ', true],
  ['W/"abc-json"', true],
  ['"x", "abc-json"', true],
  ['"x","y",W/"abc-json"', true],
  ['"x" , "abc-json" , "z"', true],
  ['"a,b", "abc-json"', true],
  ['"abc-json-gzip"', false],
  ['"ABC-json"', false],
  ['abc-json', false],
  ['"x", "y"', false],
  ['', false],
  ['"', false],
  ['"x, "abc', false],
  ['**', false],
];

for (const [header, expected] of CASES)
  test(`If-None-Match: ${header} ${expected ? 'matches' : 'does not match'} "abc-json"`, () => {
    assert.equal(matches(header, '"abc-json"'), expected);
  });
