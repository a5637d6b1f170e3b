import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../support/folder.ts';
import { askPort } from '../../support/http/ask.ts';
import { Lazy } from '../../support/lazy.ts';
import { freePort } from '../../support/http/free-port.ts';
import { startDaemon } from '../daemon.ts';
import { packed, unlessUnreachable } from './packed.ts';

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

  const folder = temporaryFolder();
  const image = join(folder, 'image');
  const [command = ''] = firstStage.filter(([name]) => name === 'RUN').map(([, value]) => value);
  const build = (): SpawnSyncReturns<string> => spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });

  /** Runs the build stage, and moves into `image` what the final stage copies. */
  const built = new Lazy(async () => {
    const { file, filename } = await packed.get();
    copyFileSync(file, join(folder, filename));
    copyFileSync('package-lock.json', join(folder, 'package-lock.json'));
    const { status, stderr } = build();
    assert.equal(status, 0, stderr);
    mkdirSync(image);
    for (const value of values('COPY')) {
      const paths = value.split(/\s+/).filter((path) => !path.startsWith('--'));
      for (const path of paths.slice(0, -1)) {
        const name = relative('/opt/lectern', path);
        renameSync(join(folder, name), join(image, name));
      }
    }
    return filename;
  });

  it('is built from exactly one npm package', async (t) => {
    const filename = await unlessUnreachable(t, built.get());
    if (filename === undefined) return;
    assert.deepEqual(readdirSync(image).sort(), ['LICENSE', 'NOTICE', 'dist', 'node_modules', 'package.json']);
    assert.ok(!existsSync(join(image, 'node_modules/typescript')));
    copyFileSync(join(folder, filename), join(folder, 'lectern-0.0.1.tgz'));
    const ambiguous = build();
    assert.equal(ambiguous.status, 1);
    assert.match(ambiguous.stderr, /^Several packages, remove the old ones: lectern-0\.0\.1\.tgz lectern-/);
  });

  it('contains everything that serve needs, and a health check that succeeds only while Lectern runs', async (t) => {
    if ((await unlessUnreachable(t, built.get())) === undefined) return;
    const health = /CMD\s+(\[.*\])/.exec(values('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]';
    const [node, ...args] = JSON.parse(health) as string[];
    assert.equal(node, 'node');
    const port = await freePort();
    const environment = { PATH: process.env.PATH ?? '', PORT: String(port) };
    const check = (): number | null => spawnSync(process.execPath, args, { env: environment }).status;
    assert.equal(check(), 1);
    const program = join(image, 'dist/cli/main.js');
    const serve = [program, 'serve', '--sample', '--workers', '1', '--metrics', 'off'];
    const server = await startDaemon(process.execPath, serve, 'Lectern is ready', environment);
    t.after(() => server.stop());
    assert.equal(check(), 0);
    assert.equal((await askPort(port, '/readyz')).status, 200);
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
});
