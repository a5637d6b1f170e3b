import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { aCalendar, anEvent } from '../support/sources/a-calendar.ts';
import { lectern, startLectern } from '../support/process/command.ts';
import { failedStart } from '../support/process/failed-start.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import type { ServingProcess } from '../support/process/lectern-process.ts';
import { strangeServer } from '../support/http/strange-server.ts';
import type { StrangeServer } from '../support/http/strange-server.ts';
import { until } from '../support/until.ts';

interface Scene {
  readonly folder: string;
  readonly database: string;
  /** Replaces a file atomically. */
  readonly put: (name: string, text: string) => Promise<void>;
  readonly serve: (...args: readonly string[]) => Promise<ServingProcess>;
}

async function sceneOf(t: TestContext): Promise<Scene> {
  const { address, folder } = await databaseOf(t);
  await lectern(['migrate', '--database', address]);
  const path = (name: string): string => join(folder, name);
  return {
    folder,
    database: address,
    put: async (name, text) => {
      await writeFile(path(`${name}.new`), text);
      await rename(path(`${name}.new`), path(name));
    },
    serve: async (...args) => {
      const sources = ['--sources', path('sources.yaml'), '--allow-host', '127.0.0.1', '--log-level', 'info'];
      const serving = await serveLectern(address, [...sources, ...args]);
      t.after(() => serving.kill());
      return serving;
    },
  };
}

async function serverThatHangs(t: TestContext): Promise<StrangeServer & { readonly isAlone: () => boolean }> {
  let open = 0;
  const server = await strangeServer({
    '/slow': (response) => {
      open++;
      response.once('close', () => open--);
      response.writeHead(200).write('BEGIN:VCALENDAR\r\n');
    },
  });
  t.after(() => server.close());
  return { ...server, isAlone: () => open === 0 };
}

async function startOf(serving: ServingProcess): Promise<unknown> {
  const answer = await serving.ask('/api/talks/search?from=2099-01-01');
  return valueAt(jsonOf(answer), '_embedded', 'talks', 0, 'start');
}

describe('lectern serve with sources', () => {
  it('shows a moved talk after the next sync, reports the source, and reads the sources file again when it is fixed', async (t) => {
    const { put, serve } = await sceneOf(t);
    await put('optics.ics', aCalendar(anEvent('light')));
    await put('sources.yaml', 'sources: [{ name: optics, file: optics.ics, every: 1s }]');
    const serving = await serve();
    await until(async () => (await startOf(serving)) === '2099-12-01T17:00:00Z', 'the talk');
    await put('optics.ics', aCalendar(anEvent('light', '1204')));
    await until(async () => (await startOf(serving)) === '2099-12-04T17:00:00Z', 'the talk to move');
    await until(
      async () => valueAt(jsonOf(await serving.ask('/readyz')), 'sources', 0, 'talks') === 1,
      'the source in /readyz',
    );
    assert.match(await serving.metrics(), /^lectern_source_failures\{source="optics"\} 0$/m);
    const line = /"moved +2099-12-04 17:00 {2}On light \(was 2099-12-01 17:00\)".*source optics: 1 talk: 1 moved/;
    await until(() => line.test(serving.said().stderr), 'the move in the log');

    await put('sources.yaml', 'sources: [{ name: optics, fiel: optics.ics }]');
    await until(() => serving.said().stderr.includes('Did you mean file?'), 'the problem in the log');
    await until(
      async () => /^lectern_sync_failures [1-9]/m.test(await serving.metrics()),
      'the failed run in the metrics, though it could store nothing',
    );
    assert.equal((await serving.ask('/readyz')).status, 200);
    await put('acoustics.ics', aCalendar(anEvent('sound', '1130')));
    await put('sources.yaml', 'sources: [{ name: acoustics, file: acoustics.ics }]');
    await until(async () => (await startOf(serving)) === '2099-11-30T17:00:00Z', 'the talk of the other source');
    await until(async () => /^lectern_sync_failures 0$/m.test(await serving.metrics()), 'the end of that run');
    serving.process.kill('SIGTERM');
    assert.equal((await serving.finished).status, 0);
  });

  it('requests a source once for all workers, and closes the request when it stops', async (t) => {
    const server = await serverThatHangs(t);
    const { put, serve } = await sceneOf(t);
    await put('sources.yaml', `sources: [{ name: slow, address: '${server.origin}/slow' }]`);
    const serving = await serve('--workers', '2');
    await until(() => serving.said().stderr.includes('all workers are ready'), 'both workers');
    await until(() => server.asked.length > 0, 'the request');
    assert.equal((await serving.ask('/readyz')).status, 200);
    assert.match(await serving.metrics(), /^lectern_sync_failures 0$/m);
    serving.process.kill('SIGTERM');
    assert.equal((await serving.finished).status, 0);
    await until(() => server.isAlone(), 'the request to be closed');
    assert.equal(server.asked.length, 1);
  });

  it('leaves no sync process behind if it is killed', async (t) => {
    const server = await serverThatHangs(t);
    const { put, serve } = await sceneOf(t);
    await put('sources.yaml', `sources: [{ name: slow, address: '${server.origin}/slow' }]`);
    const serving = await serve();
    await until(() => server.asked.length > 0, 'the request');
    serving.process.kill('SIGKILL');
    await until(() => server.isAlone(), 'the request to be closed');
  });

  it('exits with status 2 if the sources file is invalid', async (t) => {
    const { put, folder, database } = await sceneOf(t);
    await put('sources.yaml', 'sources: [{ name: optics }]');
    const sources = join(folder, 'sources.yaml');
    const { status, stderr } = await failedStart(['serve', '--database', database, '--sources', sources]);
    assert.deepEqual([status, stderr.includes(':1: sources[0]: Neither an address nor a file is given.')], [2, true]);
  });
});

describe('lectern sync without --once', () => {
  it('syncs on schedule until it is stopped, and logs how many past talks --keep-past-talks removes', async (t) => {
    const { put, folder, database } = await sceneOf(t);
    await importRecords(database, [talk(slugOf(1), '2015-12-01T17:00:00Z')]);
    await put('optics.ics', aCalendar(anEvent('light')));
    await put('sources.yaml', 'sources: [{ name: optics, file: optics.ics, every: 1s }]');

    const settings = ['--database', database, '--sources', join(folder, 'sources.yaml'), '--keep-past-talks', '1y'];
    const running = startLectern(['sync', ...settings, '--log-level', 'info']);
    t.after(() => running.process.kill('SIGKILL'));
    await until(() => running.said().stderr.includes('1 talk: 1 added'), 'the talk');
    await put('optics.ics', aCalendar(anEvent('light', '1204')));
    await until(() => running.said().stderr.includes('1 talk: 1 moved'), 'the talk to move');
    const removed = /"msg":"Removed 1 talk that ended before 20\S+Z \(--keep-past-talks\)\."/;
    await until(() => removed.test(running.said().stderr), 'the removal in the log');
    running.process.kill('SIGTERM');
    const { status, stdout } = await running.finished;
    assert.deepEqual([status, stdout], [0, '']);
  });
});
