import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapedJson, quotedText } from '#server/http/log-text.ts';

const HOSTILE = 'a\n\r\t\0\x1b[2J"\\\x7f\x80\xff\u2028\ud83d';

test('text in a log is printable ASCII, and JSON gives it back', () => {
  const written = escapedJson(HOSTILE, 1_000);
  assert.match(written, /^[ -~]*$/);
  assert.equal(JSON.parse(`"${written}"`), HOSTILE);
});

test('text in quotation marks has neither quotation marks nor line feeds in it', () => {
  assert.equal(quotedText(HOSTILE, 1_000), 'a\\x0a\\x0d\\x09\\x00\\x1b[2J\\x22\\x5c\\x7f\\x80\\xff\\u2028\\ud83d');
});

test('text that is too long is cut between two characters, however they are written', () => {
  for (const [text, most, expected] of [
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcdef...'],
    ['ab\n\n', 9, 'ab\\u000a...'],
  ] as const)
    assert.equal(escapedJson(text, most), expected);
});
