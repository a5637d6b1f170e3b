import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { lectern, startLectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';

describe('lectern check', () => {
  const folder = temporaryFolder();

  it('finds no problems in the sample catalogue and creates no database', async () => {
    for (const today of ['2026-03-27', '2027-12-31']) {
      const { stdout } = await lectern(['sample', '--today', today]);
      const done = await lectern(['check', '-'], { input: stdout, folder });
      assert.deepEqual(done, { status: 0, stdout: '873 records, no problems.\n', stderr: '' });
    }
    assert.deepEqual(await readdir(folder), []);
  });

  it('resolves references between files and reports those that lead nowhere', async () => {
    const series = { type: 'series', slug: 'c0ffee00-0000-4000-8000-00000000000a', title: 'Moss' };
    const talk = {
      type: 'talk',
      slug: 'c0ffee00-0000-4000-8000-000000000001',
      title: 'On moss',
      start: '2026-05-04T10:00:00Z',
      end: '2026-05-04T11:00:00Z',
      series: series.slug,
    };
    await writeFile(join(folder, 'talks.ndjson'), JSON.stringify(talk));
    await writeFile(join(folder, 'series.ndjson'), JSON.stringify(series));
    assert.deepEqual(await lectern(['check', 'talks.ndjson', 'series.ndjson'], { folder }), {
      status: 0,
      stdout: '2 records, no problems.\n',
      stderr: '',
    });
    const done = await lectern(['check', 'talks.ndjson'], { folder });
    assert.deepEqual([done.status, done.stdout], [1, '']);
    assert.match(
      done.stderr,
      /^talks\.ndjson:1: series: There is no series "c0ffee00-0000-4000-8000-00000000000a".*\n1 problem\.\n$/,
    );
  });

  it('exits with status 130 on SIGINT while it waits for input', async () => {
    const running = startLectern(['check', '-']);
    await running.reading('{"type":"topic","uri":"http://id.example.org/1","label":"Moss"}\n'.repeat(10_000));
    running.process.kill('SIGINT');
    assert.deepEqual(await running.finished, { status: 130, stdout: '', stderr: '' });
  });
});
