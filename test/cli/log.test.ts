import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, it } from 'node:test';
import { askPort } from '../support/http/ask.ts';
import { LECTERN } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/http/free-port.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { exchange } from '../support/http/raw-exchange.ts';
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
  it('is logged at level debug with its status, method, URL, request id and reason', async (t) => {
    const serving = await serveLectern(await database(), ['--log-level', 'debug']);
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
    const lines = stderr
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line))
      .filter((line) => valueAt(line, 'msg') === 'request rejected')
      .map((line) => ['level', 'status', 'method', 'url', 'requestId', 'reason'].map((name) => valueAt(line, name)));
    const [, , , , malformed = ''] = lines.at(-1) ?? [];
    assert.match(String(malformed), /^[0-9a-f-]{36}$/);
    const [search, reason] = ['/api/talks/search', 'This parameter is missing or malformed: from'];
    assert.deepEqual(lines, [
      [20, 404, 'GET', '/nowhere?x=1', 'id-of/nowhere', 'Nothing is served at this path'],
      [20, 400, 'GET', `${search}?from=never`, `id-of${search}`, reason],
      [20, 405, 'POST', '/api', 'id-of/api', 'POST is not allowed here'],
      [20, 400, undefined, undefined, malformed, 'Parse Error: Invalid method encountered'],
    ]);
  });
});
