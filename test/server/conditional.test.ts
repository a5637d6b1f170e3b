import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNotModified, matches } from '#server/http/conditional.ts';

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

const LAST_MODIFIED = Date.parse('2026-11-06T08:49:37Z') / 1000;

const DATES: readonly (readonly [header: string, isNotModified: boolean])[] = [
  ['Fri, 06 Nov 2026 08:49:37 GMT', true],
  ['Friday, 06-Nov-26 08:49:37 GMT', true],
  ['Fri Nov  6 08:49:37 2026', true],
  ['Sun, 06 Dec 2026 00:00:00 GMT', true],
  ['Fri, 06 Nov 2026 08:49:36 GMT', false],
  ['Fri Nov  6 08:49:36 2026', false],
  ['Fri, 06 Nov 2026 08:49:37', false],
  ['Fri, 06 Nov 2026 09:49:37 +0100', false],
  ['2026-11-06T08:49:37Z', false],
  ['Fri, 06 Nov 2026 88:49:37 GMT', false],
  ['1794127777', false],
  ['', false],
];

for (const [header, expected] of DATES)
  test(`If-Modified-Since: ${header} is ${expected ? 'not modified' : 'modified or no date'}`, () => {
    const headers = { 'if-modified-since': header };
    assert.equal(isNotModified(headers, { etag: '"abc"', lastModified: LAST_MODIFIED }), expected);
    assert.equal(isNotModified(headers, { etag: '"abc"', lastModified: undefined }), false);
  });

test('If-None-Match alone decides if there is one', () => {
  const headers = { 'if-modified-since': 'Sun, 06 Dec 2026 00:00:00 GMT', 'if-none-match': '"other"' };
  assert.equal(isNotModified(headers, { etag: '"abc"', lastModified: LAST_MODIFIED }), false);
});
