import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { columnOfSyntaxError } from '#sources/json-syntax.ts';

test('columnOfSyntaxError returns the column of the first unexpected token', () => {
  const columns = {
    '': 1,
    '{"a":1,}': 8,
    '{"a" 1}': 6,
    '{"a":1': 7,
    '[1,2]]': 6,
    '{"a":tru}': 6,
    '[1 2]': 4,
    '{a:1}': 2,
    "{'a':1}": 2,
    '[[],{"q":[1,{}': 15,
    '[01]': 3,
    '[-]': 2,
    '[1,]': 4,
    '{"a":[{}],  "b"}': 16,
    ' nul': 2,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(columns).map((text) => [text, columnOfSyntaxError(text)])), columns);
});

test('columnOfSyntaxError never points past an invalid character', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, seed) => {
      const at = seed % (json.length + 1);
      const ruined = `${json.slice(0, at)}\u0001${json.slice(at)}`;
      const column = columnOfSyntaxError(ruined);
      assert.ok(column >= 1 && column <= at + 1, `${JSON.stringify(ruined)}: ${column}`);
    }),
  );
});

test('columnOfSyntaxError handles a string of 9 million characters', () => {
  const text = `{"a":"${'x'.repeat(9_000_000)}",}`;
  assert.equal(columnOfSyntaxError(text), text.length);
});
