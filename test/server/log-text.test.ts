import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapedJson, quotedText } from '#server/http/access-log.ts';

const HOSTILE = 'a\n\r\t\0\x1b[2J"\\\x7f\x80\xff\u2028\ud83d';

test('log text is printable ASCII from which JSON.parse restores the original', () => {
  const written = escapedJson(HOSTILE, 1_000);
  assert.match(written, /^[ -~]*$/);
  assert.equal(JSON.parse(`"${written}"`), HOSTILE);
});

test('quoted log text escapes quotation marks, backslashes, control and non-ASCII characters', () => {
  assert.equal(quotedText(HOSTILE, 1_000), 'a\\x0a\\x0d\\x09\\x00\\x1b[2J\\x22\\x5c\\x7f\\x80\\xff\\u2028\\ud83d');
});

test('long log text is cut between characters, never inside an escape sequence', () => {
  for (const [text, most, expected] of [
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcdef...'],
    ['ab\n\n', 9, 'ab\\u000a...'],
  ] as const)
    assert.equal(escapedJson(text, most), expected);
});
