import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SlugTable } from '#catalogue/slug-table.ts';
import { RUNS } from '../support/property-runs.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

/** Random slugs, and slugs that differ in a few digits in one place. */
const slugs = fc.oneof(
  fc.uuid(),
  fc.nat(5000).map(slugOf),
  fc.nat(5000).map((number) => `00000000-0000-0000-0000-${number.toString(16).padStart(12, '0')}`),
  fc.nat(0xffff).map((number) => `00000000-0000-${number.toString(16).padStart(4, '0')}-0000-000000000000`),
);

test('a slug table returns the number of each slug that was set and 0 for others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(slugs, { maxLength: 3000 }), (all) => {
      const table = new SlugTable();
      const half = all.slice(0, all.length / 2);
      half.forEach((slug, index) => {
        table.set(slug, index + 1);
      });
      assert.deepEqual(
        all.map((slug) => table.get(slug)),
        all.map((_, index) => (index < half.length ? index + 1 : 0)),
      );
    }),
    { numRuns: RUNS.slow },
  );
});
