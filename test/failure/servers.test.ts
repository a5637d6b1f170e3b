import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { isRunning, treeOf } from '../support/postgres/process-tree.mjs';
import { until } from '../support/until.ts';

const STARTING = 'test/failure/starting-process.ts';

/** Other tests rely on these servers, which must not outlive them. */
describe('a PostgreSQL server started by a test process', () => {
  for (const how of ['ends', 'crashes', 'crashes with the server frozen']) {
    it(`is removed with its folder when the process ${how}`, async () => {
      const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('TEST_POSTGRES'));
      const child = spawn(process.execPath, [STARTING, how], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: Object.fromEntries(environment),
      });
      const ended = once(child, 'exit');
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const { pid, folder } = JSON.parse(line) as { readonly pid: number; readonly folder: string };
      const tree = treeOf(pid);
      assert.ok(tree.length > 3, 'expected several processes');
      child.kill('SIGUSR2');
      await ended;
      await until(() => !tree.some(isRunning) && !existsSync(folder), 'the server and its folder to be gone');
    });
  }
});
