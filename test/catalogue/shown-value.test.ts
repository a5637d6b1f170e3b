import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownValue } from '#catalogue/shown-value.ts';

test('shownValue shortens a value to one line and escapes control characters', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  assert.deepEqual(
    [
      shownValue('plain'),
      shownValue('a "b"\n\u001b[31mred'),
      shownValue('\u202egnirts\u2028\u009b'),
      shownValue('\ud800'),
      shownValue('x'.repeat(1000)),
      shownValue(`${'x'.repeat(59)}🌱🌱`),
      ...[12, true, null, [], [1, 2], { a: 1 }, deep].map(shownValue),
    ],
    [
      '"plain"',
      '"a \\"b\\"\\n\\u001b[31mred"',
      '"\\u{202e}gnirts\\u{2028}\\u{9b}"',
      '"\\ud800"',
      `"${'x'.repeat(60)}…"`,
      `"${'x'.repeat(59)}\\ud83c…"`,
      ...['12', 'true', 'null', 'an empty list', 'a list of 2', 'an object', 'a list of 1'],
    ],
  );
});
