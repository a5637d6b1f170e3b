import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { askPort } from '../support/http/ask.ts';
import { lecternProcess, startLectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { textOf } from '../support/http/http-answer.ts';

const TABLE = 'Title,Speakers,Date,Time\nHow far a lamp is seen,Ada Fresnel,2099-01-14,17:00\nFog,Bo Marsh,sometime,\n';

describe('lectern preview', () => {
  const folder = temporaryFolder();
  // Temporary files go into the same folder, so that the tests see what is left of them.
  const options = { folder, variables: { TMPDIR: folder } };

  it('serves the talks of a file with a report on it, and deletes its temporary files on SIGINT', async () => {
    await writeFile(join(folder, 'term.csv'), TABLE);
    const running = startLectern(['preview', 'term.csv'], options);
    await running.saying('Ctrl-C');
    const { stdout, stderr } = running.said();
    assert.match(
      stdout,
      /^term\.csv: CSV and other tables, 1 talk, as source “term”\n(?: .*\n)* .* title from "Title"/,
    );
    assert.match(stderr, /^Left out:\nterm\.csv:3: Date: .*"sometime"/m);
    const [, port = ''] = /^Preview: http:\/\/127\.0\.0\.1:(\d+)$/m.exec(stdout) ?? [];
    const home = await askPort(Number(port), '/search?from=2099-01-01');
    assert.match(textOf(home), /How far a lamp is seen/);
    const page = textOf(await askPort(Number(port), '/status/sources/term'));
    assert.match(page, /Line 3/);
    assert.match(page, /How it was read.*read with title from/);
    assert.match(page, /How far a lamp is seen/);
    assert.equal((await readdir(folder)).length, 2);
    running.process.kill('SIGINT');
    assert.equal((await running.finished).status, 0);
    assert.deepEqual(await readdir(folder), ['term.csv']);
  });

  it('reports a file that cannot be imported, and serves nothing', async () => {
    await writeFile(join(folder, 'term.csv'), '');
    const { status, stdout, stderr } = await lecternProcess(['preview', 'term.csv'], options);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^term\.csv: The file is empty\. /);
    assert.deepEqual(await readdir(folder), ['term.csv']);
  });
});
