import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { askPort } from '../support/http/ask.ts';
import { npm, pack } from '../support/process/npm-pack.ts';
import { hasNoRegistry } from '../support/process/other-node.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/http/free-port.ts';
import { until } from '../support/until.ts';

const MEGABYTE = 1_000_000;

describe('the npm package', () => {
  it('contains the program, its deployment files and how-to guides in less than 1 MB', async () => {
    const { size, files } = await pack(temporaryFolder());
    const sources = globSync('src/**/*.*').filter((path) => !path.endsWith('.d.ts'));
    const built = sources.map((path) => path.replace(/^src/, 'dist').replace(/\.ts$/, '.js'));
    const others = files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
    const packed = files.map(({ path }) => path).filter((path) => path.startsWith('dist/'));
    const types = globSync('src/client/*.ts').map((path) => path.replace(/^src/, 'dist').replace(/\.ts$/, '.d.ts'));
    assert.deepEqual(packed.toSorted(), [...built, ...types, 'dist/package.json'].toSorted());
    const unexpected = others.filter(
      (path) => !/^(deploy\/|docs\/how-to\/.+\.md$|docs\/runbook\.md$|[^/]+$)/.test(path),
    );
    assert.deepEqual(unexpected, []);
    assert.deepEqual(others.filter((path) => !path.includes('/')).toSorted(), [
      'LICENSE',
      'NOTICE',
      'README.md',
      'package.json',
    ]);
    assert.ok(size < MEGABYTE, `${String(size)} bytes`);
  });

  it('installs into an empty folder, where npx lectern serve --sample answers requests', async (t) => {
    const folder = temporaryFolder();
    const { filename } = await pack(folder);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    try {
      await npm(
        ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', join(folder, filename)],
        folder,
      );
    } catch (error) {
      if (!hasNoRegistry(error)) throw error;
      t.skip('the package registry cannot be reached');
      return;
    }
    assert.match(await npm(['exec', '--offline', '--', 'lectern', '--version'], folder), /^\d+\.\d+\.\d+\n$/);

    const port = await freePort();
    const command = ['lectern', 'serve', '--sample', '--port', String(port)];
    // A process group of its own, to be stopped like from a terminal: npm does not forward signals.
    const serving = spawn('npm', ['exec', '--offline', '--', ...command], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(serving, 'close');
    t.after(async () => {
      if (serving.pid !== undefined && serving.exitCode === null) process.kill(-serving.pid, 'SIGINT');
      await ended;
    });
    let said = '';
    serving.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    await until(() => said.includes('is ready') || serving.exitCode !== null, '“is ready”');
    const { status, body } = await askPort(port, '/api/talks/search?from=2000-01-01&count=1');
    assert.equal(status, 200);
    const { _embedded } = JSON.parse(body.toString()) as { _embedded: { talks: readonly object[] } };
    assert.equal(_embedded.talks.length, 1);
  });
});
