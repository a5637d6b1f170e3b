import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { lectern, startLectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { databasesNamed } from '../support/db/fresh-database.ts';
import { until } from '../support/until.ts';
import { ALL, HEAD, rows, talkLine } from './import-counts.ts';

const into = databasesNamed('a', 'e', 'h', 's', 'w');

describe('lectern import', () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  let sample = '';

  before(async () => {
    sample = (await lectern(['sample', '--today', '2026-03-27'])).stdout;
    await writeFile(path('sample.ndjson'), sample);
    await writeFile(path('talk.ndjson'), talkLine());
  });

  it('adds the records of a file, and prints nothing but a table of counts to a pipe', async () => {
    const done = await lectern(['import', '--database', await into('a'), path('sample.ndjson')]);
    assert.deepEqual([done.status, done.stderr, rows(done)], [0, '', ALL]);
  });

  it('reports all records as unchanged the second time', async () => {
    const done = await lectern(['import', path('sample.ndjson')], { variables: { DATABASE_URL: await into('a') } });
    const unchanged = ALL.map(([name, added, ...rest]) =>
      name === 'added' ? HEAD : [name, rest[0], rest[1], added, rest[2]],
    );
    assert.deepEqual([done.status, done.stderr, rows(done)], [0, '', unchanged]);
  });

  it('adds and updates records, removes others with --replace, and changes nothing with --dry-run', async () => {
    await lectern(['import', '--database', await into('e'), path('talk.ndjson')]);
    const other = talkLine({ slug: 'c0ffee00-0000-4000-8000-000000000002', title: 'On ferns' });
    const added = await lectern(['import', '--database', await into('e'), '-'], {
      input: other + talkLine({ title: 'On mosses' }),
    });
    assert.deepEqual(rows(added), [HEAD, ['talk', '1', '1', '0', '0'], ['all', '1', '1', '0', '0']]);
    const removed = [HEAD, ['talk', '0', '0', '1', '1'], ['all', '0', '0', '1', '1']];
    for (const round of [1, 2]) {
      const dry = await lectern(['import', '--database', await into('e'), '--replace', '--dry-run', '-'], {
        input: other,
      });
      assert.equal(dry.status, 0, `${String(round)} ${dry.stderr}`);
      assert.deepEqual(rows(dry), [...removed, ['Dry', 'run:', 'nothing', 'was', 'changed.']]);
    }
    const replaced = await lectern(['import', '--database', await into('e'), '--replace', '-'], { input: other });
    assert.deepEqual([replaced.status, rows(replaced)], [0, removed]);
  });

  it('rejects empty input with --replace, and keeps the catalogue', async () => {
    await lectern(['import', '--database', await into('h'), path('talk.ndjson')]);
    const done = await lectern(['import', '--database', await into('h'), '--replace', '-'], { input: '' });
    assert.deepEqual([done.status, done.stdout], [1, '']);
    assert.match(done.stderr, /\nNothing was changed\.\n$/);
    assert.equal((await lectern(['export', '--database', await into('h')])).stdout.split('\n').length, 2);
  });

  it('changes nothing and says so if SIGTERM stops it while it waits for input', async () => {
    await lectern(['import', '--database', await into('s'), path('talk.ndjson')]);
    const before = await lectern(['export', '--database', await into('s')]);
    const running = startLectern(['import', '--database', await into('s'), '--replace', '-']);
    await running.reading(sample);
    running.process.kill('SIGTERM');
    assert.deepEqual(await running.finished, { status: 143, stdout: '', stderr: 'Stopped. Nothing was changed.\n' });
    assert.deepEqual(await lectern(['export', '--database', await into('s')]), before);
  });

  it('waits for another import, says so, and can be stopped by SIGINT while it waits', async () => {
    const first = startLectern(['import', '--database', await into('w'), '-']);
    await first.reading(sample);
    const second = startLectern(['import', '--database', await into('w'), path('talk.ndjson')]);
    const third = startLectern(['import', '--database', await into('w'), path('talk.ndjson')]);
    const waiting = 'Another process is writing to the catalogue; waiting for it to finish.\n';
    await until(() => [second, third].every((running) => running.said().stderr === waiting), 'both to wait');
    third.process.kill('SIGINT');
    const stopped = { status: 130, stdout: '', stderr: `${waiting}Stopped. Nothing was changed.\n` };
    assert.deepEqual(await third.finished, stopped);
    first.process.stdin?.end();
    const [one, two] = [await first.finished, await second.finished];
    assert.deepEqual([one.status, one.stderr, rows(one)], [0, '', ALL]);
    const talk = [HEAD, ['talk', '1', '0', '0', '0'], ['all', '1', '0', '0', '0']];
    assert.deepEqual([two.status, two.stderr, rows(two)], [0, waiting, talk]);
  });
});
