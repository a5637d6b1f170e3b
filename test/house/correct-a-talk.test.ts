import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { codeInGuide } from '../support/docs/generated-client.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { talk } from '../support/catalogue/wire-records.ts';
import { codeBlocks } from '../support/docs/code-blocks.ts';
import { runCommands } from '../support/docs/guide-commands.ts';

// Follows the guide step by step, with a talk that has the slug and title in the guide.

const GUIDE = 'docs/how-to/correct-a-talk.md';
const SLUG = '0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b';
const page = readFileSync(GUIDE, 'utf8');

const blocksUnder = (heading: string, language = 'sh') => codeBlocks(page, language, heading);

describe(GUIDE, () => {
  it('has commands that work as written', async (t) => {
    const { address, folder } = await databaseOf(t);
    await importRecords(address, [
      talk(SLUG, '2027-01-18T17:00:00Z', {
        title: 'How far a lamp is seen',
        end: '2027-01-18T18:00:00Z',
        location_details: 'Lecture Theatre 1',
      }),
    ]);
    const [, name = '', value = ''] =
      /^export (\w+)=(\S+)$/.exec(codeInGuide('The corrections file', 'sh', GUIDE)) ?? [];
    const variables = { DATABASE_URL: address, [name]: value };
    const run = async (commands: string): Promise<string> => {
      const { status, stdout, stderr } = await runCommands(commands, { folder, variables });
      assert.deepEqual([status, stderr], [0, ''], commands);
      return stdout;
    };
    const exported = async (): Promise<
      { type: string; title?: string; start?: string; location_details?: string; status?: string }[]
    > => {
      const lines = (await run('lectern export')).trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line) as { type: string });
    };
    const before = await exported();

    const [edit = ''] = blocksUnder('Correct time, place or title');
    const [shown] = blocksUnder('Correct time, place or title', '');
    assert.equal(await run(edit), shown);
    const [cancel = '', hide = ''] = blocksUnder('Cancel or hide it');
    await run(cancel);
    const [moved] = await exported();
    assert.deepEqual(
      [moved?.start, moved?.location_details, moved?.status],
      ['2027-01-18T18:00:00Z', 'Lecture Theatre 2', 'cancelled'],
    );
    await run(hide);
    assert.deepEqual(
      (await exported()).map(({ type }) => type),
      ['removed_talk'],
    );

    const [feature = ''] = blocksUnder('Feature it');
    await run(feature);

    const [written = ''] = blocksUnder('Edit the file', 'yaml');
    const file = readFileSync(join(folder, 'corrections.yaml'), 'utf8');
    assert.deepEqual(parse(file), parse(written));
    assert.ok(file.endsWith(written), file);
    const [check = ''] = blocksUnder('Edit the file');
    assert.equal(await run(check), '1 talk corrected, no problems.\n');

    const [undo = ''] = blocksUnder('Undo it');
    await run(undo);
    const texts = ['type', 'title', 'start', 'end', 'location_details', 'status'];
    const said = (records: readonly object[]) => JSON.stringify(records, texts);
    assert.equal(said(await exported()), said(before));
    const [list = ''] = blocksUnder('Remove old corrections');
    assert.equal(await run(list), '0 talks corrected.\n');
  });
});
