/** One of the system tests, because it uses the whole machine for some seconds. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, describe, it, type TestContext } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { KeptConnection } from '../support/http/kept-connection.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

const { address: database } = await databaseOf({ after });
await importRecords(
  database,
  Array.from({ length: 500 }, (_, n) =>
    talk(slugOf(n), '2026-01-01T12:00:00Z', { description: `${String(n)} ${'ä δ '.repeat(500)}` }),
  ),
);

const READERS = 49;
const QUESTIONS = 3;

/** Starts processes that keep their cores busy until the test ends, for a minute at most. */
function keepBusy(t: TestContext, count: number): void {
  for (let n = 0; n < count; n += 1) {
    const program = 'const end = Date.now() + 60_000; while (Date.now() < end);';
    const busy = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
    t.after(() => busy.kill('SIGKILL'));
  }
}

describe('a service beside eight busy processes', () => {
  it('answers 49 simultaneous readers without rejecting any', async (t) => {
    const serving = await serveLectern(database);
    t.after(() => serving.kill());
    keepBusy(t, 8);
    const read = async (reader: number): Promise<readonly number[]> => {
      const connection = await KeptConnection.open(serving.port);
      const statuses: number[] = [];
      for (let n = 0; n < QUESTIONS; n += 1) {
        const asked = `from=2026-01-01&count=500&x=${String(reader)}-${String(n)}`;
        for (const path of [`/search?${asked}`, `/api/talks/search?${asked}`])
          statuses.push((await connection.ask(path)).status);
      }
      connection.end();
      return statuses;
    };
    const statuses = await Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)));
    assert.deepEqual([...new Set(statuses.flat())], [200]);
    assert.equal(statuses.flat().length, READERS * QUESTIONS * 2);
    assert.doesNotMatch(serving.said().stderr, /rejected/);
  });
});
