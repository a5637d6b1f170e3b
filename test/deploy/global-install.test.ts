import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/folder.ts';
import { askPort } from '../support/http/ask.ts';
import { freePort } from '../support/http/free-port.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { pack, runNpm } from '../support/process/npm-pack.ts';
import { hasNoRegistry, linkOnly, otherNode } from '../support/process/other-node.ts';
import { startDaemon } from './daemon.ts';

const run = promisify(execFile);

const SUPPORTED = [22, 24, 26];
const TOO_OLD = 20;

interface Installed {
  /** Path of the command. */
  readonly lectern: string;
  readonly environment: Readonly<Record<string, string>>;
}

describe('npm install --global of the package that npm pack makes', () => {
  const folder = temporaryFolder();
  let tarball = '';

  before(async () => {
    tarball = join(folder, (await pack(folder)).filename);
  });

  /** Installs into an empty prefix with a release line of Node, and nothing else in PATH; undefined: no registry. */
  async function installed(line: number, t: TestContext): Promise<Installed | undefined> {
    const prefix = join(folder, `prefix-${String(line)}`);
    const programs = join(folder, `node-${String(line)}`);
    mkdirSync(programs);
    const environment = { HOME: process.env.HOME ?? folder, PATH: programs };
    try {
      const other = await otherNode(line);
      linkOnly(other, programs);
      const args = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund', tarball];
      await runNpm(other.node, [other.npm, ...args], { cwd: folder, env: environment });
    } catch (error) {
      if (!hasNoRegistry(error)) throw error;
      t.skip('the package registry cannot be reached');
      return undefined;
    }
    return { lectern: join(prefix, 'bin/lectern'), environment };
  }

  for (const line of SUPPORTED) {
    it(`imports and serves on Node ${String(line)}, installed without a compiler`, async (t) => {
      const there = await installed(line, t);
      if (there === undefined) return;
      const { lectern, environment } = there;
      const database = `sqlite:${join(folder, `talks-${String(line)}.db`)}`;
      const file = join(folder, `talks-${String(line)}.ndjson`);
      const options = { cwd: folder, env: environment };
      const sample = await run(lectern, ['sample', '--talks', '20'], options);
      writeFileSync(file, sample.stdout);
      await run(lectern, ['import', '--database', database, file], options);
      const { stdout } = await run(lectern, ['export', '--database', database], options);
      assert.equal(stdout.split('\n').filter((record) => record.includes('"type":"talk"')).length, 20);

      const port = await freePort();
      const serving = await startDaemon(lectern, ['serve', '--sample', '--port', String(port)], port, environment);
      t.after(() => serving.stop());
      const { status, body } = await askPort(port, '/api/talks/search?from=2000-01-01&count=1');
      const answer: unknown = JSON.parse(body.toString());
      assert.deepEqual([status, listAt(answer, '_embedded', 'talks').length], [200, 1]);
    });
  }

  it(`says in one line on Node ${String(TOO_OLD)} which one it needs`, async (t) => {
    const there = await installed(TOO_OLD, t);
    if (there === undefined) return;
    const failed = await run(there.lectern, ['serve', '--sample'], { env: there.environment }).catch(
      (error: unknown) => error,
    );
    assert.equal((failed as { code?: unknown }).code, 1);
    assert.match(
      textAt(failed, 'stderr'),
      /^lectern: Node\.js 22\.18 or newer is required; this is 20\.\d+\.\d+ \(.+\)\.\n$/,
    );
    const engines = textAt(JSON.parse(readFileSync('package.json', 'utf8')), 'engines', 'node');
    assert.equal(engines, '>=22.18');
  });
});
