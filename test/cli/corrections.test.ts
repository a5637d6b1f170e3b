import assert from 'node:assert/strict';
import { readFile, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';
import { openStore } from '#store/open.ts';
import { lectern, lecternProcess, startLectern } from '../support/process/command.ts';
import { until } from '../support/until.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { catalogueText } from '../support/db/whole-catalogue.ts';
import { calendar, event, importFiles } from '../support/sources/import-calendars.ts';

const MOSS = new Identity('optics').talk({ key: 'moss', slug: null });
const FERN = new Identity('optics').talk({ key: 'fern', slug: null });
const OPTICS = calendar(
  event('moss', '20261201', 'On moss', 'DTEND:20261201T180000Z', 'LOCATION:L3'),
  event('fern', '20261202', 'On ferns'),
);

/** A catalogue with two talks of the source “optics”, and the path of a corrections file that does not exist yet. */
async function sceneOf(t: TestContext) {
  const { address, folder } = await databaseOf(t);
  const options = { folder, variables: { DATABASE_URL: address, LECTERN_CORRECTIONS: 'corrections.yaml' } };
  const path = join(folder, 'corrections.yaml');
  const run = (...args: readonly string[]) => lectern(args, options);
  const optics = async (text: string) => {
    await writeFile(join(folder, 'optics.ics'), text);
    return run('import', 'optics.ics');
  };
  await writeFile(join(folder, 'optics.ics'), OPTICS);
  const store = await openStore(address, { mode: 'write' });
  const imported = await importFiles(store, { 'optics.ics': OPTICS }, { sources: { gone: 'keep' } });
  await store.close();
  assert.ok(imported.ok);
  return { address, folder, options, path, run, optics, file: () => readFile(path, 'utf8') };
}

describe('lectern hide, cancel and edit', () => {
  it('need no setting with SQLite: the file is beside the database, and imports read it; PostgreSQL has none', async (t) => {
    const { address, folder } = await sceneOf(t);
    const run = (...args: readonly string[]) => lectern(args, { folder, variables: { DATABASE_URL: address } });
    const hidden = await run('hide', MOSS);
    if (!address.startsWith('sqlite:')) {
      assert.equal(hidden.status, 2);
      assert.match(hidden.stderr, /^--corrections: No corrections file given, and PostgreSQL has no folder for one\./);
      return;
    }
    const path = address.replace(/^sqlite:(.*)\.db$/, '$1.corrections.yaml');
    assert.deepEqual([hidden.status, hidden.stderr], [0, '']);
    assert.match(hidden.stdout, new RegExp(`hidden.*Written to ${path}\\.\n$`, 's'));
    assert.deepEqual((await run('cancel', FERN)).status, 0);
    const listed = await run('corrections');
    assert.match(listed.stdout, new RegExp(`^${path}:3: ${MOSS}.*^2 talks corrected\\.$`, 'ms'));
    // Edited by hand, and applied by the next import.
    await writeFile(path, `corrections: [{ talk: ${FERN}, title: By hand }]`);
    const imported = await run('import', 'optics.ics');
    assert.equal(imported.status, 0);
    assert.match((await run('corrections')).stdout, /By hand.*^1 talk corrected\.$/ms);
    // A missing file ends nothing, and a new one would.
    await rm(path);
    await run('import', 'optics.ics');
    const refused = await run('hide', MOSS);
    assert.deepEqual(
      [refused.status, refused.stderr],
      [
        1,
        `${path} does not exist, but 1 correction of another file is in effect. Give that file with --corrections; or, to end them, write the line corrections: [] to ${path}. Nothing was changed.\n`,
      ],
    );
    assert.match((await run('corrections')).stdout, /By hand.*^1 talk corrected\.$/ms);
    await assert.rejects(readFile(path), /ENOENT/);
  });

  it('change nothing if an argument is invalid or --dry-run is given', async (t) => {
    const { folder, run } = await sceneOf(t);
    const said = async (...args: readonly string[]): Promise<unknown[]> => {
      const { status, stdout, stderr } = await run(...args);
      return [status, stdout, stderr];
    };
    assert.deepEqual(await said('hide', 'moss'), [
      ...[2, '', '"moss" is not a talk. Give its slug, or the address of its page.\n'],
    ]);
    const other = MOSS.replace(/^./, MOSS.startsWith('0') ? '1' : '0');
    assert.deepEqual(await said('cancel', other), [1, '', `There is no talk ${other} in the catalogue.\n`]);
    assert.deepEqual(await said('hide', MOSS, '--undo'), [
      ...[1, '', 'Nothing to undo: none of this is corrected in corrections.yaml.\n'],
    ]);
    assert.deepEqual(await said('edit', MOSS, '--start', 'noon', '--end', '7'), [
      2,
      '',
      '--start: "noon" is not a valid time. Write date and time: "2027-01-18 17:00"; or the date alone for all day.\n' +
        '--end: "7" is not a valid time. Write date and time: "2027-01-18 17:00"; or the date alone for all day.\n',
    ]);
    assert.deepEqual(await said('edit', MOSS, '--end', '2026-12-01 16:00'), [
      ...[1, '', '--end: The talk would end before it starts.\n'],
    ]);
    assert.match(
      String((await said('edit', MOSS))[2]),
      /^Nothing to correct was given\. Use --title, --start, .*or --undo\.\n$/,
    );
    assert.match(
      String((await said('edit', MOSS, '--undo', '--title', 'x'))[2]),
      /^--undo: This undoes all of these corrections\./,
    );
    const venue =
      '--venue: There is no place place:1 in the catalogue. Import a record of the venue first, or give --room.\n';
    assert.deepEqual(await said('edit', MOSS, '--venue', 'place:1'), [1, '', venue]);
    assert.deepEqual(await said('hide', MOSS, '--corrections', 'away/c.yaml'), [
      ...[1, '', 'The folder away does not exist. Create it, or choose another file.\n'],
    ]);
    const dry = await said('edit', MOSS, '--title', 'On\told moss', '--dry-run');
    const shown = `${MOSS} On moss\n  title: "On moss" → "On\\\\told moss"\nDry run: nothing was changed.\n`;
    assert.deepEqual(dry, [0, shown.replace('\\\\', '\\'), '']);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('corrections')),
      [],
    );
  });

  it('record a source value of 25,000 characters in full', async (t) => {
    const { optics, run, file } = await sceneOf(t);
    const long = 'x'.repeat(25_000);
    await optics(calendar(event('moss', '20261201', 'On moss', 'LOCATION:L3', `DESCRIPTION:${long}`)));
    const { status, stderr } = await run('edit', MOSS, '--description', 'Short');
    assert.deepEqual([status, stderr], [0, '']);
    assert.ok((await file()).includes(`description: ${long}`));
  });

  it('check a new start or end against the one corrected before', async (t) => {
    const { run, file } = await sceneOf(t);
    assert.equal((await run('edit', MOSS, '--start', '2026-12-01 12:00')).status, 0);
    const ended = await run('edit', MOSS, '--end', '2026-12-01 13:30');
    assert.deepEqual([ended.status, ended.stderr], [0, '']);
    assert.match(ended.stdout, /\n  end: 2026-12-01 13:00 → 2026-12-01 13:30\n/);
    const before = await file();
    const late = await run('edit', MOSS, '--start', '2026-12-01 14:00');
    assert.deepEqual(
      [late.status, late.stdout, late.stderr],
      [1, '', '--start: The talk would start after its corrected end, 2026-12-01 13:30. Give --end too.\n'],
    );
    const early = await run('edit', MOSS, '--end', '2026-12-01 11:00');
    assert.deepEqual(
      [early.status, early.stdout, early.stderr],
      [1, '', '--end: The talk would end before it starts.\n'],
    );
    assert.equal(await file(), before);
  });

  it('report the problems of an invalid corrections file and leave it unchanged', async (t) => {
    const { address, path, run, file } = await sceneOf(t);
    assert.equal((await run('hide', MOSS)).status, 0);
    const broken = (await file()).replace('hidden: true', 'hidden: perhaps');
    await writeFile(path, broken);
    const problem =
      'corrections.yaml:4: corrections[0].hidden: "perhaps" is not true or false. Write true or false.\n1 problem.\n';
    const cancelled = await run('cancel', FERN);
    assert.deepEqual([cancelled.status, cancelled.stderr], [1, `${problem}Nothing was changed.\n`]);
    assert.equal(await file(), broken);
    const listed = await run('corrections');
    assert.deepEqual(
      [listed.status, listed.stdout, listed.stderr],
      [
        1,
        `${MOSS} "On moss"\n  hidden: yes.\n1 talk corrected.\n`,
        `${problem}The corrections above stay in effect until these are fixed.\n`,
      ],
    );
    const imported = await run('import', 'optics.ics');
    assert.deepEqual(
      [imported.status, imported.stderr],
      [0, `${problem}The previous corrections stay in effect.\n`.repeat(2)],
    );
    assert.doesNotMatch(await catalogueText(address), /"On moss"/);
    const checked = await run('check', 'corrections.yaml');
    assert.deepEqual([checked.status, checked.stdout, checked.stderr], [1, '', problem]);
  });

  it('wait for each other, follow a symbolic link to the file, and ignore an old lock', async (t) => {
    const { folder, path, options, run, file } = await sceneOf(t);
    await writeFile(join(folder, 'real.yaml'), 'corrections: []\n');
    await symlink('real.yaml', path);
    // The lock of a command that was killed long ago.
    await writeFile(`${path}.lock`, '');
    await utimes(`${path}.lock`, 0, 0);
    const commands = [
      ['hide', MOSS],
      ['cancel', FERN],
      ['edit', MOSS, '--room', '12'],
    ];
    const all = await Promise.all(commands.map((args) => lecternProcess(args, options)));
    assert.deepEqual(
      all.map(({ status, stderr }) => [status, stderr.replace(/^Another process is writing.*\n/gm, '')]),
      [
        [0, ''],
        [0, ''],
        [0, ''],
      ],
    );
    const text = await file();
    for (const line of ['hidden: true', 'cancelled: true', 'room: "12"']) assert.ok(text.includes(line), text);
    assert.equal(text, await readFile(join(folder, 'real.yaml'), 'utf8'));
    assert.deepEqual(
      (await readdir(folder)).filter((name) => /lock|part/.test(name)),
      [],
    );
    assert.match((await run('corrections')).stdout, /^corrections\.yaml:2: (?:.*\n){3,}2 talks corrected\.\n$/);
  });
});

