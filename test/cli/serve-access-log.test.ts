import assert from 'node:assert/strict';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '../support/http/free-port.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { KeptConnection } from '../support/http/kept-connection.ts';
import { LECTERN } from '../support/process/command.ts';
import { runsSources } from '../support/runner/sources.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { temporaryFolder } from '../support/folder.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder();
const database = importedDatabase(UNIVERSITY);
const MANY = 600;
/** A header value that makes a line as long as possible. */
const LONG = '"'.repeat(1_100);

async function askMany(port: number, ids: readonly string[]): Promise<void> {
  const connections = await Promise.all(Array.from({ length: 8 }, () => KeptConnection.open(port)));
  const path = `/healthz?q=${LONG.replaceAll('"', '~')}`;
  const left = [...ids];
  const asking = connections.map(async (connection) => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const headers = `X-Request-Id: ${id}\r\nReferer: ${LONG}\r\nUser-Agent: ${LONG}\r\n`;
      assert.equal((await connection.ask(path, headers)).status, 200);
    }
  });
  try {
    await Promise.all(asking);
  } finally {
    for (const connection of connections) connection.end();
  }
}

/** A named pipe with a reader that never reads. */
function fullPipe(path: string): { readonly writing: number; readonly close: () => void } {
  execFileSync('mkfifo', [path]);
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writing = openSync(path, 'w');
  return {
    writing,
    close: () => {
      closeSync(writing);
      closeSync(reading);
    },
  };
}

function idsOf(lines: string): string[] {
  return lines
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('Lectern is ready'))
    .map((line) => String((JSON.parse(line) as Record<string, unknown>).requestId));
}

const PERSONAL = ['--access-log', 'json', '--access-log-personal', '--rate-limit', 'off'];

describe('the access log of lectern serve', () => {
  for (const workers of ['1', '2'])
    it(`has every request as a whole line with --workers ${workers}`, async (t) => {
      const serving = await serveLectern(await database(), ['--workers', workers, ...PERSONAL]);
      t.after(() => serving.kill());
      const ids = Array.from({ length: MANY }, (_, n) => `id-${String(n)}`);
      await askMany(serving.port, ids);
      serving.process.kill('SIGTERM');
      const { status, stdout } = await serving.finished;
      assert.equal(status, 0);
      assert.deepEqual(idsOf(stdout).sort(), [...ids].sort());
    });

  it('can be redirected to a file', async (t) => {
    const port = await freePort();
    const path = join(folder, 'access.log');
    const file = openSync(path, 'a');
    const args = ['serve', '--database', await database(), '--port', String(port), '--workers', '2', ...PERSONAL];
    const env = { ...process.env, ...runsSources() };
    const serving = spawn(process.execPath, [LECTERN, ...args], { env, stdio: ['ignore', file, 'ignore'] });
    closeSync(file);
    t.after(() => serving.kill('SIGKILL'));
    await until(() => readFileSync(path, 'utf8').includes('is ready'), 'the server to be ready');
    const ids = Array.from({ length: 50 }, (_, n) => `id-${String(n)}`);
    await askMany(port, ids);
    serving.kill('SIGTERM');
    await once(serving, 'exit');
    assert.equal(serving.exitCode, 0);
    assert.deepEqual(idsOf(readFileSync(path, 'utf8')).sort(), [...ids].sort());
  });

  it('does not delay requests if its reader stops reading, and reports dropped lines in the log', async (t) => {
    const serving = await serveLectern(await database(), PERSONAL);
    t.after(() => serving.kill());
    serving.process.stdout?.pause();
    const ids = Array.from({ length: MANY }, (_, n) => `id-${String(n)}`);
    await askMany(serving.port, ids);
    await until(() => serving.said().stderr.includes('access log lines dropped'), 'the dropped lines in the log');
    serving.process.kill('SIGTERM');
    await once(serving.process, 'exit');
    assert.equal(serving.process.exitCode, 0);
    serving.process.stdout?.resume();
    const { stdout, stderr } = await serving.finished;
    assert.match(stderr, /"the access log is incomplete"/);
    // Every line is whole, except perhaps the last.
    const written = idsOf(stdout.slice(0, stdout.lastIndexOf('\n')));
    assert.ok(written.length > 0 && written.length < MANY, String(written.length));
  });

  for (const what of ['a pipe', 'a socket'] as const)
    it(`blocks no worker if ${what} is full, even while a killed one is replaced`, async (t) => {
      const port = await freePort();
      const output = what === 'a pipe' ? fullPipe(join(folder, 'full')) : undefined;
      const args = ['serve', '--database', await database(), '--port', String(port), '--workers', '2', ...PERSONAL];
      const env = { ...process.env, ...runsSources() };
      const serving = spawn(process.execPath, [LECTERN, ...args], {
        env,
        stdio: ['ignore', output?.writing ?? 'pipe', 'pipe'],
      });
      t.after(async () => {
        serving.kill('SIGKILL');
        output?.close();
      });
      let log = '';
      serving.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text));
      const times = (text: string): number => log.split(text).length - 1;
      await until(() => times('all workers are ready') === 1, 'the workers to be ready');
      let asked = 0;
      const askSome = (count = 50): Promise<void> =>
        askMany(
          port,
          Array.from({ length: count }, () => `id-${String((asked += 1))}`),
        );
      while (times('access log lines dropped') < 2) await askSome();
      const [, pid = ''] = /"worker":2,"workerPid":(\d+)/.exec(log) ?? [];
      process.kill(Number(pid), 'SIGKILL');
      await until(async () => {
        // Requests to the killed worker may fail.
        await askSome(8).catch(() => undefined);
        return times('a worker is ready') >= 3;
      }, 'a new worker');
      await askSome();
      assert.equal(times('worker is stuck'), 0);
      const ended = once(serving, 'exit');
      serving.kill('SIGTERM');
      await ended;
      assert.equal(serving.exitCode, 0);
      assert.equal(times('worker is stuck'), 0);
    });

  it('does not end the server if its reader closes the pipe', async (t) => {
    const serving = await serveLectern(await database(), PERSONAL);
    t.after(() => serving.kill());
    serving.process.stdout?.destroy();
    await askMany(serving.port, ['a', 'b', 'c']);
    serving.process.kill('SIGTERM');
    await once(serving.process, 'exit');
    assert.equal(serving.process.exitCode, 0);
    assert.match(serving.said().stderr, /cannot write to standard output: E[A-Z]+".*"the access log is incomplete"/);
  });
});
