import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '#store/open.ts';
import { NEVER_RUN } from '#store/source-states.ts';
import { aCalendar, anEvent } from '../support/sources/a-calendar.ts';
import { lectern } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { valueAt } from '../support/json-value.ts';

const FILE = [
  'sources:',
  '  - { name: optics, file: optics.ics }',
  '  - { name: chemistry, address: "https://${CHEMISTRY}/talks.ics", enabled: false }',
  '  - { name: everything, file: export.ndjson }',
  '  - { name: botany, file: botany.ics }',
];

/** Replaces times, which differ from run to run. */
function timeless(text: string): string {
  return text.replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'when');
}

describe('lectern sources', () => {
  it('shows the status of each source before and after a sync', async (t) => {
    const { address, folder } = await databaseOf(t);
    const path = join(folder, 'sources.yaml');
    const variables = { DATABASE_URL: address, LECTERN_SOURCES: path };
    const run = (...args: readonly string[]) => lectern(args, { variables });
    await writeFile(path, FILE.join('\n'));
    await writeFile(join(folder, 'optics.ics'), aCalendar(anEvent('light'), anEvent('lens')));
    const sample = await lectern(['sample', '--today', '2026-03-27', '--talks', '20']);
    await writeFile(join(folder, 'export.ndjson'), sample.stdout);

    const before = await run('sources');
    assert.deepEqual(before, {
      status: 0,
      stderr: '',
      stdout: [
        'source      status     last success  next run  talks  last changes',
        'optics      never run  –             –         –      –',
        'chemistry   off        –             –         –      –',
        'everything  never run  –             –         –      –',
        'botany      never run  –             –         –      –',
        '',
      ].join('\n'),
    });

    const synced = await lectern(['sync', '--once'], { variables: { ...variables, CHEMISTRY: 'c.example.org' } });
    assert.equal(synced.status, 3);
    const after = await run('sources');
    assert.deepEqual(
      [
        after.status,
        after.stderr,
        timeless(after.stdout)
          .split('\n')
          .map((line) => line.split(/ {2,}/)),
      ],
      [
        0,
        '',
        [
          ['source', 'status', 'last success', 'next run', 'talks', 'last changes'],
          ['optics', 'ok', 'when', 'when', '2', '2 added'],
          ['chemistry', 'off', '–', '–', '–', '–'],
          ['everything', 'ok', 'when', 'when', '20', '20 added'],
          ['botany', 'failed 1 ×', '–', 'when', '–', '–'],
          [''],
          ['botany: File not found. Check the path.'],
          ['1 problem.'],
          [''],
        ],
      ],
    );

    await writeFile(path, FILE.slice(0, 3).join('\n'));
    const all: unknown = JSON.parse((await run('sources', '--json')).stdout);
    const shown = Array.from({ length: 4 }, (_, i) => [
      valueAt(all, i, 'name'),
      valueAt(all, i, 'status'),
      valueAt(all, i, 'talks'),
    ]);
    assert.deepEqual(shown, [
      ['optics', 'ok', 2],
      ['chemistry', 'off', null],
      ['botany', 'not in the file', null],
      ['everything', 'not in the file', 20],
    ]);
    assert.deepEqual(valueAt(all, 2, 'problems', 0, 'code'), 'unreadable-file');

    const without = await lectern(['sources'], { variables: { DATABASE_URL: address } });
    assert.match(without.stdout, /^botany +failed 1 ×/m);
  });

  it('shows a reading that is held, until sync is told to accept the loss', async (t) => {
    const { address, folder } = await databaseOf(t);
    const path = join(folder, 'sources.yaml');
    const run = (...args: readonly string[]) =>
      lectern(args, { variables: { DATABASE_URL: address, LECTERN_SOURCES: path } });
    const events = Array.from({ length: 10 }, (_, number) => anEvent(`talk${String(number)}`));
    await writeFile(path, 'sources: [{ name: optics, file: optics.ics, gone: cancel }]');
    await writeFile(join(folder, 'optics.ics'), aCalendar(...events));
    await run('sync', '--once');
    await writeFile(join(folder, 'optics.ics'), aCalendar(...events.slice(0, 2)));
    const held = await run('sync', 'optics');
    assert.equal(held.status, 1);
    assert.match(held.stderr, /8 of its 10 upcoming talks are missing.*lectern sync optics --accept-loss/);
    assert.match((await run('sources')).stdout, /^optics +held .*8 of its 10 upcoming talks/ms);
    const json: unknown = JSON.parse((await run('sources', '--json')).stdout);
    assert.deepEqual(valueAt(json, 0, 'held'), { missing: 8, of: 10 });
    assert.deepEqual(await run('sync', '--all', '--accept-loss'), {
      status: 2,
      stdout: '',
      stderr:
        '--accept-loss: No source named. Name the sources whose talks may go.\nRun lectern sync --help for usage.\n',
    });
    const accepted = await run('sync', 'optics', '--accept-loss');
    assert.deepEqual([accepted.status, accepted.stderr], [0, '']);
    assert.match((await run('sources')).stdout, /^optics +ok .*8 gone/m);
  });

  it('shows a source whose format has changed as failed, until sync is told to accept it', async (t) => {
    const { address, folder } = await databaseOf(t);
    const path = join(folder, 'sources.yaml');
    const run = (...args: readonly string[]) =>
      lectern(args, { variables: { DATABASE_URL: address, LECTERN_SOURCES: path } });
    await writeFile(path, 'sources: [{ name: optics, file: optics.txt, gone: cancel }]');
    await writeFile(join(folder, 'optics.txt'), aCalendar(anEvent('light')));
    await run('sync', '--once');
    await writeFile(join(folder, 'optics.txt'), 'Title,Date,Time\nOn fog,2099-12-01,17:00\n');
    const said =
      'Its format was icalendar and is now csv. Nothing from this reading is applied. Check the source. If the change ' +
      'is intended, run lectern sync optics --accept-format, or set format: csv in the sources file.';
    const refused = await run('sync', 'optics');
    assert.equal(refused.status, 1);
    assert.match(refused.stdout, /^optics: failed; its earlier talks are unchanged/);
    assert.equal(refused.stderr, `optics: ${said}\n1 problem.\n`);
    const shown = (await run('sources')).stdout;
    assert.match(shown, /^optics +failed 1 ×/m);
    assert.ok(shown.includes(`optics: ${said}\n`), shown);
    const doctor = await run('doctor');
    assert.ok(
      doctor.stdout.includes('warning  source optics: Its format was icalendar and is now csv.'),
      doctor.stdout,
    );
    assert.match(doctor.stdout, /lectern sync optics --accept-format/);
    assert.deepEqual(await run('sync', '--all', '--accept-format'), {
      status: 2,
      stdout: '',
      stderr:
        '--accept-format: No source named. Name the sources whose format may change.\n' +
        'Run lectern sync --help for usage.\n',
    });
    const accepted = await run('sync', 'optics', '--accept-format');
    assert.deepEqual([accepted.status, accepted.stderr], [0, '']);
    const json: unknown = JSON.parse((await run('sources', '--json')).stdout);
    assert.deepEqual([valueAt(json, 0, 'status'), valueAt(json, 0, 'format')], ['ok', 'csv']);
  });

  it('shows a run that is later than now, and the next sync reads the source again', async (t) => {
    const { address, folder } = await databaseOf(t);
    const path = join(folder, 'sources.yaml');
    const run = (...args: readonly string[]) =>
      lectern(args, { variables: { DATABASE_URL: address, LECTERN_SOURCES: path } });
    await writeFile(path, FILE.slice(0, 2).join('\n'));
    await writeFile(join(folder, 'optics.ics'), aCalendar(anEvent('light')));
    await run('sync', '--once');
    const standing = async (): Promise<string | undefined> =>
      /^optics +(.*?) {2}/m.exec((await run('sources')).stdout)?.[1];
    assert.equal(await standing(), 'ok');
    const store = await openStore(address, { mode: 'write' });
    t.after(() => store.close());
    const [listed] = await store.sources.list();
    const ahead = { lastAttempt: '2999-01-01T12:00:00Z', lastSuccess: '2999-01-01T12:00:00Z' };
    await store.sources.replace('optics', {
      ...(listed?.state ?? NEVER_RUN),
      ...ahead,
      nextRun: '2999-01-01T13:00:00Z',
    });
    assert.equal(await standing(), 'in the future');
    assert.match((await run('sync', '--once')).stdout, /^optics: /);
    assert.equal(await standing(), 'ok');
  });

  it('lists the events that were left out or imported in part from a source with status ok', async (t) => {
    const { address, folder } = await databaseOf(t);
    const path = join(folder, 'sources.yaml');
    const run = (...args: readonly string[]) =>
      lectern(args, { variables: { DATABASE_URL: address, LECTERN_SOURCES: path } });
    await writeFile(path, FILE.slice(0, 2).join('\n'));
    const bad = [1, 2, 3, 4, 5, 6].map((number) => anEvent(`moss${number}`, '0230'));
    const text = aCalendar(anEvent('lens', '1201', 'DTEND:20991130T170000Z'), ...bad);
    await writeFile(join(folder, 'optics.ics'), text);
    assert.equal((await run('sync', '--once')).status, 0);
    const { stdout } = await run('sources');
    const [, standing, , first, ...rest] = timeless(stdout).trim().split('\n');
    assert.deepEqual(standing?.split(/ {2,}/), ['optics', 'ok', 'when', 'when', '1', '1 added']);
    assert.equal(
      first,
      'optics:12: DTSTART: "20990230T170000Z" is not a valid time. (In moss1.) Fix the event at its source.',
    );
    assert.equal(rest.at(-1), '7 problems, of which 2 are not shown (--max-problems shows more).');
  });
});
