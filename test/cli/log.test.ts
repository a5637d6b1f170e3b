import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { askPort } from '../support/http/ask.ts';
import { LECTERN, lecternProcess } from '../support/process/command.ts';
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

describe('the log', () => {
  /** Ends by itself, and warns that it has no --base-url. */
  const command = async (...args: string[]) => ['mcp', '--database', await database(), ...args];
  const WARNING = 'addresses of talks begin with http://127.0.0.1:8080';
  // util-linux's script runs a command on a terminal of its own.
  const onTerminal = async (...args: string[]) => {
    const line = [process.execPath, LECTERN, ...(await command(...args))].map((part) => `'${part}'`).join(' ');
    const env = { ...process.env, TERM: 'xterm', NO_COLOR: '' };
    return spawnSync('script', ['-qec', line, '/dev/null'], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  const skip = spawnSync('script', ['--version']).error === undefined ? false : 'there is no script (util-linux)';

  it('is lines for people on a terminal, and JSON with --log-format json', { skip }, async () => {
    const { stdout } = await onTerminal();
    const shown = stripVTControlCharacters(stdout).split('\r\n');
    assert.match(shown[0] ?? '', new RegExp(`^\\[\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\] WARN: ${WARNING}`));
    assert.deepEqual(shown.slice(1), ['']);
    const json = (await onTerminal('--log-format', 'json')).stdout;
    assert.match(String(valueAt(JSON.parse(json), 'msg')), new RegExp(WARNING));
  });

  it('is JSON in a pipe, and with --log-format text lines for people without colours', async () => {
    const [json, text] = [await command(), await command('--log-format', 'text')];
    const piped = await lecternProcess(json);
    assert.match(String(valueAt(JSON.parse(piped.stderr), 'msg')), new RegExp(WARNING));
    // The name of the variable would clear the screen.
    const { stderr } = await lecternProcess(text, { variables: { 'LECTERN_\u001b[2J\u009b': '1' } });
    const lines = stderr.split('\n').map((line) => line.replace(/^\[[\d: -]{19}\] /, ''));
    assert.equal(lines[0]?.startsWith('WARN: LECTERN_\\u001b[2J\\u009b is not a setting.'), true, lines[0]);
    assert.equal(lines[1]?.startsWith(`WARN: ${WARNING}`), true, lines[1]);
    assert.deepEqual(lines.slice(2), ['']);
  });
});
