import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { databasesNamed } from '../support/db/fresh-database.ts';
import { temporaryFolder } from '../support/folder.ts';

const into = databasesNamed('a');

/** Shows commands and their output, in the order in which a reader runs them. */
const PAGE = readFileSync('docs/how-to/import-a-spreadsheet.md', 'utf8');
const SESSIONS = [...PAGE.matchAll(/```console\n\$ lectern ([^\n]*)\n([^]*?)```/g)];
const LINES = [...PAGE.matchAll(/```sh\nlectern ([^\n]*)\n```/g)];

/** Splits a command line as a shell does, as far as the page needs it. */
function argumentsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain);
}

describe('docs/how-to/import-a-spreadsheet.md', () => {
  const folder = temporaryFolder();
  const run = async (line: string): ReturnType<typeof lectern> =>
    lectern(argumentsOf(line), { folder, variables: { DATABASE_URL: await into('a') } });

  before(() => {
    const [, table = ''] = /```csv\n([^]*?)```/.exec(PAGE) ?? [];
    writeFileSync(join(folder, 'term.csv'), table);
  });

  it('shows two sessions and one command between them', () => {
    assert.deepEqual([SESSIONS.length, LINES.length], [2, 1]);
  });

  it('shows the actual output of its commands', async () => {
    for (const [, line = '', answer] of SESSIONS) {
      const { status, stdout, stderr } = await run(line);
      assert.deepEqual([status, stdout, stderr], [0, answer, ''], line);
    }
  });

  it('suggests a command with --map that works', async () => {
    const { status, stdout } = await run(LINES[0]?.[1] ?? '');
    assert.equal(status, 0);
    assert.match(stdout, /^ {4}series +=Optics seminar \(--map\)\n {4}venue +"Where" \(--map\)$/m);
  });

  it('describes an import that recognises a talk if its date or title changes, but not if both do', async () => {
    const path = join(folder, 'term.csv');
    const change = async (...edits: readonly (readonly [string, string])[]): Promise<string> => {
      const table = edits.reduce((text, [from, to]) => text.replace(from, to), readFileSync(path, 'utf8'));
      writeFileSync(path, table);
      return (await run(SESSIONS[1]?.[1] ?? '')).stdout;
    };
    const known = await change(
      ['12/10/2026', '13/10/2026'],
      ['fog does to red', 'fog does to blue'],
      ['To be announced,TBA', 'On haze,Ed Ray'],
    );
    assert.match(known, /^talk +0 +3 +0 +0$/m);
    assert.match(known, /^ {2}1 × under another key than before: recognised by time and speakers$/m);
    const other = await change(['26/10/2026', '27/10/2026'], ['On haze,Ed Ray', 'Fog,Bo Day']);
    assert.match(other, /^talk +1 +0 +2 +0$/m);
    assert.match(other, /^ {2}2026-10-26 17:00 {2}On haze: kept: it is over$/m);
  });
});
