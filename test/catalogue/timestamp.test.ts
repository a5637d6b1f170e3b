import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isTimestamp, secondsOf, timestampOf } from '#catalogue/timestamp.ts';

test('a timestamp has a fixed form with a date and time that exist', () => {
  const yes = [
    '2016-06-25T09:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2024-02-29T00:00:00Z',
    '2000-02-29T00:00:00Z',
  ];
  const no = [
    '',
    '2016-06-25',
    '2016-06-25T09:00Z',
    '2016-06-25T09:00:00',
    '2016-06-25T09:00:00.0Z',
    '2016-06-25T09:00:00+00:00',
    '2016-06-25t09:00:00z',
    '2016-06-25 09:00:00Z',
    ' 2016-06-25T09:00:00Z',
    '2016-06-25T09:00:00Z\n',
    '2016-6-25T09:00:00Z',
    '2016-13-01T09:00:00Z',
    '2016-00-01T09:00:00Z',
    '2016-06-00T09:00:00Z',
    '2016-06-31T09:00:00Z',
    '2023-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2016-06-25T24:00:00Z',
    '2016-06-25T23:60:00Z',
    '2016-12-31T23:59:60Z',
    '+02016-06-25T09:00:00Z',
    '２016-06-25T09:00:00Z',
  ];
  assert.deepEqual([...yes, ...no].filter(isTimestamp), yes);
});

test('secondsOf counts seconds since 1970, negative for earlier timestamps', () => {
  assert.deepEqual(
    ['1970-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '2016-06-25T09:00:00Z', '0000-01-01T00:00:00Z'].map(secondsOf),
    [0, -1, 1_466_845_200, -62_167_219_200],
  );
});

test('timestampOf and secondsOf are inverse', () => {
  const seconds = fc.integer({ min: secondsOf('0000-01-01T00:00:00Z'), max: secondsOf('9999-12-31T23:59:59Z') });
  fc.assert(
    fc.property(seconds, (second) => {
      assert.equal(isTimestamp(timestampOf(second)), true);
      assert.equal(secondsOf(timestampOf(second)), second);
    }),
  );
});
