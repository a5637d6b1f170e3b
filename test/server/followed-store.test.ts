import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { followStore } from '#server/followed-store.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';

const PROC = existsSync('/proc/self/fd') ? false : 'there is no /proc to find open files in';

/** The files in a folder that this process has open. */
async function openIn(folder: string): Promise<readonly string[]> {
  const all = (await readdir('/proc/self/fd')).map((number) => readlink(`/proc/self/fd/${number}`).catch(() => ''));
  return (await Promise.all(all)).filter((path) => path.startsWith(folder));
}

describe('a store whose index cannot be started', () => {
  it('is closed again', { skip: PROC }, async (t) => {
    const { address, folder } = await databaseOf(t);
    await importRecords(address, []);
    const before = await openIn(folder);
    // Threads are started from files only.
    const thread = new URL('http://localhost/thread.js');
    await assert.rejects(followStore({ database: address, cacheFolder: undefined, thread }));
    assert.deepEqual(await openIn(folder), before);
  });
});
