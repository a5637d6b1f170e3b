import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { lessMemory } from '#cli/small-heap.ts';
import { freePort } from '../../test/support/http/free-port.ts';
import { fieldOf, numberOf } from './narrow.ts';
import { processMemory, type ProcessMemory } from './process-memory.ts';
import { waitUntilReady } from './readiness.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CONTROL = new URL('./control.js', import.meta.url).href;
const BASELINE = fileURLToPath(new URL('./baseline.js', import.meta.url));

/** A Lectern and the Node that runs it. */
export interface Program {
  readonly node: string;
  readonly script: string;
}

/** The build of this checkout, run as in an installation. */
export const OWN: Program = { node: process.execPath, script: `${ROOT}dist/cli/main.js` };

/** Microseconds of processor time in half a second. */
const IDLE = 25_000;
const IDLE_TRIES = 1_200;

/** The base address of all servers, so that their responses have the same length. */
export const BASE_URL = 'http://talks.mosses.test';

/** A server in a separate process that reports its resource use. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  #asked = 0;
  #stopping = false;

  readonly name: string;
  readonly port: number;

  constructor(name: string, child: ChildProcess, port: number) {
    this.name = name;
    this.port = port;
    this.#child = child;
    child.on('message', (message) => {
      if (typeof message !== 'object' || !('id' in message) || !('value' in message)) return;
      this.#waiting.get(numberOf(message, 'id'))?.resolve(message.value);
      this.#waiting.delete(numberOf(message, 'id'));
    });
    child.on('exit', (code, signal) => {
      const error = new Error(`${name} exited unexpectedly (${String(code ?? signal)})`);
      for (const { reject } of this.#waiting.values()) reject(error);
      if (!this.#stopping) throw error;
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Processor time (user and system) of all threads since the process started, in microseconds. */
  async cpu(): Promise<number> {
    return numberOf(await this.#ask('usage'), 'cpu');
  }

  /** The same of the thread that answers requests, without those that work in the background. Needs /proc. */
  mainThreadCpu(): number {
    const [nanoseconds] = readFileSync(`/proc/${String(this.pid)}/task/${String(this.pid)}/schedstat`, 'latin1').split(
      ' ',
    );
    return Number(nanoseconds) / 1000;
  }

  /** Waits until there is nothing to do any more, such as rendering talks before they are requested. */
  async untilIdle(): Promise<void> {
    for (let tries = 0; tries < IDLE_TRIES; tries += 1) {
      const before = await this.cpu();
      await delay(500);
      if ((await this.cpu()) - before < IDLE) return;
    }
    throw new Error(`${this.name} is busy although nobody asks it for anything`);
  }

  memory(): ProcessMemory | undefined {
    return processMemory(this.pid);
  }

  /** Samples each function's own time until `profiled` is called. */
  async profile(): Promise<void> {
    await this.#ask('profile');
  }

  /** A V8 CPU profile. */
  profiled(): Promise<unknown> {
    return this.#ask('profiled');
  }

  /** Measures the event loop delay until `longestDelay` is called. */
  async watchDelay(): Promise<void> {
    await this.#ask('watch delay');
  }

  /** The longest event loop delay, in milliseconds. */
  async longestDelay(): Promise<number> {
    return numberOf(await this.#ask('delay'), 'longest');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
  }

  #ask(question: string): Promise<unknown> {
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, question });
    });
  }
}

export interface ServeOptions {
  /** Path of a SQLite file or a postgres:// address. */
  readonly database: string;
  /** Folder for the saved index. */
  readonly cacheFolder: string;
  readonly name?: string;
  /** Default: OWN. */
  readonly program?: Program;
  /** Additional options of `lectern serve`. */
  readonly args?: readonly string[];
  /** Base address. Default: BASE_URL. */
  readonly baseUrl?: (port: number) => string;
}

/** Starts `lectern serve` with its default memory limits and waits until it is ready. */
export async function serveLectern(options: ServeOptions): Promise<MeasuredProcess> {
  const { name = 'Lectern' } = options;
  const port = await freePort();
  const server = new MeasuredProcess(name, spawnLectern(options, port), port);
  await waitUntilReady(port);
  return server;
}

export function spawnLectern(options: ServeOptions, port: number): ChildProcess {
  const { database, cacheFolder, program = OWN, baseUrl = () => BASE_URL, args = [] } = options;
  const store = database.startsWith('postgres://') ? database : `sqlite:${database}`;
  const settings = ['--database', store, '--cache-folder', cacheFolder, '--base-url', baseUrl(port)];
  // One worker, so that everything is measured in one process.
  const running = ['--port', String(port), '--workers', '1', '--log-level', 'warn'];
  // What it begins again with, unless it is forked.
  return forkMeasured(program, ['serve', ...settings, ...running, ...args], lessMemory());
}

/** Starts a bare `node:http` server that sends the responses in `answers`, a file written by recording.ts. */
export function serveBaseline(answers: string): Promise<MeasuredProcess> {
  return serveScript('node:http', BASELINE, [answers]);
}

/** Starts a script that listens and then sends its parent the address, as `listening`. */
export async function serveScript(name: string, script: string, args: readonly string[]): Promise<MeasuredProcess> {
  const child = forkMeasured({ node: process.execPath, script }, args);
  const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown];
  return new MeasuredProcess(name, child, numberOf(fieldOf(message, 'listening'), 'port'));
}

/**
 * Starts a process that reports its resource use over its channel and, on exit, in the file named by BENCH_USAGE_FILE.
 */
export function forkMeasured(
  { node, script }: Program,
  args: readonly string[],
  { env = {}, execArgv = [] }: { readonly env?: NodeJS.ProcessEnv; readonly execArgv?: readonly string[] } = {},
): ChildProcess {
  return fork(script, args, {
    execPath: node,
    execArgv: [...execArgv, '--import', CONTROL],
    env: { PATH: process.env.PATH, LECTERN_METRICS: 'off', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
