import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameReport } from '#cli/reports/source-report.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

test('the report on --same lists merged talks by start and title, and pairs with an unknown slug', () => {
  const pair = { keep: slugOf(1), drop: slugOf(2) };
  const merged = [{ ...pair, title: 'On light', start: '2026-12-01T17:00:00Z' }];
  assert.equal(
    sameReport({ same: { merged, unknown: [] } }),
    '1 talk removed as duplicates (--same):\n' + `  ${slugOf(1)} ${slugOf(2)} # 2026-12-01T17:00:00Z “On light”\n`,
  );
  assert.equal(
    sameReport({ same: { merged: [], unknown: [pair] } }),
    `1 line of --same whose record to keep is not in the catalogue:\n  ${slugOf(1)} ${slugOf(2)}\n`,
  );
});
