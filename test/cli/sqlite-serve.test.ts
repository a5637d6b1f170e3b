import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { lecternProcess } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern } from '../support/process/lectern-process.ts';

describe('lectern serve of a SQLite file', () => {
  const folder = temporaryFolder();

  it('reports a missing, empty or invalid file in one line, and creates none', async () => {
    await writeFile(join(folder, 'empty.db'), '');
    await writeFile(join(folder, 'not.db'), 'This is no database.'.repeat(100));
    for (const name of ['missing.db', 'empty.db', 'not.db']) {
      const done = await lecternProcess(['serve', '--port', '0', '--database', `sqlite:${join(folder, name)}`]);
      assert.deepEqual([done.status, done.stdout], [1, ''], done.stderr);
      assert.match(done.stderr, /^lectern: [^\n]+\n$/, name);
    }
    assert.deepEqual((await readdir(folder)).sort(), ['empty.db', 'not.db']);
  });

  it('creates a catalogue in an empty or missing file with --create, and suggests it otherwise', async (t) => {
    const own = temporaryFolder();
    await writeFile(join(own, 'empty.db'), '');
    for (const name of ['empty.db', 'missing.db']) {
      const path = join(own, name);
      const advice =
        'Import one with: lectern import FILE, or lectern sync --all; or serve an empty one: lectern serve --create';
      assert.deepEqual(await lecternProcess(['serve', '--port', '0', '--database', `sqlite:${path}`]), {
        status: 1,
        stdout: '',
        stderr: `lectern: There is no catalogue at ${path} yet. ${advice}\n`,
      });
      const serving = await serveLectern(`sqlite:${path}`, ['--create']);
      t.after(() => serving.kill());
      const answer = await serving.ask('/api/talks/search?from=today');
      assert.deepEqual([answer.status, valueAt(jsonOf(answer), 'total')], [200, 0]);
      await serving.kill();
    }
  });
});
