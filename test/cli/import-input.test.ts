import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LECTERN, lectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { databasesNamed } from '../support/db/fresh-database.ts';
import { inTerminal } from '../support/process/terminal.ts';
import { ALL, rows, talkLine } from './import-counts.ts';

const into = databasesNamed('b', 'c', 'd', 'f', 'g', 't');

/** What does not depend on the engine, and is tested on one only. */
describe('lectern import, on any engine', () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  let sample = '';

  before(async () => {
    sample = (await lectern(['sample', '--today', '2026-03-27'])).stdout;
    await writeFile(path('sample.ndjson'), sample);
    await writeFile(path('packed'), gzipSync(sample));
    await writeFile(path('talk.ndjson'), talkLine());
  });

  it('reads standard input, and gzip under any file name', async () => {
    const piped = await lectern(['import', '--database', await into('b'), '-'], { input: sample });
    assert.deepEqual([piped.status, piped.stderr, rows(piped)], [0, '', ALL]);
    const packed = await lectern(['import', '--database', await into('c'), path('packed')]);
    assert.deepEqual([packed.status, packed.stderr, rows(packed)], [0, '', ALL]);
    const both = await lectern(['import', '--database', await into('d'), '-'], { input: gzipSync(sample) });
    assert.deepEqual([both.status, both.stderr, rows(both)], [0, '', ALL]);
  });

  it('reports every problem by file, line and field, and changes nothing', async () => {
    await lectern(['import', '--database', await into('f'), path('talk.ndjson')]);
    const before = await lectern(['export', '--database', await into('f')]);
    await writeFile(
      path('bad.ndjson'),
      [
        talkLine({ title: 'Changed' }),
        talkLine({ slug: 'c0ffee00-0000-4000-8000-000000000003', end: '2026-05-04T09:00:00Z' }),
        '{"type":"talk"\n',
        talkLine({ slug: 'c0ffee00-0000-4000-8000-000000000004', start: 'tomorrow', speakers: ['Ada'] }),
        talkLine({ slug: 'c0ffee00-0000-4000-8000-000000000005', venue: 'place:1' }),
      ].join(''),
    );
    const done = await lectern(['import', '--database', await into('f'), 'bad.ndjson', 'none.ndjson'], { folder });
    assert.deepEqual([done.status, done.stdout], [1, '']);
    const lines = done.stderr.trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => /^(?:(?:bad|none)\.ndjson(?::\d+)?(?:: [\w[\]]+(?=: ))?|.*)/.exec(line)?.[0]),
      [
        'bad.ndjson:2: end',
        'bad.ndjson:3',
        'bad.ndjson:4: start',
        'bad.ndjson:4: speakers[0]',
        'bad.ndjson:5: venue',
        'none.ndjson',
        '6 problems.',
        'Nothing was changed.',
      ],
    );
    assert.deepEqual(await lectern(['export', '--database', await into('f')]), before);
  });

  it('lists at most --max-problems problems, and counts the rest', async () => {
    const input = '{}\n'.repeat(250);
    const some = await lectern(['import', '--database', await into('g'), '--max-problems', '2', '-'], { input });
    assert.equal(some.status, 1);
    assert.deepEqual(some.stderr.split('\n').slice(2), [
      '250 problems, of which 248 are not shown (--max-problems shows more).',
      'Nothing was changed.',
      '',
    ]);
    const usual = await lectern(['import', '--database', await into('g'), '-'], { input });
    assert.equal(usual.stderr.split('\n').length, 103);
  });

  it('shows its progress on a terminal, then the table', async (t) => {
    const command = [process.execPath, LECTERN, 'import', '--database', await into('t'), path('sample.ndjson')];
    const shown = await inTerminal(command);
    if (shown === undefined) {
      t.skip('there is no program “script” here to make a terminal with');
      return;
    }
    assert.equal(shown.status, 0, shown.output);
    assert.match(shown.output, /importing [█░]+/u);
    assert.match(shown.output, /all +873 +0 +0 +0/);
  });
});
