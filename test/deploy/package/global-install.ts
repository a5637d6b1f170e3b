import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/folder.ts';
import { Lazy } from '../../support/lazy.ts';
import { askPort } from '../../support/http/ask.ts';
import { freePort } from '../../support/http/free-port.ts';
import { listAt, textAt } from '../../support/json-value.ts';
import { runNpm } from '../../support/process/npm.ts';
import { linkOnly, otherNode, type OtherNode } from '../../support/process/other-node.ts';
import { startDaemon } from '../daemon.ts';
import { packed, unlessUnreachable } from './packed.ts';

const run = promisify(execFile);

const SUPPORTED = [22, 24, 26];
const TOO_OLD = 20;

/** A release line of Node, and variables whose PATH has only that. */
interface OnlyNode extends OtherNode {
  readonly variables: Readonly<Record<string, string>>;
}

describe('the npm package, installed with npm install --global', () => {
  const folder = temporaryFolder();
  const prefix = join(folder, 'prefix');
  const lectern = join(prefix, 'bin/lectern');

  /** Installs with the oldest supported Node and nothing else in PATH. Binaries are the same for all releases. */
  const installed = new Lazy(async () => {
    const { file } = await packed.get();
    const oldest = await onlyNode(SUPPORTED[0] ?? 0);
    const args = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund', file];
    await runNpm(oldest.node, [oldest.npm, ...args], { cwd: folder, env: oldest.variables });
    return oldest;
  });

  async function onlyNode(line: number): Promise<OnlyNode> {
    const node = await otherNode(line);
    const programs = join(folder, `node-${String(line)}`);
    mkdirSync(programs);
    linkOnly(node, programs);
    return { ...node, variables: { HOME: process.env.HOME ?? folder, PATH: programs } };
  }

  /** Variables with which the installed command runs on a release line of Node; undefined if the registry cannot be reached. */
  async function runningOn(line: number, t: TestContext): Promise<Readonly<Record<string, string>> | undefined> {
    const node = installed.get().then((oldest) => (line === SUPPORTED[0] ? oldest : onlyNode(line)));
    return (await unlessUnreachable(t, node))?.variables;
  }

  for (const line of SUPPORTED) {
    it(`imports, exports and serves on Node ${String(line)}, installed without a compiler`, async (t) => {
      const environment = await runningOn(line, t);
      if (environment === undefined) return;
      const database = `sqlite:${join(folder, `talks-${String(line)}.db`)}`;
      const file = join(folder, `talks-${String(line)}.ndjson`);
      const options = { cwd: folder, env: environment };
      const sample = await run(lectern, ['sample', '--talks', '20'], options);
      writeFileSync(file, sample.stdout);
      await run(lectern, ['import', '--database', database, file], options);
      const { stdout } = await run(lectern, ['export', '--database', database], options);
      assert.equal(stdout.split('\n').filter((record) => record.includes('"type":"talk"')).length, 20);

      const port = await freePort();
      // Several workers on Node 24 are tested elsewhere.
      const workers = line === 24 ? '1' : '2';
      const args = ['serve', '--database', database, '--port', String(port), '--metrics', 'off', '--workers', workers];
      const serving = await startDaemon(lectern, args, 'Lectern is ready', environment);
      t.after(() => serving.stop());
      const { status, body } = await askPort(port, '/api/talks/search?from=2000-01-01&count=100');
      const answer: unknown = JSON.parse(body.toString());
      assert.deepEqual([status, listAt(answer, '_embedded', 'talks').length], [200, 20]);
    });
  }

  it(`exits on Node ${String(TOO_OLD)} with one line that names the required version`, async (t) => {
    const environment = await runningOn(TOO_OLD, t);
    if (environment === undefined) return;
    const failed = await run(lectern, ['serve', '--sample'], { env: environment }).catch((error: unknown) => error);
    assert.equal((failed as { code?: unknown }).code, 1);
    assert.match(
      textAt(failed, 'stderr'),
      /^lectern: Node\.js 22\.18 or newer is required; this is 20\.\d+\.\d+ \(.+\)\.\n$/,
    );
    const engines = textAt(JSON.parse(readFileSync('package.json', 'utf8')), 'engines', 'node');
    assert.equal(engines, '>=22.18');
  });
});
