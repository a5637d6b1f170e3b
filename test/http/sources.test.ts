import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStore } from '#store/open.ts';
import { NEVER_RUN } from '#store/source-states.ts';
import { textOf, jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { testServer } from '../support/http/server.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { until } from '../support/until.ts';

const server = testServer(UNIVERSITY);

/** A secret address, which responses must not contain. */
const SECRET = 'https://calendar.example.org/private/0123456789/optics.ics';

const PROBLEM = {
  code: 'not-found',
  where: '',
  what: `There is nothing at ${SECRET}.`,
  hint: '',
  file: SECRET,
  line: 0,
};

async function noteSources(): Promise<void> {
  const store = await openStore((await server.started()).database.address, { mode: 'write' });
  const now = new Date('2026-11-20T12:00:00Z');
  for (const [name, state] of [
    [
      'say "ah"\\\nbe',
      {
        ...NEVER_RUN,
        lastAttempt: '2026-11-20T11:00:00Z',
        failures: 3,
        problems: [PROBLEM, PROBLEM],
        moreProblems: 4,
        held: { missing: 8, of: 10 },
      },
    ],
    [
      'optics',
      {
        ...NEVER_RUN,
        lastAttempt: '2026-11-20T12:00:00Z',
        lastSuccess: '2026-11-20T12:00:00Z',
        nextRun: '2026-11-20T13:00:00Z',
        talks: 24,
        changes: { added: 2, moved: 1 },
      },
    ],
  ] as const) {
    await store.sources.claim(name, { token: name, by: 'a test', until: now }, now);
    await store.sources.settle(name, name, state);
  }
  await store.close();
}

describe('the state of the sources', () => {
  it('is not in /readyz or the metrics without sources', async () => {
    assert.equal(valueAt(await server.read('/readyz'), 'sources'), undefined);
    assert.doesNotMatch(await server.metrics(), /lectern_source_/);
  });

  it('is in /readyz, without addresses and without changing the status', async () => {
    await noteSources();
    await until(
      async () => valueAt(await server.read('/readyz'), 'sources') !== undefined,
      'the sources to appear in /readyz',
    );
    const answer = await server.ask('/readyz');
    assert.deepEqual([answer.status, valueAt(jsonOf(answer), 'status')], [200, 'ready']);
    assert.deepEqual(valueAt(jsonOf(answer), 'sources'), [
      {
        name: 'optics',
        last_success: '2026-11-20T12:00:00Z',
        next_run: '2026-11-20T13:00:00Z',
        failures: 0,
        talks: 24,
        held: null,
        problems: [],
      },
      {
        name: 'say "ah"\\\nbe',
        last_success: null,
        next_run: null,
        failures: 3,
        talks: null,
        held: { missing: 8, of: 10 },
        problems: ['not-found'],
      },
    ]);
    assert.doesNotMatch(textOf(answer), /private/);
  });

  it('is in the metrics, with special characters in names escaped', async () => {
    const lines = (await server.metrics()).split('\n');
    const odd = String.raw`{source="say \"ah\"\\\nbe"}`;
    assert.deepEqual(
      lines.filter((line) => line.startsWith('lectern_source_')),
      [
        'lectern_source_last_attempt_timestamp_seconds{source="optics"} 1795176000',
        `lectern_source_last_attempt_timestamp_seconds${odd} 1795172400`,
        'lectern_source_last_success_timestamp_seconds{source="optics"} 1795176000',
        'lectern_source_next_run_timestamp_seconds{source="optics"} 1795179600',
        'lectern_source_failures{source="optics"} 0',
        `lectern_source_failures${odd} 3`,
        'lectern_source_problems{source="optics"} 0',
        `lectern_source_problems${odd} 6`,
        'lectern_source_talks{source="optics"} 24',
        'lectern_source_held_talks{source="optics"} 0',
        `lectern_source_held_talks${odd} 8`,
        'lectern_source_changes{source="optics",change="added"} 2',
        'lectern_source_changes{source="optics",change="moved"} 1',
      ],
    );
    for (const line of [
      'lectern_ready 1',
      'lectern_catalogue_version 1',
      'lectern_catalogue_talks 5',
      'lectern_catalogue_damaged_records 0',
      '# TYPE lectern_rate_limited_requests_total counter',
      'lectern_rate_limited_requests_total 0',
    ]) {
      assert.ok(lines.includes(line), line);
    }
    const odds = lines.filter((line) => !/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{.*\})? -?[0-9.e-]+|)$/.test(line));
    assert.deepEqual(odds, []);
  });
});
