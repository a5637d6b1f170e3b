import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { run } from '#cli/program.ts';
import { ChildCoverage } from './child-coverage.ts';
import { runsSources } from '../runner/sources.ts';
import { until } from '../until.ts';
import { TestHost } from './test-host.ts';

/** The command line, run from source. */
export const LECTERN = resolve('src/cli/main.ts');
/** The command line as users run it, after `npm run build`. */
export const BUILT = resolve('dist/cli/main.js');

export interface CommandOptions {
  /** Environment variables besides the few that every process needs. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Standard input; empty if undefined. */
  readonly input?: string | Buffer;
  /** Working folder; by default that of the tests. */
  readonly folder?: string;
}

export interface ProcessOptions extends CommandOptions {
  /** The program to run instead of `src/cli/main.ts`. */
  readonly program?: string;
  /** A program, with its first arguments, that runs the command in its further arguments, such as `nice`. */
  readonly through?: readonly string[];
}

export interface Finished {
  /** The exit status; null if a signal ended the process. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a `lectern` command in this process, which is 20 times as fast as in a child process. Commands that run at the
 * same time must share a working folder, because a process has only one.
 */
export async function lectern(
  args: readonly string[],
  { variables = {}, input, folder }: CommandOptions = {},
): Promise<Finished> {
  const host = new TestHost(input);
  const leave = enter(folder);
  try {
    const status = await run(args, { ...needed(), ...variables }, host);
    return { status, stdout: host.stdout.text, stderr: host.stderr.text };
  } finally {
    leave();
  }
}

/** Runs `lectern` in a child process until it exits: for tests of signals, concurrent commands and other programs. */
export async function lecternProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Finished> {
  const running = startLectern(args, options);
  running.process.stdin?.end(options.input);
  return running.finished;
}

export interface Running {
  readonly process: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Output so far. */
  readonly said: () => { readonly stdout: string; readonly stderr: string };
  /**
   * Writes text that is larger than a pipe's buffer to standard input, and waits until the process has started to read
   * it.
   */
  readonly reading: (text: string) => Promise<void>;
  /** Waits until standard output contains this text. */
  readonly saying: (text: string) => Promise<void>;
}

/** Starts `lectern` in a child process. Its standard input stays open. */
export function startLectern(
  args: readonly string[],
  { variables = {}, folder, program = LECTERN, through = [] }: ProcessOptions = {},
): Running {
  const coverage = new ChildCoverage();
  const [file, ...first] = [...through, process.execPath, program, ...args];
  const child = spawn(file ?? process.execPath, first, {
    cwd: folder,
    env: {
      ...needed(),
      ...coverage.variables,
      // Test servers run concurrently, and their metrics would all use the default port.
      // A server that has to save memory begins twice.
      ...(args[0] === 'serve' ? { LECTERN_METRICS: 'off', MALLOC_ARENA_MAX: '2' } : {}),
      ...variables,
      ...(program === LECTERN ? runsSources(variables) : {}),
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // Ignores EPIPE if the process exits before it has read all input: tests check its exit status.
  child.stdin.on('error', () => undefined);
  const finished = once(child, 'close').then(() => {
    coverage.take(child.exitCode);
    return { status: child.exitCode, stdout, stderr };
  });
  return {
    process: child,
    finished,
    said: () => ({ stdout, stderr }),
    reading: (text) =>
      new Promise((done) => {
        child.stdin.write(text, () => {
          done();
        });
      }),
    saying: async (text) => {
      const over = (): boolean => child.exitCode !== null || child.signalCode !== null;
      await until(() => stdout.includes(text) || over(), `“${text}”`);
      if (!stdout.includes(text)) throw new Error(`it exited without printing “${text}”: ${stdout}${stderr}`);
    },
  };
}

/** Working folders of the commands now running in this process; undefined: that of the tests. */
const entered: (string | undefined)[] = [];

function enter(folder: string | undefined): () => void {
  if (entered.some((other) => other !== folder))
    throw new Error('commands that run at the same time in different folders need child processes');
  const before = process.cwd();
  entered.push(folder);
  if (folder !== undefined) process.chdir(folder);
  return () => {
    entered.pop();
    if (entered.length === 0) process.chdir(before);
  };
}

/** The variables that every process needs. */
function needed(): Readonly<Record<string, string>> {
  const { PATH, HOME, TMPDIR } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, HOME, TMPDIR }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
