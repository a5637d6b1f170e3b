import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { lectern } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';

describe('lectern serve, of a file', () => {
  const folder = temporaryFolder();

  it('says in one line what is wrong with the database, and makes none', async () => {
    const bad = join(folder, 'bad');
    await writeFile(join(folder, 'empty.db'), '');
    await writeFile(join(folder, 'not.db'), 'This is no database.'.repeat(100));
    for (const name of ['missing.db', 'empty.db', 'not.db']) {
      const done = await lectern(['serve', '--port', '0', '--database', `sqlite:${join(folder, name)}`]);
      assert.deepEqual([done.status, done.stdout], [1, ''], done.stderr);
      assert.match(done.stderr, /^lectern: [^\n]+\n$/, name);
    }
    assert.deepEqual((await readdir(folder)).sort(), ['empty.db', 'not.db'], bad);
  });
});
