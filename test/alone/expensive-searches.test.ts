import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fairnessAmong, TALKS } from '../../bench/fairness/benchmark.ts';
import { Load } from '../../bench/harness/load.ts';
import { quantile } from '../../bench/harness/statistics.ts';

/** Milliseconds; `npm run bench -- fairness` has what it is on a quiet machine. */
const LONGEST_P99 = 750;

test('everybody’s searches are answered soon while one client asks the most expensive questions among 250,000 talks', async (t) => {
  const load = new Load();
  t.after(() => load.close());
  const { beside, expensive } = await fairnessAmong(TALKS, load, { secondsAlone: 5 });
  assert.ok(beside.milliseconds.length > 0 && expensive.answered + expensive.refused > 0);
  assert.equal(beside.failed, 0);
  const p99 = quantile(beside.milliseconds, 0.99);
  assert.ok(p99 < LONGEST_P99, `p99 ${Math.round(p99)} ms of ${beside.milliseconds.length} searches`);
});
