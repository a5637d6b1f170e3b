import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { ScheduledSync } from '#cli/sync/scheduled-sync.ts';
import { valueAt } from '../support/json-value.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

// The programs here replace lectern sync, and misbehave in ways that it must never do.

interface Scene {
  readonly syncing: ScheduledSync;
  readonly log: readonly unknown[];
  /** How many runs were started. */
  readonly started: () => number;
  /** How many log messages match. */
  readonly logged: (message: RegExp) => number;
}

/** @param silenceAtMost milliseconds; far more than a busy machine needs to start a process */
async function running(t: TestContext, program: string, silenceAtMost = 60_000): Promise<Scene> {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'program.mjs');
  await writeFile(path, program);
  await writeFile(join(folder, 'sources.yaml'), '');
  const log: unknown[] = [];
  let started = 0;
  const syncing = new ScheduledSync({
    program: path,
    environment: () => {
      started += 1;
      return process.env;
    },
    sources: join(folder, 'sources.yaml'),
    counts: { on: 3, off: 1 },
    silenceAtMost,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
    shutdownGrace: 1,
  });
  syncing.start();
  t.after(() => syncing.stop());
  assert.equal(valueAt(log.shift(), 'msg'), 'syncing 3 sources (1 off); starting the first run');
  const logged = (message: RegExp): number => log.filter((line) => message.test(String(valueAt(line, 'msg')))).length;
  return { syncing, log, started: () => started, logged };
}

const FAILED = /^sync failed; will retry$/;

test('the first run of a scheduled sync logs when the next one is due', async (t) => {
  const at = Date.parse('2099-12-01T17:00:00Z');
  const { logged } = await running(t, `process.send({ kind: 'next', at: ${at} }); process.disconnect();`);
  await until(
    () => logged(/^first run finished; next run at 2099-12-01T17:00:00\.000Z$/) === 1,
    'the end of the first run',
  );
});

describe('a run of a scheduled sync', () => {
  it('is retried if it fails, and its standard error is logged', async (t) => {
    const { log, logged } = await running(t, "process.stderr.write('the disk is full\\n'); process.exit(1);");
    await until(() => logged(FAILED) === 2, 'the second failure');
    const [first] = log;
    assert.deepEqual([valueAt(first, 'status'), valueAt(first, 'said')], [1, 'the disk is full']);
  });

  it('is retried only once at a time if its process cannot be started', async (t) => {
    const { execPath } = process;
    t.after(() => (process.execPath = execPath));
    process.execPath = '/nowhere/node';
    const { started, logged, log } = await running(t, '');
    await until(() => logged(FAILED) >= 2, 'the second failure');
    assert.match(String(valueAt(log[0], 'said')), /ENOENT/);
    // By then, both the error and the end of the first run have been noticed.
    assert.deepEqual([started(), logged(FAILED)], [2, 2]);
  });

  it('is killed if it stops responding', async (t) => {
    const { log, logged } = await running(t, 'for (;;);', 1_500);
    await until(() => logged(FAILED) === 1, 'the run to be killed');
    assert.equal(logged(/is stuck; stopping it$/), 1);
    assert.equal(valueAt(log.at(-1), 'signal'), 'SIGKILL');
  });

  it('does not block shutdown if it ignores SIGTERM, and is then not reported as failed', async (t) => {
    const stubborn =
      "process.on('SIGTERM', () => undefined); process.send({ kind: 'next', at: 0 }); setInterval(() => 0, 50);";
    const { syncing, log } = await running(t, stubborn);
    await Promise.all([syncing.stop(), syncing.stop()]);
    syncing.wake();
    assert.deepEqual(log, []);
  });

  it('has its invalid messages ignored', async (t) => {
    const said = ['null', '7', "{ kind: 'source' }", "{ kind: 'source', source: 1 }", "{ kind: 'next', at: 'x' }"];
    const fine =
      "{ kind: 'source', source: 'a', outcome: 'read', summary: 's', details: [], problems: '', nextRun: '' }";
    const sends = [...said, fine, "{ kind: 'next', at: null }"].map((one) => `process.send(${one});`).join('');
    const { log, logged } = await running(t, `${sends} process.disconnect();`);
    await until(() => logged(/^no source will be due$/) === 1, 'the end of the run');
    assert.deepEqual(
      log.map((line) => valueAt(line, 'msg')),
      ['source a: s', 'no source will be due'],
    );
  });
});
