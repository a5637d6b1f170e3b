import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LECTERN, lectern, startLectern } from '../support/command.ts';
import type { Finished } from '../support/command.ts';
import { inTerminal } from '../support/terminal.ts';
import { temporaryFolder } from '../support/folder.ts';
import { databasesNamed } from '../support/fresh-database.ts';
import { until } from '../support/until.ts';

const TALK = 'c0ffee00-0000-4000-8000-000000000001';
const talkLine = (fields: Readonly<Record<string, unknown>> = {}): string =>
  `${JSON.stringify({ type: 'talk', slug: TALK, title: 'On moss', start: '2026-05-04T10:00:00Z', end: '2026-05-04T11:00:00Z', ...fields })}\n`;

/** The rows of the table that an import ends with. */
function rows({ stdout }: Finished): string[][] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim().split(/ +/));
}

const HEAD = ['added', 'changed', 'unchanged', 'removed'];

const into = databasesNamed('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'w', 't', 'SIGINT', 'SIGTERM');

describe('lectern import', () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  let sample = '';

  before(async () => {
    sample = (await lectern(['sample', '--today', '2026-03-27'])).stdout;
    await writeFile(path('sample.ndjson'), sample);
    await writeFile(path('packed'), gzipSync(sample));
    await writeFile(path('talk.ndjson'), talkLine());
  });

  const ALL = [
    HEAD,
    ['place', '155', '0', '0', '0'],
    ['person', '200', '0', '0', '0'],
    ['topic', '66', '0', '0', '0'],
    ['series', '40', '0', '0', '0'],
    ['talk', '400', '0', '0', '0'],
    ['collection', '12', '0', '0', '0'],
    ['all', '873', '0', '0', '0'],
  ];

  it('adds the records of a file, says how many on standard output, and nothing else in a pipe', async () => {
    const done = await lectern(['import', '--database', await into('a'), path('sample.ndjson')]);
    assert.deepEqual([done.status, done.stderr, rows(done)], [0, '', ALL]);
  });

  it('finds nothing to change the second time', async () => {
    const done = await lectern(['import', path('sample.ndjson')], { variables: { DATABASE_URL: await into('a') } });
    const unchanged = ALL.map(([name, added, ...rest]) =>
      name === 'added' ? HEAD : [name, rest[0], rest[1], added, rest[2]],
    );
    assert.deepEqual([done.status, done.stderr, rows(done)], [0, '', unchanged]);
  });

  it('reads standard input, and gzip whatever its name', async () => {
    const piped = await lectern(['import', '--database', await into('b'), '-'], { input: sample });
    assert.deepEqual([piped.status, piped.stderr, rows(piped)], [0, '', ALL]);
    const packed = await lectern(['import', '--database', await into('c'), path('packed')]);
    assert.deepEqual([packed.status, packed.stderr, rows(packed)], [0, '', ALL]);
    const both = await lectern(['import', '--database', await into('d'), '-'], { input: gzipSync(sample) });
    assert.deepEqual([both.status, both.stderr, rows(both)], [0, '', ALL]);
  });

  it('adds and updates; with --replace removes what the files do not name; with --dry-run only says so', async () => {
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

  it('names every problem by file, line and field, says what to do, and changes nothing', async () => {
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

  it('names no more problems than it is told to, and counts the rest', async () => {
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

  it('does not replace a catalogue by nothing', async () => {
    await lectern(['import', '--database', await into('h'), path('talk.ndjson')]);
    const done = await lectern(['import', '--database', await into('h'), '--replace', '-'], { input: '' });
    assert.deepEqual([done.status, done.stdout], [1, '']);
    assert.match(done.stderr, /\nNothing was changed\.\n$/);
    assert.equal((await lectern(['export', '--database', await into('h')])).stdout.split('\n').length, 2);
  });

  for (const [signal, status] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const]) {
    it(`stopped by ${signal} while it waits for more changes nothing and says so`, async () => {
      await lectern(['import', '--database', await into(signal), path('talk.ndjson')]);
      const before = await lectern(['export', '--database', await into(signal)]);
      const running = startLectern(['import', '--database', await into(signal), '--replace', '-']);
      await running.reading(sample);
      running.process.kill(signal);
      assert.deepEqual(await running.finished, { status, stdout: '', stderr: 'Stopped. Nothing was changed.\n' });
      assert.deepEqual(await lectern(['export', '--database', await into(signal)]), before);
    });
  }

  it('waits for another import, says so, and can be stopped while it waits', async () => {
    const first = startLectern(['import', '--database', await into('w'), '-']);
    await first.reading(sample);
    const second = startLectern(['import', '--database', await into('w'), path('talk.ndjson')]);
    const third = startLectern(['import', '--database', await into('w'), path('talk.ndjson')]);
    const waiting = 'Another import is running; waiting for it to finish.\n';
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

  it('shows on a terminal how far it is, and the table when it is done', async (t) => {
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
