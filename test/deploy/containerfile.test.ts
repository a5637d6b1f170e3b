import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { askPort } from '../support/http/ask.ts';
import { BUILT } from '../support/process/command.ts';
import { pack } from '../support/process/npm-pack.ts';
import { hasNoRegistry } from '../support/process/other-node.ts';
import { freePort } from '../support/http/free-port.ts';
import { startDaemon, type Daemon } from './daemon.ts';

// No image can be pulled here, so the tests check the Containerfile against rules and run its build and health check.
const TEXT = readFileSync('deploy/container/Containerfile', 'utf8').replaceAll('\\\n', ' ');
const INSTRUCTIONS = TEXT.split('\n').flatMap((line): (readonly [string, string])[] => {
  const found = /^([A-Z]+)\s+(.*)$/.exec(line);
  return found === null ? [] : [[found[1] ?? '', found[2] ?? '']];
});
const lastFrom = INSTRUCTIONS.findLastIndex(([name]) => name === 'FROM');
const firstStage = INSTRUCTIONS.slice(0, lastFrom);
const lastStage = INSTRUCTIONS.slice(lastFrom);
const values = (name: string): readonly string[] =>
  lastStage.filter(([each]) => each === name).map(([, value]) => value);

describe('the container image', () => {
  it('uses the same base image for its build stage and its final stage', () => {
    const bases = INSTRUCTIONS.filter(([name]) => name === 'ARG').map(([, value]) => /node:(\S+)$/.exec(value)?.[1]);
    assert.deepEqual(bases, ['24-bookworm-slim']);
    const stages = INSTRUCTIONS.filter(([name]) => name === 'FROM').map(([, value]) => value.split(' ')[0]);
    assert.deepEqual(stages, ['${NODE_IMAGE}', '${NODE_IMAGE}']);
  });

  it('is built from exactly one npm package and contains everything that serve needs', async (t) => {
    const folder = temporaryFolder();
    const { filename } = await pack(folder);
    copyFileSync('package-lock.json', join(folder, 'package-lock.json'));
    const [command = ''] = firstStage.filter(([name]) => name === 'RUN').map(([, value]) => value);
    const building = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    if (building.status !== 0 && hasNoRegistry(building.stderr)) {
      t.skip('the package registry cannot be reached');
      return;
    }
    assert.equal(building.status, 0, building.stderr);

    const image = join(folder, 'image');
    for (const value of values('COPY')) {
      const paths = value.split(/\s+/).filter((path) => !path.startsWith('--'));
      for (const path of paths.slice(0, -1)) {
        const name = relative('/opt/lectern', path);
        cpSync(join(folder, name), join(image, name), { recursive: true });
      }
    }
    assert.deepEqual(readdirSync(image).sort(), ['LICENSE', 'NOTICE', 'dist', 'node_modules', 'package.json']);
    assert.ok(!existsSync(join(image, 'node_modules/typescript')));
    const port = await freePort();
    const program = join(image, 'dist/cli/main.js');
    const server = await startDaemon(process.execPath, [program, 'serve', '--sample', '--workers', '1'], port, {
      PORT: String(port),
    });
    t.after(() => server.stop());
    assert.equal((await askPort(port, '/readyz')).status, 200);

    copyFileSync(join(folder, filename), join(folder, 'lectern-0.0.1.tgz'));
    const ambiguous = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    assert.equal(ambiguous.status, 1);
    assert.match(ambiguous.stderr, /^Several packages, remove the old ones: lectern-0\.0\.1\.tgz lectern-/);
  });

  it('runs as user 10001, which owns none of its files', () => {
    assert.deepEqual(values('USER'), ['10001:10001']);
    const user = lastStage.findIndex(([name]) => name === 'USER');
    assert.ok(lastStage.slice(user).every(([name]) => !['RUN', 'COPY', 'ADD'].includes(name)));
    assert.ok(values('COPY').every((value) => !value.includes('--chown')));
  });

  it('copies exactly the files that its ignore files include', () => {
    const sent = readFileSync('deploy/container/Containerfile.containerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = firstStage
      .filter(([name]) => name === 'COPY')
      .flatMap(([, value]) => value.split(/\s+/).slice(0, -1));
    assert.deepEqual([...copied].sort(), sent.sort());
    assert.ok(values('COPY').every((value) => value.startsWith('--from=build ')));
    assert.equal(
      readFileSync('deploy/container/Containerfile.dockerignore', 'utf8'),
      readFileSync('deploy/container/Containerfile.containerignore', 'utf8'),
    );
  });

  it('has a health check that succeeds only while Lectern runs', async () => {
    const command = /CMD\s+(\[.*\])/.exec(values('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]';
    const [program, ...args] = JSON.parse(command) as string[];
    assert.equal(program, 'node');
    const port = await freePort();
    const environment = { PATH: process.env.PATH ?? '', PORT: String(port) };
    const check = (): number | null => spawnSync(process.execPath, args, { env: environment }).status;
    assert.equal(check(), 1);
    const server: Daemon = await startDaemon(
      process.execPath,
      [BUILT, 'serve', '--sample', '--log-level', 'warn'],
      port,
      environment,
    );
    try {
      assert.equal(check(), 0);
    } finally {
      await server.stop();
    }
  });
});
