import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { organisation, person, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { codeBlocks } from '../support/docs/code-blocks.ts';
import { runCommands } from '../support/docs/guide-commands.ts';

// Follows the guide step by step, with a person who has the slug and name in the guide.

const GUIDE = 'docs/how-to/forget-a-person.md';
const ADA = '5f1c0f6e-2f0a-4b52-9a4e-3d8f5f0f7a11';
const NAMESAKE = '9b3e4c1d-7a62-4c0e-8f15-2b6d9e0a4c33';
const TALK = '0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b';
const page = readFileSync(GUIDE, 'utf8');

const blocksUnder = (heading: string, language = 'sh') => codeBlocks(page, language, heading);

describe(GUIDE, () => {
  it('has commands that work as written', async (t) => {
    const { address, folder } = await databaseOf(t);
    await importRecords(address, [
      organisation('place:1', { name: 'Department of Botany' }),
      person(ADA, { name: 'Ada Lovelace' }),
      person(NAMESAKE, { name: 'Ada King Lovelace' }),
      talk(TALK, '2027-01-18T17:00:00Z', {
        ...{ title: 'Ada Lovelace on engines', end: '2027-01-18T18:00:00Z' },
        ...{ speakers: [ADA], organising_department: 'place:1' },
      }),
      talk(slugOf(2), '2027-01-19T17:00:00Z', { title: 'On moss', hosts: [ADA], organising_department: 'place:1' }),
    ]);
    mkdirSync(join(folder, 'backups'));
    const variables = { DATABASE_URL: address, LECTERN_BASE_URL: 'https://talks.example.org' };
    const run = async (commands: string, expected = 0): Promise<string> => {
      const { status, stdout, stderr } = await runCommands(commands, { folder, variables });
      assert.equal(status, expected, `${commands}: ${stderr}`);
      return expected === 0 ? stdout : stderr;
    };
    await run('lectern backup backups');

    const [find = ''] = blocksUnder('Find the person');
    const [found] = blocksUnder('Find the person', '');
    assert.equal(await run(find), found);
    const [forget = '', sure = ''] = blocksUnder('Forget the person');
    assert.match(await run(forget, 2), /^There is no terminal to ask for confirmation\. .* Nothing was changed\.\n$/);
    assert.match(await run(sure.replace('--yes', '--dry-run')), /^Would be forgotten; 2 talks would change\.\n/);
    const [shown = ''] = blocksUnder('Forget the person', '');
    const said = await run(sure);
    const [id = ''] = /as ([0-9a-f]{8})/.exec(said)?.slice(1) ?? [];
    assert.equal(said.replace(id, '3f9a1c07'), shown);
    const exported = await run('lectern export');
    assert.ok(!exported.includes(ADA) && exported.endsWith('{"type":"catalogue","forgotten":1}\n'), exported);

    const [restore = ''] = blocksUnder('Restore an older backup');
    const [restored] = blocksUnder('Restore an older backup', '');
    const [backup = ''] = readdirSync(join(folder, 'backups'));
    const yes = restore.replace(/lectern-2027-01-31T031000Z\.db/, backup).replace('restore', 'restore --yes');
    assert.equal((await run(yes)).split('\n').slice(1).join('\n'), restored);
    // The times in `updated` are those of the backup.
    const undated = (text: string): string => text.replaceAll(/"updated":"[^"]*"/g, '');
    assert.equal(undated(await run('lectern export')), undated(exported));

    const [list = '', undo = ''] = blocksUnder('Undo it');
    assert.match(await run(list), new RegExp(`^${id}  20.*Z\n1 person forgotten\\.\n$`));
    await run(undo);
    assert.equal(await run(list), '0 people forgotten.\n');
    await run(`lectern restore --yes backups/${backup}`);
    assert.ok((await run('lectern export')).includes(ADA));
  });
});
