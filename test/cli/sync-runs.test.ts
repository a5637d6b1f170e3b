import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { SYNC_VARIABLE } from '#cli/sync/sync-messages.ts';
import { scheduledSyncOf } from '#cli/sync/start-syncing.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { strangeServer } from '../support/http/strange-server.ts';
import { valueAt } from '../support/json-value.ts';
import { LECTERN } from '../support/process/command.ts';
import { TestHost } from '../support/process/test-host.ts';
import { runsSources } from '../support/runner/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

describe('a scheduled sync', () => {
  it('starts once, with the flags of the service and the settings of the file as it is by then', async (t) => {
    const folder = await temporaryFolder(t);
    const program = join(folder, 'program.mjs');
    const told = '`${process.env.LECTERN_TIME_ZONE} ${process.env.LECTERN_CONTACT} ${process.env.DATABASE_URL}`';
    await writeFile(program, `process.send({ kind: 'retired', what: ${told} }); process.disconnect();`);
    const sources = join(folder, 'sources.yaml');
    await writeFile(sources, 'sources:\n  - { name: optics, file: optics.ics }\n');
    const [, ofTests = ''] = process.argv;
    t.after(() => (process.argv[1] = ofTests));
    process.argv[1] = program;
    const log: unknown[] = [];
    const logger = pino({}, { write: (line: string) => void log.push(JSON.parse(line)) });
    let environment: Record<string, string> = { LECTERN_TIME_ZONE: 'UTC', LECTERN_CONTACT: 'a@example.org' };
    const syncing = await scheduledSyncOf(
      { sources, config: null, database: 'sqlite:nowhere.db', shutdownGrace: 1 },
      {
        environment: () => environment,
        given: (name) => (name === 'contact' ? { text: 'b@example.org', where: '--contact' } : undefined),
        host: new TestHost(),
      },
      logger,
    );
    assert.ok(syncing);
    syncing.wake();
    assert.deepEqual(log, []);
    environment = { ...environment, LECTERN_TIME_ZONE: 'Asia/Tokyo' };
    syncing.start();
    t.after(() => syncing.stop());
    await until(() => log.length > 1, 'the first run');
    assert.equal(valueAt(log[1], 'msg'), 'Asia/Tokyo b@example.org sqlite:nowhere.db');
  });

  it('stops as usual if Ctrl-C reaches both it and its supervisor', async (t) => {
    const { address, folder } = await databaseOf(t);
    const site = await strangeServer({ '/hangs.ics': () => undefined });
    t.after(() => site.close());
    const sources = join(folder, 'sources.yaml');
    await writeFile(sources, `sources:\n  - { name: optics, address: "${site.origin}/hangs.ics" }\n`);
    const env = {
      ...{ ...process.env, ...runsSources(), [SYNC_VARIABLE]: '1' },
      ...{ DATABASE_URL: address, LECTERN_SOURCES: sources, LECTERN_ALLOW_HOSTS: '127.0.0.1' },
    };
    const run = fork(LECTERN, ['sync', '--once'], { env, execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    t.after(() => run.kill('SIGKILL'));
    await until(() => site.asked.length === 1, 'the source to be requested');
    let said = '';
    run.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
    run.kill('SIGINT');
    run.kill('SIGTERM');
    await once(run, 'close');
    assert.match(said, /^Stopped\. Sources that were not finished are unchanged\.$/m);
  });
});
