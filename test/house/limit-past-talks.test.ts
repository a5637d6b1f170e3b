import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { LECTERN } from '../support/process/command.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

// Follows the guide step by step.

const GUIDE = 'docs/how-to/limit-past-talks.md';
const blocks = [...readFileSync(GUIDE, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)];
const MOMENT = /\d{4}-\d\d-\d\dT[\d:]{8}Z/g;

describe(GUIDE, () => {
  it('has commands that work as written', async (t) => {
    const { address, folder } = await databaseOf(t);
    writeFileSync(join(folder, 'lectern'), `#!/bin/sh\nexec '${process.execPath}' '${LECTERN}' "$@"\n`);
    chmodSync(join(folder, 'lectern'), 0o755);
    const old = talk(slugOf(1), '2001-01-01T10:00:00Z', { title: 'Old', end: '2001-01-01T11:00:00Z' });
    const next = talk(slugOf(2), '9001-01-01T10:00:00Z', { title: 'Next', end: '9001-01-01T11:00:00Z' });
    writeFileSync(join(folder, 'talks.ndjson'), [old, next].map((record) => `${JSON.stringify(record)}\n`).join(''));
    writeFileSync(join(folder, 'calendar.ics'), calendar(event('old@example.org', '20020101', 'Old too')));
    const PATH = `${folder}${delimiter}${process.env.PATH ?? ''}`;
    const env = { ...process.env, PATH, DATABASE_URL: address };
    const [set = '', look = '', bring = ''] = blocks.flatMap(([, of, text = '']) => (of === 'sh' ? [text] : []));
    const [said = ''] = blocks.flatMap(([, of, text = '']) => (of === '' ? [text] : []));
    const run = (command: string): string => {
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-ec', command], { cwd: folder, env, encoding: 'utf8' });
      assert.equal(status, 0, `${command}: ${stderr}`);
      return stdout.replaceAll(MOMENT, '2021-11-23T12:00:00Z');
    };
    run('lectern import talks.ndjson');
    const looked = run(`${set}\n${look}`);
    assert.match(
      looked,
      /^Left out 1 talk that ended before the limit of --keep-past-talks\.\n2 records, no problems\.\n/,
    );
    assert.match(looked, /\n {2}left out: it ended before 2021-11-23T12:00:00Z \(--keep-past-talks\)\n/);
    assert.match(looked, /\nDry run: nothing was changed\.\n$/);
    assert.ok(run(`${set}\n${bring}`).startsWith(said));
    const exported = run('lectern export');
    assert.deepEqual(
      exported
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { type: string }).type)
        .filter((type) => type !== 'provenance'),
      ['talk', 'removed_talk'],
    );
  });
});
