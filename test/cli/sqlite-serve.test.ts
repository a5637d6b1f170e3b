import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { failedStart } from '../support/process/failed-start.ts';
import { temporaryFolder } from '../support/folder.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern } from '../support/process/lectern-process.ts';

describe('lectern serve of a SQLite file', () => {
  it('creates a catalogue in an empty or missing file with --create, and suggests it otherwise', async (t) => {
    const own = temporaryFolder();
    await writeFile(join(own, 'empty.db'), '');
    for (const name of ['empty.db', 'missing.db']) {
      const path = join(own, name);
      const advice =
        'Import one with: lectern import FILE, or lectern sync --all; or serve an empty one: lectern serve --create';
      assert.deepEqual(await failedStart(['serve', '--port', '0', '--database', `sqlite:${path}`]), {
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
