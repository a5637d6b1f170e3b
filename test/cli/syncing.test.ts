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

// The processes that are run here stand for those of lectern sync, and do what that must never do.

interface Scene {
  readonly syncing: ScheduledSync;
  readonly log: readonly unknown[];
  /** How often this was logged. */
  readonly logged: (message: RegExp) => number;
}

async function running(t: TestContext, program: string): Promise<Scene> {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'program.mjs');
  await writeFile(path, program);
  await writeFile(join(folder, 'sources.yaml'), '');
  const log: unknown[] = [];
  const syncing = new ScheduledSync({
    program: path,
    environment: () => process.env,
    sources: join(folder, 'sources.yaml'),
    counts: { on: 3, off: 1 },
    silenceAtMost: 1_500,
    log: pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
    settings: {
      database: 'sqlite:nowhere.db',
      cacheFolder: null,
      timeZone: 'Europe/London',
      statusWords: 'read',
      speakersInText: 'read',
      same: null,
      keepPastTalks: null,
      allowHost: new Set(),
      contact: null,
      traces: 'off',
      shutdownGrace: 1,
    },
  });
  syncing.start();
  t.after(() => syncing.stop());
  assert.equal(valueAt(log.shift(), 'msg'), 'syncing 3 sources (1 off); starting the first run');
  const logged = (message: RegExp): number => log.filter((line) => message.test(String(valueAt(line, 'msg')))).length;
  return { syncing, log, logged };
}

const FAILED = /^sync failed; will retry$/;

test('when the second run of sync is to be is told at the end of the first', async (t) => {
  const at = Date.parse('2099-12-01T17:00:00Z');
  const { logged } = await running(t, `process.send({ kind: 'next', at: ${at} }); process.disconnect();`);
  await until(() => logged(/^first run finished; next run at 2099-12-01T17:00:00\.000Z$/) === 1, 'it');
});

describe('runs of sync that go wrong', () => {
  it('are tried again, and what they said is logged', async (t) => {
    const { log, logged } = await running(t, "process.stderr.write('the disk is full\\n'); process.exit(1);");
    await until(() => logged(FAILED) === 2, 'the second to fail');
    const [first] = log;
    assert.deepEqual([valueAt(first, 'status'), valueAt(first, 'said')], [1, 'the disk is full']);
  });

  it('are tried again one at a time when no process can be made', async (t) => {
    const { execPath } = process;
    t.after(() => (process.execPath = execPath));
    process.execPath = '/nowhere/node';
    const { logged, log } = await running(t, '');
    await until(() => logged(FAILED) === 2, 'the second to fail');
    assert.match(String(valueAt(log[0], 'said')), /ENOENT/);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    assert.equal(logged(FAILED), 2);
  });

  it('are ended when they give no sign of life', async (t) => {
    const { log, logged } = await running(t, 'for (;;);');
    await until(() => logged(FAILED) === 1, 'it to be ended');
    assert.equal(logged(/is stuck; stopping it$/), 1);
    assert.equal(valueAt(log.at(-1), 'signal'), 'SIGKILL');
  });

  it('are not waited for by who stops', async (t) => {
    const stubborn =
      "process.on('SIGTERM', () => undefined); process.send({ kind: 'next', at: 0 }); setInterval(() => 0, 50);";
    const { syncing, log } = await running(t, stubborn);
    await Promise.all([syncing.stop(), syncing.stop()]);
    syncing.wake();
    assert.deepEqual(log, []);
  });

  it('cannot confuse with what they say', async (t) => {
    const said = ['null', '7', "{ kind: 'source' }", "{ kind: 'source', source: 1 }", "{ kind: 'next', at: 'x' }"];
    const fine =
      "{ kind: 'source', source: 'a', outcome: 'read', summary: 's', details: [], problems: '', nextRun: '' }";
    const sends = [...said, fine, "{ kind: 'next', at: null }"].map((one) => `process.send(${one});`).join('');
    const { log, logged } = await running(t, `${sends} setTimeout(() => process.disconnect(), 200);`);
    await until(() => logged(/^source a: s$/) === 1, 'the one that is right');
    assert.equal(log.length, 1);
  });
});
