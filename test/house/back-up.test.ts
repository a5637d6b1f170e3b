import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { LECTERN, lectern } from '../support/process/command.ts';
import { codeBlocks } from '../support/docs/code-blocks.ts';

// Follows the guide step by step.

const page = readFileSync('docs/how-to/back-up.md', 'utf8');

const blocks = (language: string) => codeBlocks(page, language);

describe('docs/how-to/back-up.md', () => {
  it('has commands that work as written', async (t) => {
    const { address, folder } = await databaseOf(t);
    const catalogue = (await lectern(['sample', '--talks', '20'])).stdout;
    await lectern(['import', '--database', address, '-'], { input: catalogue });
    writeFileSync(join(folder, 'lectern'), `#!/bin/sh\nexec '${process.execPath}' '${LECTERN}' "$@"\n`);
    chmodSync(join(folder, 'lectern'), 0o755);
    mkdirSync(join(folder, 'backups'));
    const PATH = `${folder}${delimiter}${process.env.PATH ?? ''}`;
    const run = (command: string): string => {
      const env = { ...process.env, PATH, DATABASE_URL: address };
      const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' });
      assert.deepEqual([status, stderr], [0, ''], command);
      return stdout;
    };
    const [backup = '', _serve, trial = '', restore = '', goBack = ''] = blocks('sh');
    assert.match(run(backup), /: backup written and verified\.\n$/);
    const [cron = ''] = /^10 3 \* \* \* lectern cd \/var\/lib\/lectern && (.*)$/m.exec(blocks('cron').join('')) ?? [];
    run(cron.replace(/^.* && /, ''));
    const [name = ''] = readdirSync(join(folder, 'backups')).sort();
    const ours = (command: string): string => command.replace(/lectern-2027-01-31T031000Z\.db/, name);
    assert.match(run(ours(trial)), /^Restored \d+ records\.\n$/);
    // Without a terminal, `restore` cannot ask for confirmation.
    assert.match(run(ours(restore).replace('restore', 'restore --yes')), /Restored \d+ records\.\n$/);
    const kept = goBack.replace(/lectern-schema-8-2027-01-31T031000Z\.db/, join('backups', name));
    assert.notEqual(kept, goBack);
    assert.match(run(kept), /Restored \d+ records\.\n$/);
  });
});
