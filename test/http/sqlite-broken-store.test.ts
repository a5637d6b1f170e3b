import assert from 'node:assert/strict';
import { copyFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { startTestServer } from '../support/http/server.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { IN_MEMORY, itServesOn, FIRST_ASKED, type Trouble } from './broken-store.ts';

async function filesOf(path: string): Promise<readonly string[]> {
  const folder = join(path, '..');
  return (await readdir(folder)).filter((name) => name.startsWith('talks.db')).map((name) => join(folder, name));
}

/** Copies the files of the store. Returns a function that restores them. */
async function putAside(path: string): Promise<() => Promise<void>> {
  const files = await filesOf(path);
  for (const file of files) await copyFile(file, join(path, '..', `aside-${file.slice(file.lastIndexOf('/') + 1)}`));
  return async () => {
    for (const file of await filesOf(path)) await rm(file, { force: true });
    for (const file of files) await rename(join(path, '..', `aside-${file.slice(file.lastIndexOf('/') + 1)}`), file);
  };
}

const TROUBLES: readonly Trouble[] = [
  {
    what: 'deleted',
    breakIt: async ({ folder }) => {
      const path = join(folder, 'talks.db');
      const mend = await putAside(path);
      for (const file of await filesOf(path)) await rm(file);
      return mend;
    },
  },
  {
    what: 'replaced by garbage',
    breakIt: async ({ folder }) => {
      const path = join(folder, 'talks.db');
      const mend = await putAside(path);
      for (const file of await filesOf(path)) await rm(file);
      await writeFile(path, Buffer.alloc(100_000, 'garbage '));
      return mend;
    },
  },
  {
    what: 'overwritten with garbage',
    breakIt: async ({ folder }) => {
      const path = join(folder, 'talks.db');
      const mend = await putAside(path);
      await writeFile(path, Buffer.alloc(100_000, 'garbage '));
      return mend;
    },
  },
  {
    what: 'emptied',
    breakIt: async ({ folder }) => {
      const path = join(folder, 'talks.db');
      const mend = await putAside(path);
      for (const file of await filesOf(path)) await truncate(file, 0);
      return mend;
    },
  },
  {
    what: 'truncated',
    breakIt: async ({ folder }) => {
      const path = join(folder, 'talks.db');
      const mend = await putAside(path);
      await truncate(path, 8192);
      for (const file of await filesOf(path)) if (file.endsWith('-wal')) await truncate(file, 0);
      return mend;
    },
  },
];

describe('while the SQLite file is', { concurrency: false }, () => {
  for (const trouble of TROUBLES) itServesOn(trouble);

  it('locked by a writer, every request is answered', async (t) => {
    const server = await startTestServer(UNIVERSITY);
    t.after(() => server.close());
    const writer = new Database(join(server.folder, 'talks.db'));
    t.after(() => writer.close());
    // In WAL mode, a writer cannot lock out readers that are connected.
    for (const begin of ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE']) {
      writer.exec(begin);
      for (const path of [...IN_MEMORY, ...FIRST_ASKED]) assert.equal((await server.ask(path)).status, 200, path);
      writer.exec('ROLLBACK');
    }
  });
});
