import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

describe('lectern import into a SQLite file', () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);

  before(() => writeFile(path('talk.ndjson'), `${JSON.stringify(talk(slugOf(1), '2026-05-04T10:00:00Z'))}\n`));

  it('writes lectern.db in the working folder by default', async () => {
    const done = await lectern(['import', 'talk.ndjson'], { folder });
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.ok(existsSync(path('lectern.db')));
    assert.equal((await lectern(['export'], { folder })).stdout.split('\n').length, 2);
  });

  it('creates a missing file, unlike lectern export', async () => {
    const done = await lectern(['export', '--database', `sqlite:${path('none.db')}`]);
    assert.deepEqual([done.status, done.stdout, existsSync(path('none.db'))], [1, '', false]);
  });

  it('reports an unusable database in one line', async () => {
    await writeFile(path('not.db'), 'This is no database.'.repeat(100));
    const done = await lectern(['import', '--database', `sqlite:${path('not.db')}`, path('talk.ndjson')]);
    assert.deepEqual([done.status, done.stdout, done.stderr.trimEnd().split('\n').length], [1, '', 1]);
    assert.match(done.stderr, /^lectern: /);
    const nowhere = await lectern([
      'import',
      '--database',
      `sqlite:${path('no/such/folder/x.db')}`,
      path('talk.ndjson'),
    ]);
    assert.deepEqual([nowhere.status, nowhere.stdout, nowhere.stderr.trimEnd().split('\n').length], [1, '', 1]);
    assert.match(nowhere.stderr, /^lectern: /);
  });
});
