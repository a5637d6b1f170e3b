import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { BUILT } from '../support/process/command.ts';
import { freePort } from '../support/http/free-port.ts';
import { startDaemon, type Daemon } from './daemon.ts';

// No image can be fetched here: the Containerfile is read and held to rules. The health check is run.
const TEXT = readFileSync('deploy/container/Containerfile', 'utf8').replaceAll('\\\n', ' ');
const INSTRUCTIONS = TEXT.split('\n').flatMap((line): (readonly [string, string])[] => {
  const found = /^([A-Z]+)\s+(.*)$/.exec(line);
  return found === null ? [] : [[found[1] ?? '', found[2] ?? '']];
});
const lastStage = INSTRUCTIONS.slice(INSTRUCTIONS.findLastIndex(([name]) => name === 'FROM'));
const values = (name: string): readonly string[] =>
  lastStage.filter(([each]) => each === name).map(([, value]) => value);

describe('the container image', () => {
  it('is made in one stage and runs in another, on the same system', () => {
    const bases = INSTRUCTIONS.filter(([name]) => name === 'ARG').map(([, value]) => /node:(\S+)$/.exec(value)?.[1]);
    assert.deepEqual(bases, ['24-bookworm', '24-bookworm-slim']);
  });

  it('runs as a number that is not root’s, after everything is in its place', () => {
    assert.deepEqual(values('USER'), ['10001:10001']);
    const user = lastStage.findIndex(([name]) => name === 'USER');
    assert.ok(lastStage.slice(user).every(([name]) => !['RUN', 'COPY', 'ADD'].includes(name)));
    assert.ok(values('COPY').every((value) => !value.includes('--chown')));
  });

  it('is copied from what the builder is sent, and from nothing else', () => {
    const sent = readFileSync('deploy/container/Containerfile.containerignore', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const copied = INSTRUCTIONS.filter(([name, value]) => name === 'COPY' && !value.startsWith('--from')).flatMap(
      ([, value]) => value.split(/\s+/).slice(0, -1),
    );
    assert.deepEqual([...copied].sort(), sent.sort());
    for (const path of copied) assert.ok(existsSync(path), path);
    assert.equal(
      readFileSync('deploy/container/Containerfile.dockerignore', 'utf8'),
      readFileSync('deploy/container/Containerfile.containerignore', 'utf8'),
    );
  });

  it('is well while Lectern lives, and not when it does not', async () => {
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
