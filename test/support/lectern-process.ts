import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { askPort, type AskOptions } from './ask.js';
import { freePort } from './free-port.js';
import type { HttpAnswer } from './http-answer.js';

/** The program as an operator runs it. */
const PROGRAM = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export interface Ended {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LecternProcess {
  readonly child: ChildProcess;
  /** Resolves when it has ended and all its output is there. */
  readonly ended: Promise<Ended>;
  /** What it has written to standard output so far. */
  readonly stdout: () => string;
}

/** Starts `lectern …`; what settings the environment has does not reach it. */
export function spawnLectern(args: readonly string[], input?: string): LecternProcess {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test' };
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  child.stdin?.end(input);
  const ended = once(child, 'close').then(() => ({ status: child.exitCode, signal: child.signalCode, ...written }));
  return { child, ended, stdout: () => written.stdout };
}

/** Runs `lectern …` to its end. */
export function runLectern(args: readonly string[], input?: string): Promise<Ended> {
  return spawnLectern(args, input).ended;
}

export interface ServingProcess extends LecternProcess {
  readonly port: number;
  ask(path: string, options?: AskOptions): Promise<HttpAnswer>;
  /** Ends it with SIGKILL if it has not ended yet. */
  kill(): Promise<void>;
}

/** Starts `lectern serve` and waits until it says that it is ready. Throws with what it wrote when it ends instead. */
export async function serveLectern(database: string, args: readonly string[] = []): Promise<ServingProcess> {
  const port = await freePort();
  const lectern = spawnLectern([
    'serve',
    '--database',
    database,
    '--port',
    String(port),
    '--log-level',
    'warn',
    ...args,
  ]);
  const { child, ended } = lectern;
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => {
      if (lectern.stdout().includes('is ready')) resolve();
    });
  });
  const failed = await Promise.race([ready, ended]);
  if (failed !== undefined) throw new Error(`lectern ended with ${String(failed.status)}: ${failed.stderr}`);
  return {
    ...lectern,
    port,
    ask: (path, options) => askPort(port, path, options),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
