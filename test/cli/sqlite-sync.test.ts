import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { aCalendar, anEvent } from '../support/sources/a-calendar.ts';
import { lectern, startLectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

describe('lectern sync on SQLite', () => {
  it('stops on SIGTERM while it waits for another import before it claims a source', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'sources.yaml'), 'sources: [{ name: optics, file: optics.ics }]');
    await writeFile(join(folder, 'optics.ics'), aCalendar(anEvent('light')));
    const path = join(folder, 'talks.db');
    const variables = { DATABASE_URL: `sqlite:${path}`, LECTERN_SOURCES: join(folder, 'sources.yaml') };
    assert.equal((await lectern(['sync', '--once'], { variables })).status, 0);
    const other = new Database(path);
    t.after(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    // It reports what is wrong with this file just before it claims a source.
    const corrections = join(folder, 'corrections.yaml');
    await writeFile(corrections, 'none');
    const running = startLectern(['sync', '--all', '--corrections', corrections], { variables });
    t.after(() => running.process.kill('SIGKILL'));
    const reported = 'The previous corrections stay in effect.\n';
    await until(() => running.said().stderr.endsWith(reported), 'the sync to begin');
    running.process.kill('SIGTERM');
    await until(() => running.process.exitCode !== null, 'the sync to exit');
    const { status, stdout, stderr } = await running.finished;
    assert.deepEqual([status, stdout], [143, '']);
    assert.ok(stderr.endsWith(`${reported}Stopped. Sources that were not finished are unchanged.\n`), stderr);
  });
});
