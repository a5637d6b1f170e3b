import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { allVerbs } from '#cli/verbs/verbs.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { temporaryFolder } from '../support/folder.ts';
import { lectern, lecternProcess, type CommandOptions, type Finished } from '../support/process/command.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';

const MOSS = new Identity('optics').talk({ key: 'moss', slug: null });
const ADA = 'c0ffee00-0000-4000-8000-000000000001';
const PERSON = JSON.stringify({ type: 'person', slug: ADA, name: 'Ada Lovelace' });

/** A command for each verb that does not run until it is stopped, with its output. Later ones build on earlier ones. */
const COMMANDS: Readonly<Record<string, { readonly args: string; readonly input?: string; readonly writes: RegExp }>> =
  {
    sample: { args: '--talks 1', writes: /^\{"type":"place"/ },
    template: { args: '', writes: /^ID,Title,/ },
    config: { args: 'check', writes: /^The configuration is valid: configuration file lectern\.yaml\.\n/ },
    migrate: { args: '', writes: /^Created the tables/ },
    import: { args: '-', input: `${PERSON}\n`, writes: /^person +1 +0 +0 +0$/m },
    sync: { args: '--once', writes: /^optics: 1 talk: 1 added/ },
    sources: { args: '', writes: /^optics +ok/m },
    edit: { args: `${MOSS} --room L4`, writes: /Written to .*corrections\.yaml\.\n$/ },
    feature: { args: MOSS, writes: /Written to .*corrections\.yaml\.\n$/ },
    cancel: { args: MOSS, writes: /Written to .*corrections\.yaml\.\n$/ },
    hide: { args: `${MOSS} --dry-run`, writes: /Dry run: nothing was changed\.\n$/ },
    corrections: { args: '', writes: /1 talk corrected\.\n$/ },
    duplicates: { args: '', writes: /^$/ },
    same: { args: '--same same.txt', writes: /^0 pairs in same\.txt\.\n$/ },
    check: { args: 'optics.ics', writes: /\n1 record, no problems\.\n$/ },
    export: { args: '', writes: /"On moss"/ },
    digest: { args: '--format txt days=28', writes: /On moss/ },
    backup: { args: 'backup.db', writes: /^backup\.db: backup written and verified\.\n$/ },
    copy: { args: 'sqlite:talks.db sqlite:copy.db', writes: /^Copied \d+ records\. Both exports are the same/ },
    forget: { args: `--yes ${ADA}`, writes: /^Forgotten, as / },
    restore: { args: '--yes --skip-backup backup.db', writes: /^Restored \d+ records\.\n/ },
    doctor: { args: '', writes: /^ok +database: answers/m },
  };

/** Verbs that run until they are stopped. They have their own tests. */
const SERVERS = ['serve', 'preview', 'mcp'];

type Run = (args: readonly string[], options: CommandOptions) => Promise<Finished>;

/** Runs all commands in a new folder. */
async function runEach(run: Run): Promise<void> {
  const folder = temporaryFolder();
  const settings =
    'database_url: sqlite:talks.db\ncorrections: corrections.yaml\nbase_url: https://talks.example.ac.uk\n';
  await writeFile(join(folder, 'lectern.yaml'), `${settings}sources: [{ name: optics, file: optics.ics }]\n`);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  await writeFile(join(folder, 'optics.ics'), calendar(event('moss', tomorrow, 'On moss', 'DURATION:PT1H')));
  for (const [verb, { args, input = '', writes }] of Object.entries(COMMANDS)) {
    const words = args === '' ? [verb] : [verb, ...args.split(' ')];
    const { status, stdout, stderr } = await run(words, { folder, input });
    assert.deepEqual([status, stderr], [0, ''], verb);
    assert.match(stdout, writes, verb);
  }
}

describe('each verb', () => {
  it('succeeds in a process of its own, unless it is a server', async () => {
    const names = (await allVerbs()).map(({ name }) => name);
    assert.deepEqual(Object.keys(COMMANDS).sort(), names.filter((name) => !SERVERS.includes(name)).sort());
    await runEach(lecternProcess);
  });

  it('leaves the listeners, environment, folder and exit status of its process unchanged', async () => {
    const environment = { ...process.env };
    const state = (): unknown => ({
      listeners: Object.fromEntries(process.eventNames().map((name) => [name, process.listenerCount(name)])),
      variables: Object.keys({ ...environment, ...process.env }).filter(
        (name) => environment[name] !== process.env[name],
      ),
      folder: process.cwd(),
      status: process.exitCode,
    });
    // Packages may add listeners when they are first loaded.
    await runEach(lectern);
    const before = state();
    await runEach(lectern);
    assert.deepEqual(state(), before);
  });
});
