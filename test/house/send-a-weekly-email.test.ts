import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { parsedMail } from '../support/mail/parsed-mail.ts';
import { LECTERN } from '../support/process/command.ts';
import { organisation, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { codeBlocks } from '../support/docs/code-blocks.ts';

// Follows the guide step by step, with a sendmail that saves its input.

const page = readFileSync('docs/how-to/send-a-weekly-email.md', 'utf8');

const blocks = (language: string) => codeBlocks(page, language);

/** The commands that cron runs, which follow five fields of time and the user. */
const CRON = blocks('cron').flatMap((block) =>
  block.split('\n').flatMap((line) => /^0 7 \* \* 1 lectern (.*)$/.exec(line)?.[1] ?? []),
);
const SYSTEMD = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(blocks('ini').join('\n'))?.[1] ?? '';

describe('docs/how-to/send-a-weekly-email.md', () => {
  it('has commands that work as written', async (t) => {
    const { address, folder } = await databaseOf(t);
    const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await importRecords(address, [
      organisation('place:23232534', { name: 'Optics' }),
      talk(slugOf(1), `${soon}T10:00:00Z`, { title: 'Light', organising_department: 'place:23232534' }),
    ]);
    const program = (name: string, text: string): void => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(folder, name), 0o755);
    };
    program('lectern', `exec '${process.execPath}' '${LECTERN}' "$@"`);
    program('curl', `[ "$1 $2" = '--fail --json' ] && cp "\${3#@}" "$4.json"`);
    program('sendmail', `[ "$1" = -t ] && cat > '${folder}/sent.eml'`);
    const run = (command: string): { status: number | null; stdout: string; stderr: string } => {
      const PATH = `${folder}${delimiter}${process.env.PATH ?? ''}`;
      const webhooks = { SLACK_WEBHOOK: join(folder, 'posted-slack'), TEAMS_WEBHOOK: join(folder, 'posted-teams') };
      const service = { DATABASE_URL: address, LECTERN_BASE_URL: 'https://talks.example.org' };
      const env = { ...process.env, ...service, ...webhooks, PATH };
      // The test already runs in the folder of the database.
      const here = command.replace('cd /var/lib/lectern && ', '');
      return spawnSync('/bin/sh', ['-c', here], { cwd: folder, env, encoding: 'utf8' });
    };
    const [look = '', send = '', change = '', , channel = ''] = blocks('sh');
    const looked = run(look);
    assert.deepEqual([looked.status, looked.stderr], [0, '']);
    assert.match(looked.stdout, /\n {2}Light\n/);
    const passed = run(send);
    assert.deepEqual([passed.status, passed.stdout, passed.stderr], [0, '', '']);
    const sent = async (): ReturnType<typeof parsedMail> => parsedMail(readFileSync(join(folder, 'sent.eml')));
    const mail = await sent();
    assert.deepEqual(mail.from, { name: 'Optics', address: 'optics@example.org' });
    assert.deepEqual(mail.to, [{ name: '', address: 'optics-talks@lists.example.org' }]);
    assert.match(mail.subject ?? '', /^Optics: talks from /);
    assert.equal(run(change).status, 0);
    assert.ok(existsSync(join(folder, 'digest.json')));
    const post = (line: string): number | null => run(channel.replaceAll('--skip-empty', line)).status;
    assert.equal(post("--skip-empty 'q=heat'"), 4);
    assert.ok(!existsSync(join(folder, 'posted-slack.json')));
    assert.equal(post('--skip-empty'), 0);
    for (const name of ['slack', 'teams'])
      assert.ok(readFileSync(join(folder, `posted-${name}.json`), 'utf8').includes('"text":"Light"'), name);
    assert.equal(CRON.length, 1);
    for (const command of [...CRON, SYSTEMD]) {
      assert.equal(run(command).status, 0, command);
      assert.deepEqual((await sent()).to, [{ name: '', address: 'all@lists.example.org' }]);
    }
  });

  it('has systemd units with a valid schedule', (t) => {
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
      t.skip('systemd-analyze is not installed');
      return;
    }
    const units = blocks('ini');
    assert.equal(units.length, 2);
    for (const unit of units) assert.match(unit, /^# lectern-digest\.(?:service|timer)\n\[Unit\]\n/);
    const when = /^OnCalendar=(.*)$/m.exec(units.join('\n'))?.[1] ?? '';
    assert.equal(spawnSync('systemd-analyze', ['calendar', when]).status, 0);
  });
});
