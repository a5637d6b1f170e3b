import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, it } from 'node:test';
import { askPort } from '../support/ask.ts';
import { LECTERN } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder();
/** Where everything that is written fails as on a full disk. */
const FULL = '/dev/full';

describe('a log that cannot be written', { skip: existsSync(FULL) ? false : `there is no ${FULL}` }, () => {
  for (const workers of ['1', '2'])
    it(`does not keep lectern serve --workers ${workers} from answering, nor from ending well`, async (t) => {
      const port = await freePort();
      const log = openSync(FULL, 'w');
      const args = ['serve', '--sample', '--port', String(port), '--workers', workers];
      const env = { ...process.env, TMPDIR: folder };
      const serving = spawn(process.execPath, [LECTERN, ...args], { env, stdio: ['ignore', 'pipe', log] });
      closeSync(log);
      t.after(() => serving.kill('SIGKILL'));
      let said = '';
      serving.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
      await until(() => said.includes('is ready') || serving.exitCode !== null, 'it to be ready');
      assert.equal((await askPort(port, '/healthz')).status, 200);
      serving.kill('SIGTERM');
      await once(serving, 'exit');
      assert.equal(serving.exitCode, 0);
    });
});
