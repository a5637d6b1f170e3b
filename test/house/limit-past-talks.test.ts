import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { runCommands } from '../support/docs/guide-commands.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

// Follows the guide step by step.

const GUIDE = 'docs/how-to/limit-past-talks.md';
const blocks = [...readFileSync(GUIDE, 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)];
const MOMENT = /\d{4}-\d\d-\d\dT[\d:]{8}Z/g;

describe(GUIDE, () => {
  it('has commands that work as written', async (t) => {
    const { address, folder } = await databaseOf(t);
    const old = talk(slugOf(1), '2001-01-01T10:00:00Z', { title: 'Old', end: '2001-01-01T11:00:00Z' });
    const next = talk(slugOf(2), '9001-01-01T10:00:00Z', { title: 'Next', end: '9001-01-01T11:00:00Z' });
    writeFileSync(join(folder, 'talks.ndjson'), [old, next].map((record) => `${JSON.stringify(record)}\n`).join(''));
    writeFileSync(join(folder, 'calendar.ics'), calendar(event('old@example.org', '20020101', 'Old too')));
    const [set = '', look = '', bring = ''] = blocks.flatMap(([, of, text = '']) => (of === 'sh' ? [text] : []));
    const [said = ''] = blocks.flatMap(([, of, text = '']) => (of === '' ? [text] : []));
    const [, name = '', value = ''] = /^export (\w+)=(\S+)\n$/.exec(set) ?? [];
    const run = async (commands: string, set: Readonly<Record<string, string>> = {}): Promise<string> => {
      const options = { folder, variables: { DATABASE_URL: address, ...set } };
      const { status, stdout, stderr } = await runCommands(commands, options);
      assert.equal(status, 0, `${commands}: ${stderr}`);
      return stdout.replaceAll(MOMENT, '2021-11-23T12:00:00Z');
    };
    await run('lectern import talks.ndjson');
    const looked = await run(look, { [name]: value });
    assert.match(
      looked,
      /^Left out 1 talk that ended before the limit of --keep-past-talks\.\n2 records, no problems\.\n/,
    );
    assert.match(looked, /\n {2}left out: it ended before 2021-11-23T12:00:00Z \(--keep-past-talks\)\n/);
    assert.match(looked, /\nDry run: nothing was changed\.\n$/);
    assert.ok((await run(bring, { [name]: value })).startsWith(said));
    const exported = await run('lectern export');
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
