import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { databasesNamed } from '../support/db/fresh-database.ts';
import { temporaryFolder } from '../support/folder.ts';

const into = databasesNamed('a', 'b', 'c', 'd', 'e');

function calendar(...events: readonly (readonly string[])[]): string {
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

const MOSS = ['UID:moss', 'SUMMARY:On moss', 'DTSTART:20991201T170000', 'DTEND:20991201T180000'];
const FERN = ['UID:fern', 'SUMMARY:On fern', 'DTSTART:20991202T170000Z'];
const BAD = ['UID:reed', 'SUMMARY:On reeds', 'DTSTART:20990230T170000Z'];

describe('lectern import of a calendar', () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);

  before(async () => {
    await writeFile(path('both.ics'), calendar(MOSS, FERN));
    await writeFile(path('moss.ics'), calendar(MOSS));
    await writeFile(path('bad.ics'), calendar(MOSS, BAD));
  });

  it('reports its format, its source, the assumptions made, and the changes', async () => {
    const done = await lectern(['import', '--database', await into('a'), path('both.ics')]);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.deepEqual(done.stdout.split('\n').slice(0, 3), [
      `${path('both.ics')}: iCalendar, 2 talks, as source “both”`,
      '  1 × without a time zone: read in Europe/London (--time-zone)',
      '  1 × without an end: ends when it starts',
    ]);
    assert.match(done.stdout, /^talk +2 +0 +0 +0$/m);
  });

  it('refuses --gone for a catalogue file, which --replace takes as the whole catalogue', async () => {
    const catalogue = path('catalogue.ndjson');
    await writeFile(catalogue, JSON.stringify(talk(slugOf(1), '2099-12-01T17:00:00Z')));
    const args = ['import', '--database', await into('e'), '--source', 'optics'];
    const refused = await lectern([...args, '--gone', 'remove', catalogue]);
    assert.deepEqual(
      [refused.status, refused.stderr],
      [
        1,
        '--gone: Lectern catalogue has no use for --gone. To remove every record that the files do not contain, use --replace. Otherwise, leave --gone out.\n1 problem.\nNothing was changed.\n',
      ],
    );
    for (const fine of [
      ['--gone', 'keep'],
      ['--gone', 'remove', '--replace'],
    ])
      assert.equal((await lectern([...args, ...fine, catalogue])).status, 0);
    const both = await lectern([...args, '--gone', 'remove', catalogue, path('moss.ics')]);
    assert.equal(both.status, 0, 'the calendar uses it');
  });

  it('reads floating times in the --time-zone, and reports talks that are gone', async () => {
    const args = ['import', '--database', await into('b'), '--source', 'optics', '--time-zone', 'America/New_York'];
    assert.equal((await lectern([...args, path('both.ics')])).status, 0);
    const kept = await lectern([...args, '--dry-run', path('moss.ics')]);
    assert.match(
      kept.stdout,
      /^1 talk no longer at “optics” \(--gone cancel or --gone remove changes that\):\n {2}2099-12-02 12:00 {2}On fern: kept$/m,
    );
    const cancelled = await lectern([...args, '--gone', 'cancel', path('moss.ics')]);
    assert.match(cancelled.stdout, /^ {2}2099-12-02 12:00 {2}On fern: cancelled$/m);
    const exported = (await lectern(['export', '--database', await into('b')])).stdout;
    assert.match(exported, /"title":"On moss","start":"2099-12-01T22:00:00Z"/);
    assert.match(exported, /"title":"On fern","start":"2099-12-02T17:00:00Z".*"status":"cancelled"/);
  });

  it('leaves out an invalid event, and reports it', async () => {
    const done = await lectern(['import', '--database', await into('c'), path('bad.ics')]);
    const problem = `${path('bad.ics')}:12: DTSTART: "20990230T170000Z" is not a valid time. (In reed.) Fix the event at its source.\n1 problem.\n`;
    assert.deepEqual([done.status, done.stderr], [0, `Left out:\n${problem}`]);
    assert.match(done.stdout, /^talk +1 +0 +0 +0$/m);
    const checked = await lectern(['check', path('bad.ics')]);
    assert.deepEqual([checked.status, checked.stderr], [1, problem]);
  });

  it('imports an event in part if it can, and reports what is missing', async () => {
    const rule = [...FERN, 'RRULE:FREQ=SECONDLY'];
    await writeFile(path('part.ics'), calendar([...MOSS.slice(0, 3), 'DTEND:20991201T160000'], rule));
    const done = await lectern(['import', '--database', await into('d'), path('part.ics')]);
    const problems = [
      `${path('part.ics')}:3: end: It ends at 2099-12-01T16:00:00Z, before it begins at 2099-12-01T17:00:00Z: the end is dropped. (In "On moss".) Fix the times at the source.`,
      `${path('part.ics')}:13: RRULE: Unsupported recurrence rule: "FREQ=SECONDLY". Only its first time is imported. (In fern.) Use a daily, weekly, monthly or yearly rule of RFC 5545.`,
    ];
    assert.deepEqual([done.status, done.stderr], [0, `Imported in part:\n${problems.join('\n')}\n2 problems.\n`]);
    assert.match(done.stdout, /^talk +2 +0 +0 +0$/m);
  });

  it('shows a talk in the source and in the catalogue with --explain', async () => {
    const done = await lectern([
      'import',
      '--database',
      await into('c'),
      '--dry-run',
      '--explain',
      'moss',
      path('moss.ics'),
    ]);
    assert.equal(done.status, 0);
    const [head = '', ...lines] = done.stdout.split('\n');
    assert.equal(head, `${path('moss.ics')}:3, source “moss”`);
    for (const line of [
      '  in the source:',
      '    clock: floating',
      '  in the catalogue:',
      '    start: 2099-12-01T17:00:00Z',
      '    uid: moss',
    ]) {
      assert.ok(lines.includes(line), line);
    }
  });

  it('reports that no talk has the key given to --explain', async () => {
    const done = await lectern([
      'import',
      '--database',
      await into('c'),
      '--dry-run',
      '--explain',
      'fern',
      path('moss.ics'),
    ]);
    assert.equal(done.status, 0);
    assert.match(done.stderr, /^--explain: No talk with the key "fern" was read\. Write the key as in the source/);
  });

  it('rejects an ftp: address, and says which addresses it reads', async () => {
    const done = await lectern(['import', '--database', await into('c'), 'ftp://a.example/moss.ics']);
    assert.equal(done.status, 1);
    assert.match(done.stderr, /^ftp:\S+: "ftp:\S+" is not a valid address\. Write it in full: https:/);
  });

  it('is predicted by lectern check, without a database', async () => {
    const good = await lectern(['check', path('both.ics')]);
    assert.deepEqual([good.status, good.stderr], [0, '']);
    assert.deepEqual(good.stdout.trimEnd().split('\n'), [
      `${path('both.ics')}: iCalendar, 2 talks, 2099-12-01 to 2099-12-02, as source “both”`,
      "  Read (--map 'title=…' changes where from):",
      '    title  SUMMARY',
      '    start  DTSTART',
      '    end    DTEND: 1 of 2',
      '  Decided:',
      '    1 × without a time zone: read in Europe/London (--time-zone); both.ics:3',
      '2 records, no problems.',
    ]);
    const bad = await lectern(['check', path('bad.ics')]);
    assert.equal(bad.status, 1);
    assert.match(bad.stderr, /bad\.ics:12: DTSTART: "20990230T170000Z" is not a valid time/);
  });

  it('reports all its invalid options at once', async () => {
    const done = await lectern([
      'import',
      '--from',
      'papyrus',
      '--gone',
      'hide',
      '--department',
      'Optics',
      '--topic',
      'light',
      '--map',
      'title',
      path('moss.ics'),
    ]);
    assert.equal(done.status, 2);
    for (const flag of ['--from', '--gone', '--department', '--topic', '--map'])
      assert.match(done.stderr, new RegExp(`^${flag}: `, 'm'));
  });
});
