import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LECTERN } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { isAlive } from '../support/process/serving-workers.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder();
const hasScript = spawnSync('script', ['--version']).status === 0;

describe('closing the terminal', { skip: hasScript ? false : 'there is no script(1) to make a terminal with' }, () => {
  for (const workers of ['1', '2'])
    it(`ends lectern serve --workers ${workers}, but a SIGHUP before that does not`, async (t) => {
      const own = await mkdtemp(join(folder, 'tmp-'));
      const command = `echo $$; exec ${process.execPath} ${LECTERN} serve --sample --port 0 --workers ${workers}`;
      const terminal = spawn('script', ['-qfc', command, '/dev/null'], { env: { ...process.env, TMPDIR: own } });
      let said = '';
      terminal.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      await until(() => said.includes('is ready'), 'the server to be ready');
      const pid = Number(/^\d+/.exec(said)?.[0]);
      t.after(() => isAlive(pid) && process.kill(pid, 'SIGKILL'));
      process.kill(pid, 'SIGHUP');
      await until(
        () => said.includes(workers === '1' ? 'a single process cannot reload' : 'reloading'),
        'the message in the log',
      );
      assert.ok(isAlive(pid));
      terminal.kill('SIGKILL');
      await once(terminal, 'exit');
      await until(() => !isAlive(pid), 'the server to exit');
      await until(async () => (await readdir(own)).length === 0, 'the sample to be deleted');
    });
});