describe('lectern hide and cancel while an import is running', () => {
  it('write the file immediately, and apply all corrections after the import', async (t) => {
    const { address, options, file } = await sceneOf(t);
    const store = await openStore(address, { mode: 'write' });
    t.after(() => store.close());
    const started = await store.beginImport({ replace: false, now: new Date() });
    const waiting = [
      ['hide', MOSS],
      ['cancel', FERN],
    ].map((args) => startLectern(args, options));
    for (const running of waiting) {
      const told = 'Another process is writing to the catalogue; waiting for it to finish.';
      await until(() => running.said().stderr.includes(told), 'the command to wait');
    }
    assert.match(await file(), /hidden: true\n[^]*cancelled: true\n|cancelled: true\n[^]*hidden: true\n/);
    await started.abandon();
    for (const { finished } of waiting) assert.equal((await finished).status, 0);
    const lines = (await catalogueText(address)).split('\n');
    assert.ok(lines.some((line) => line.includes('"removed_talk"') && line.includes(MOSS)));
    assert.ok(lines.some((line) => line.includes('"cancelled"') && line.includes(FERN)));
  });
});

describe('lectern import, sync and copy with a corrections file', () => {
  it('apply it, and report where the source has changed since', async (t) => {
    const { path, run, optics } = await sceneOf(t);
    await writeFile(
      path,
      `corrections:\n  - { talk: ${MOSS}, title: On old moss, room: L4 }\n  - { talk: ${FERN}, hidden: true }\n`,
    );
    const first = await optics(OPTICS);
    assert.deepEqual([first.status, first.stderr], [0, '']);
    const second = await optics(
      calendar(event('moss', '20261201', 'On old moss', 'DTEND:20261201T180000Z', 'LOCATION:L5')),
    );
    assert.match(
      second.stdout,
      new RegExp(
        `^correction of ${MOSS} "On old moss": title: the source now says "On old moss" too; you can remove this line\\.\n` +
          `correction of ${MOSS} "On old moss": room: "L4"; the source said "L3" when it was corrected, and now says "L5"\\.$`,
        'm',
      ),
    );
    assert.doesNotMatch((await run('import', 'optics.ics')).stdout, /correction/);
    // A talk that is hidden and removed within one second looks like one that is only hidden.
    const clock = (): number => Math.floor(Date.now() / 1000);
    const hiddenAt = clock();
    await until(() => clock() > hiddenAt, 'the next second');
    await run('import', '--gone', 'remove', 'optics.ics');
    const listed = await run('corrections');
    assert.equal(
      listed.stdout,
      `corrections.yaml:2: ${MOSS} "On old moss"\n` +
        '  title: the source now says "On old moss" too; you can remove this line.\n' +
        '  room: "L4"; the source said "L3" when it was corrected, and now says "L5".\n' +
        `corrections.yaml:3: ${FERN}\n` +
        '  There is no such talk. If it does not come back, delete the correction.\n' +
        '2 talks corrected.\n',
    );
  });

  it('report which corrections have no effect, and why', async (t) => {
    const { path, run, optics } = await sceneOf(t);
    const other = MOSS.replace(/^./, MOSS.startsWith('0') ? '1' : '0');
    const lines = [
      `{ talk: ${MOSS}, end: 2026-12-01 19:00 }`,
      `{ talk: ${FERN}, venue: place:1 }`,
      `{ talk: ${other}, hidden: true }`,
    ];
    await writeFile(path, `corrections:\n${lines.map((line) => `  - ${line}\n`).join('')}`);
    const missing = `correction of ${FERN}: venue: There is no place "place:1" in the catalogue, so this has no effect. Import its record, or use room.\n`;
    const moved = await optics(OPTICS.replaceAll('20261201', '20261208'));
    const unknown = `correction of ${other}: There is no such talk. The correction takes effect if an import brings it.\n`;
    assert.deepEqual([moved.status, moved.stderr], [0, unknown + missing]);
    assert.equal((await run('import', 'optics.ics')).stderr, '', 'reported once');
    assert.equal(
      (await run('corrections')).stdout,
      `corrections.yaml:2: ${MOSS} "On moss"\n` +
        '  end: 2026-12-01 19:00; the source said 2026-12-01 18:00 when it was corrected, and now says 2026-12-08 18:00.\n' +
        '  end: Ignored, because it is before the start.\n' +
        `corrections.yaml:3: ${FERN} "On ferns"\n` +
        '  venue: "place:1"; the source says nothing.\n' +
        `corrections.yaml:4: ${other}\n` +
        '  There is no such talk. If it does not come back, delete the correction.\n' +
        `${missing}3 talks corrected.\n`,
    );
  });

  it('apply it in a sync, but not in its dry run', async (t) => {
    const { address, folder, path, run } = await sceneOf(t);
    await writeFile(join(folder, 'sources.yaml'), 'sources: [{ name: optics, file: optics.ics }]');
    await writeFile(path, `corrections:\n  - { talk: ${MOSS}, title: On old moss }\n`);
    const sync = (...args: readonly string[]) => run('sync', '--sources', 'sources.yaml', ...args);
    assert.equal((await sync('--dry-run', '--all')).status, 0);
    assert.doesNotMatch(await catalogueText(address), /"On old moss"/);
    assert.equal((await sync('--once')).status, 0);
    assert.match(await catalogueText(address), /"On old moss"/);
    await writeFile(join(folder, 'optics.ics'), OPTICS.replace('On moss', 'On old moss'));
    const news = `  correction of ${MOSS} "On old moss": title: the source now says "On old moss" too; you can remove this line.\n`;
    assert.ok((await sync('--all')).stdout.includes(news));
    assert.ok(!(await sync('--all')).stdout.includes('correction'));
  });

  it('apply it to a new catalogue, and copy its corrections so that they can be undone', async (t) => {
    const { path, run } = await sceneOf(t);
    await writeFile(path, `corrections:\n  - { talk: ${MOSS}, title: On old moss }\n`);
    const [{ address: made }, { address: copy }] = [await databaseOf(t), await databaseOf(t)];
    const database = ['--database', made];
    assert.equal((await run('import', ...database, 'optics.ics')).status, 0);
    assert.match(await catalogueText(made), /"On old moss"/);
    assert.equal((await run('copy', made, copy)).status, 0);
    await writeFile(path, 'corrections: []');
    assert.equal((await run('import', '--database', copy, 'optics.ics')).status, 0);
    assert.match(await catalogueText(copy), /"On moss"/);
  });
});
