import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { aCalendar, anEvent } from '../support/sources/a-calendar.ts';
import { lectern, lecternProcess, startLectern } from '../support/process/command.ts';
import type { Finished } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { allTables } from '../support/db/all-tables.ts';
import { strangeServer } from '../support/http/strange-server.ts';
import { until } from '../support/until.ts';

interface Scene {
  readonly database: string;
  /** Writes a file beside the sources file. */
  readonly put: (name: string, text: string) => Promise<void>;
  readonly variables: Readonly<Record<string, string>>;
  readonly run: (...args: readonly string[]) => Promise<Finished>;
}

async function sceneOf(t: TestContext, sources: string): Promise<Scene> {
  const { address, folder } = await databaseOf(t);
  const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  await put('sources.yaml', sources);
  const variables = {
    DATABASE_URL: address,
    LECTERN_SOURCES: join(folder, 'sources.yaml'),
    LECTERN_ALLOW_HOSTS: '127.0.0.1',
  };
  return { database: address, put, variables, run: (...args) => lectern(args, { variables }) };
}

const TWO = 'sources:\n  - { name: optics, file: optics.ics, gone: cancel }\n  - { name: moss, file: moss.ics }\n';
const BOTH = aCalendar(anEvent('light'), anEvent('lens', '1202'));

/** Replaces times, which differ from run to run. */
function timeless(text: string): string {
  return text.replaceAll(/20[2-8]\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '…');
}

/** The part of a report on each source, sorted, as sources finish in any order. */
function parts(text: string): string[] {
  return text.split(/^(?=\S)/m).sort();
}

describe('lectern sync', () => {
  it('reports the outcome of each source, and exits with status 1 if all failed and 3 if some did', async (t) => {
    const { put, run } = await sceneOf(t, TWO);
    const neither = await run('sync', '--once');
    assert.deepEqual(
      [neither.status, parts(timeless(neither.stdout))],
      [
        1,
        parts(
          'optics: failed; its earlier talks are unchanged (again at …)\nmoss: failed; its earlier talks are unchanged (again at …)\n',
        ),
      ],
    );
    assert.deepEqual(
      parts(neither.stderr),
      parts('optics: File not found. Check the path.\n1 problem.\nmoss: File not found. Check the path.\n1 problem.\n'),
    );
    await put('optics.ics', BOTH);
    const one = await run('sync', '--all');
    assert.deepEqual(
      [one.status, parts(timeless(one.stdout))],
      [
        3,
        parts(
          'optics: 2 talks: 2 added (again at …)\n  added      2099-12-01 17:00  On light\n  added      2099-12-02 17:00  On lens\n' +
            '  2 × without an end: ends when it starts\nmoss: failed; its earlier talks are unchanged (again at …)\n',
        ),
      ],
    );
    await put('moss.ics', aCalendar(anEvent('moss')));
    await put('optics.ics', aCalendar(anEvent('light', '1204', 'SUMMARY:Lights')));
    const both = await run('sync', 'optics', 'moss');
    assert.deepEqual([both.status, both.stderr], [0, '']);
    assert.match(both.stdout, /^optics: 1 talk: 1 moved, 1 gone/m);
    assert.match(both.stdout, /\n {2}moved {6}2099-12-04 17:00 {2}Lights \(was “On light”, 2099-12-01 17:00\)\n/);
    assert.match(both.stdout, /\n {2}gone {7}2099-12-02 17:00 {2}On lens: cancelled\n/);
    assert.deepEqual(await run('sync', '--once'), { status: 0, stdout: '', stderr: '' });
  });

  it('does nothing if the sources file is invalid or missing, or a source is unknown', async (t) => {
    const { put, run, variables } = await sceneOf(t, 'sources:\n  - name: optics\n    adress: x\n');
    const wrong = await run('sync', '--once');
    assert.equal(wrong.status, 2);
    assert.match(
      wrong.stderr,
      /sources\.yaml:3: sources\[0\]\.adress: There is no setting "adress"\. Did you mean address\?/,
    );
    await put('sources.yaml', TWO);
    const unknown = await run('sync', 'optisc');
    assert.deepEqual(
      [unknown.status, unknown.stderr.split('\n')[0]],
      [2, 'There is no source "optisc" in the sources file. Did you mean optics?'],
    );
    for (const path of ['', 'nowhere.yaml']) {
      const none = await lectern(['sync', '--once'], { variables: { ...variables, LECTERN_SOURCES: path } });
      assert.deepEqual([none.status, /No sources file|File not found/.test(none.stderr)], [2, true]);
    }
    assert.match((await run('export')).stderr, /There is no catalogue/);
  });

  it('shows with --dry-run what would change, and changes no row of any table', async (t) => {
    const { put, run, database } = await sceneOf(t, TWO);
    await put('optics.ics', BOTH);
    await put('moss.ics', aCalendar(anEvent('moss')));
    await run('sync', '--once');
    await put('optics.ics', aCalendar(anEvent('light', '1204')));
    const before = await allTables(database);
    const shown = await run('sync', '--all', '--dry-run');
    assert.equal(shown.status, 0);
    assert.match(shown.stdout, /^optics: 1 talk: 1 moved, 1 gone\n/m);
    assert.match(shown.stdout, /^moss: nothing new\n/m);
    assert.match(shown.stdout, /\nDry run: nothing was changed\.\n$/);
    assert.ok(before.length > 1000);
    assert.equal(await allTables(database), before);
    const done = await run('sync', '--all');
    assert.match(done.stdout, /^optics: 1 talk: 1 moved, 1 gone \(again/m);
  });

  it('skips a source that another process is syncing', async (t) => {
    const slow: (() => void)[] = [];
    const server = await strangeServer({ '/slow': (response) => void slow.push(() => response.end(BOTH)) });
    t.after(() => server.close());
    const { run, variables } = await sceneOf(t, `sources: [{ name: optics, address: '${server.origin}/slow' }]`);
    const first = lecternProcess(['sync', '--once'], { variables });
    await until(() => slow.length === 1, 'the request of the first process');
    const second = await lectern(['sync', '--once', '--all'], { variables });
    assert.deepEqual(second, { status: 0, stdout: 'optics: already running in another process\n', stderr: '' });
    const { stdout } = await run('sources');
    assert.match(stdout, /^optics +running +– +– +– +–$/m);
    slow[0]?.();
    assert.match((await first).stdout, /^optics: 2 talks: 2 added/);
    assert.equal(server.asked.length, 1);
  });

  it('leaves the source unchanged and releases it if SIGTERM stops it', async (t) => {
    const server = await strangeServer({
      '/slow': (response) => void response.writeHead(200).write('BEGIN:VCALENDAR'),
    });
    t.after(() => server.close());
    const { put, run, variables } = await sceneOf(t, TWO);
    await put('optics.ics', BOTH);
    await put('moss.ics', BOTH);
    await run('sync', '--once');
    const kept = await run('export');
    await put('sources.yaml', `sources: [{ name: optics, address: '${server.origin}/slow' }]`);
    const running = startLectern(['sync', '--once'], { variables });
    await until(() => server.asked.length === 1, 'the request');
    running.process.kill('SIGTERM');
    const { status, stderr } = await running.finished;
    assert.deepEqual([status, stderr], [143, 'Stopped. Sources that were not finished are unchanged.\n']);
    assert.deepEqual(await run('export'), kept);
    await put('sources.yaml', TWO);
    assert.match((await run('sync', 'optics')).stdout, /^optics: (nothing new|2 talks: nothing new)/);
  });
});
