import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grouped } from '#cli/reports/report.ts';

test('numbers are grouped in thousands by commas', () => {
  const numbers = [0, 7, 999, 1000, 12_345, 123_456, 1_234_567, 1_000_000_000];
  assert.deepEqual(
    numbers.map(grouped),
    numbers.map((number) => new Intl.NumberFormat('en').format(number)),
  );
});
