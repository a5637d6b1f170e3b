import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { lectern } from '../support/process/command.ts';
import { codeBlocks } from '../support/docs/code-blocks.ts';
import { runCommands } from '../support/docs/guide-commands.ts';

// Follows the guide step by step.

const page = readFileSync('docs/how-to/back-up.md', 'utf8');

const blocks = (language: string) => codeBlocks(page, language);

describe('docs/how-to/back-up.md', () => {
  it('has commands that work as written', async (t) => {
    const { address, folder } = await databaseOf(t);
    const catalogue = (await lectern(['sample', '--talks', '20'])).stdout;
    await lectern(['import', '--database', address, '-'], { input: catalogue });
    mkdirSync(join(folder, 'backups'));
    const run = async (commands: string): Promise<string> => {
      const { status, stdout, stderr } = await runCommands(commands, { folder, variables: { DATABASE_URL: address } });
      assert.deepEqual([status, stderr], [0, ''], commands);
      return stdout;
    };
    const [backup = '', _serve, trial = '', restore = '', goBack = ''] = blocks('sh');
    assert.match(await run(backup), /: backup written and verified\.\n$/);
    const [cron = ''] = /^10 3 \* \* \* lectern cd \/var\/lib\/lectern && (.*)$/m.exec(blocks('cron').join('')) ?? [];
    await run(cron.replace(/^.* && /, ''));
    const [name = ''] = readdirSync(join(folder, 'backups')).sort();
    const ours = (command: string): string => command.replace(/lectern-2027-01-31T031000Z\.db/, name);
    assert.match(await run(ours(trial)), /^Restored \d+ records\.\n$/);
    // Without a terminal, `restore` cannot ask for confirmation.
    assert.match(await run(ours(restore).replace('restore', 'restore --yes')), /Restored \d+ records\.\n$/);
    const kept = goBack.replace(/lectern-schema-100-2027-01-31T031000Z\.db/, join('backups', name));
    assert.notEqual(kept, goBack);
    assert.match(await run(kept), /Restored \d+ records\.\n$/);
  });
});
