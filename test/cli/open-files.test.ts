import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { LECTERN } from '../support/process/command.ts';
import { freePort } from '../support/http/free-port.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { valueAt } from '../support/json-value.ts';
import { KeptConnection } from '../support/http/kept-connection.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { until } from '../support/until.ts';

const database = importedDatabase(UNIVERSITY);

interface Limited {
  readonly process: ChildProcess;
  readonly port: number;
  readonly said: () => { readonly stdout: string; readonly stderr: string };
}

/** Starts `lectern serve` with this limit of open files. */
async function serveWith(t: TestContext, files: number, workers: number): Promise<Limited> {
  const port = await freePort();
  const settings = ['--database', await database(), '--port', String(port), '--workers', String(workers)];
  const args = ['-c', `ulimit -n ${String(files)}; exec "$0" "$@"`, process.execPath, LECTERN, 'serve', ...settings];
  const child = spawn('sh', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return { process: child, port, said: () => ({ stdout, stderr }) };
}

const FILES = 256;
/** The most connections that a process with 256 files keeps. */
const MOST = 160;
const PROC = existsSync('/proc/self/limits') ? false : 'only Linux says how many files may be open';
const FULL = 'too many connections: closing idle ones; raise the limit of open files';

describe('lectern serve with a low limit of open files', { skip: PROC }, () => {
  for (const workers of [1, 2])
    it(`closes the longest idle of 400 connections to answer new ones, with --workers ${String(workers)}`, async (t) => {
      const serving = await serveWith(t, FILES, workers);
      await until(() => serving.said().stdout.includes('is ready'), 'the server to be ready');
      const everyWorker = (): boolean => workers === 1 || serving.said().stderr.includes('all workers are ready');
      await until(everyWorker, 'every worker to be ready');
      const kept: KeptConnection[] = [];
      let closed = 0;
      for (let n = 0; n < 400; n += 1) {
        const connection = await KeptConnection.open(serving.port);
        assert.equal((await connection.ask('/healthz')).status, 200);
        void connection.closed.then(() => (closed += 1));
        kept.push(connection);
        // The first connection is never idle for long.
        assert.equal((await kept[0]?.ask('/healthz'))?.status, 200);
      }
      for (let n = 0; n < 20; n += 1) {
        const fresh = await KeptConnection.open(serving.port);
        assert.equal((await fresh.ask(`/api/talks/search?from=2015-01-01&x=${String(n)}`)).status, 200);
        fresh.end();
      }
      await until(() => closed >= 400 - MOST * workers, 'the longest idle connections to be closed');
      assert.equal((await kept[0]?.ask('/healthz'))?.status, 200);
      assert.equal((await kept.at(-1)?.ask('/healthz'))?.status, 200);
      const lines = serving
        .said()
        .stderr.split('\n')
        .filter((line) => line.includes(FULL));
      const logged = lines.map((line): unknown => JSON.parse(line));
      assert.deepEqual(
        logged.map((line) => [valueAt(line, 'level'), valueAt(line, 'worker'), valueAt(line, 'connections')]).sort(),
        workers === 1 ? [[40, undefined, MOST]] : [1, 2].map((worker) => [40, worker, MOST]),
      );
      for (const connection of kept) connection.end();
      serving.process.kill('SIGTERM');
      await once(serving.process, 'exit');
      assert.equal(serving.process.exitCode, 0);
    });

  for (const files of [40, 127])
    it(`exits with status 1 and names the required limit if it may open ${String(files)} files`, async (t) => {
      const serving = await serveWith(t, files, 2);
      await once(serving.process, 'close');
      const message = `lectern: This process may open ${String(files)} files and needs 128. Raise the limit: ulimit -n, or LimitNOFILE in a systemd unit.\n`;
      assert.deepEqual(serving.said(), { stdout: '', stderr: message });
      assert.equal(serving.process.exitCode, 1);
    });
});
