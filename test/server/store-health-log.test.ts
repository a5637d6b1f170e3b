import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { KnownDamage } from '#replica/damage-watch.ts';
import { logStoreHealth } from '#server/ops/store-health-log.ts';
import { valueAt } from '../support/json-value.ts';
import { until } from '../support/until.ts';

describe('a failure to read the store or write the copy', () => {
  it('is logged once when it begins and once when it ends, even if its reason changes', async (t) => {
    const lines: unknown[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const replica = {
      damaged: { damage: [], more: 0 } satisfies KnownDamage,
      trouble: undefined as string | undefined,
      storeAwaySince: 1_000_000_000_000,
      copyTrouble: 'the disk is full' as string | undefined,
    };
    const end = logStoreHealth(replica, log);
    t.after(end);
    const written = (): unknown[] => lines.map((line) => [valueAt(line, 'level'), valueAt(line, 'msg')]);
    await until(() => lines.length === 1, 'the first line');
    replica.storeAwaySince = Date.parse('2026-01-12T10:00:00Z');
    replica.trouble = 'refused';
    await until(() => lines.length === 2, 'the second line');
    replica.trouble = 'too slow';
    replica.copyTrouble = undefined;
    await until(() => lines.length === 3, 'the third line');
    replica.trouble = undefined;
    await until(() => lines.length === 4, 'the fourth line');
    assert.deepEqual(written(), [
      [40, 'the copy cannot be written; what is served may be old, and the next start will take longer'],
      [40, 'the store cannot be read; serving from the copy'],
      [40, 'the copy can be written again'],
      [40, 'the store can be read again'],
    ]);
    assert.deepEqual([valueAt(lines[0], 'reason'), valueAt(lines[1], 'reason')], ['the disk is full', 'refused']);
    assert.equal(valueAt(lines[1], 'since'), '2026-01-12T10:00:00.000Z');
  });
});
