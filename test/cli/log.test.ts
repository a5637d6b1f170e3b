import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { askPort } from '../support/http/ask.ts';
import { LECTERN } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/http/free-port.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { exchange } from '../support/http/raw-exchange.ts';
import { serveWorkers } from '../support/process/serving-workers.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder();
const database = importedDatabase(UNIVERSITY);
/** Every write to it fails as on a full disk. */
const FULL = '/dev/full';

const NO_FULL = existsSync(FULL) ? false : `there is no ${FULL}`;

describe('a log that cannot be written', { skip: NO_FULL }, () => {
  it('does not keep lectern serve and its workers from answering and exiting with status 0', async (t) => {
    const port = await freePort();
    const log = openSync(FULL, 'w');
    const args = ['serve', '--database', await database(), '--port', String(port), '--workers', '2'];
    const env = { ...process.env, TMPDIR: folder };
    const serving = spawn(process.execPath, [LECTERN, ...args], { env, stdio: ['ignore', 'pipe', log] });
    closeSync(log);
    t.after(() => serving.kill('SIGKILL'));
    let said = '';
    serving.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    await until(() => said.includes('is ready') || serving.exitCode !== null, 'the server to be ready');
    assert.equal((await askPort(port, '/healthz')).status, 200);
    serving.kill('SIGTERM');
    await once(serving, 'exit');
    assert.equal(serving.exitCode, 0);
  });
});

describe('a standard output that cannot be written', { skip: NO_FULL }, () => {
  it('does not keep lectern serve from answering, and is logged once', async (t) => {
    const port = await freePort();
    const full = openSync(FULL, 'w');
    const args = ['serve', '--database', await database(), '--port', String(port), '--workers', '1'];
    const env = { ...process.env, TMPDIR: folder };
    const serving = spawn(process.execPath, [LECTERN, ...args], { env, stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    t.after(() => serving.kill('SIGKILL'));
    let log = '';
    serving.stderr?.setEncoding('utf8').on('data', (text: string) => (log += text));
    await until(() => log.includes('cannot write to standard output'), 'the error in the log');
    assert.equal((await askPort(port, '/healthz')).status, 200);
    serving.kill('SIGTERM');
    await once(serving, 'exit');
    assert.equal(serving.exitCode, 0);
    assert.equal(log.split('cannot write to standard output').length, 2);
  });
});

describe('a rejected request', () => {
  const rejectedAt = async (t: TestContext, level: string): Promise<readonly (readonly unknown[])[]> => {
    const serving = await serveLectern(await database(), ['--log-level', level]);
    t.after(() => serving.kill());
    for (const [path, method] of [
      ['/nowhere?x=1', 'GET'],
      ['/api/talks/search?from=never', 'GET'],
      ['/api', 'POST'],
      ['/healthz', 'GET'],
    ] as const)
      await serving.ask(path, { method, headers: { 'x-request-id': `id-of${path}`.replace(/\?.*/, '') } });
    await exchange(serving.port, 'nonsense\r\n\r\n');
    serving.process.kill('SIGTERM');
    const { stderr } = await serving.finished;
    const lines = stderr.split('\n').slice(0, -1);
    return lines
      .map((line): unknown => JSON.parse(line))
      .filter((line) => valueAt(line, 'msg') === 'request rejected')
      .map((line) => ['status', 'method', 'url', 'requestId', 'reason'].map((name) => valueAt(line, name)));
  };

  it('is logged at level debug with its status, method, URL, request id and reason', async (t) => {
    const lines = await rejectedAt(t, 'debug');
    const [, , , malformed = ''] = lines.at(-1) ?? [];
    assert.match(String(malformed), /^[0-9a-f-]{36}$/);
    assert.deepEqual(lines, [
      [404, 'GET', '/nowhere?x=1', 'id-of/nowhere', 'Nothing is served at this path'],
      [
        400,
        'GET',
        '/api/talks/search?from=never',
        'id-of/api/talks/search',
        'This parameter is missing or malformed: from',
      ],
      [405, 'POST', '/api', 'id-of/api', 'POST is not allowed here'],
      [400, undefined, undefined, malformed, 'Parse Error: Invalid method encountered'],
    ]);
  });

  it('is not logged at level info', async (t) => {
    assert.deepEqual(await rejectedAt(t, 'info'), []);
  });
});

describe('SIGUSR1', { skip: process.platform === 'win32' ? 'Windows has no signals' : false }, () => {
  it('does not open the debugger of lectern serve and its workers', async (t) => {
    const serving = await serveWorkers(await database(), 2);
    t.after(() => serving.kill());
    const pids = [serving.process.pid ?? 0, ...serving.readied()];
    assert.equal(pids.length, 3);
    for (const pid of pids) process.kill(pid, 'SIGUSR1');
    // Node handles the signal before it answers requests that are sent afterwards.
    for (let n = 0; n < 20; n += 1) assert.equal((await serving.ask('/healthz')).status, 200);
    serving.process.kill('SIGTERM');
    const { status, stderr } = await serving.finished;
    assert.equal(status, 0);
    assert.doesNotMatch(stderr, /Debugger/);
  });
});
