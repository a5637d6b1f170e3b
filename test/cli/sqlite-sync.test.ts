import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
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
    const running = startLectern(['sync', '--all'], { variables });
    let hasEnded = false;
    void running.finished.then(() => (hasEnded = true));
    await setTimeout(3_000);
    assert.equal(hasEnded, false);
    running.process.kill('SIGTERM');
    await until(() => hasEnded, 'the sync to exit');
    assert.equal((await running.finished).stdout, '');
  });
});
