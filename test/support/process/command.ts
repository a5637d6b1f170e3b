import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { ChildCoverage } from './child-coverage.ts';
import { runsSources } from '../runner/sources.ts';
import { until } from '../until.ts';

/** The command line, run from source. */
export const LECTERN = resolve('src/cli/main.ts');
/** The command line as users run it, after `npm run build`. */
export const BUILT = resolve('dist/cli/main.js');

export interface CommandOptions {
  /** Environment variables besides the few that every process needs. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Standard input; empty if undefined. */
  readonly input?: string | Buffer;
  readonly folder?: string;
  /** The program to run instead of the sources here. */
  readonly program?: string;
}

export interface Finished {
  /** The exit status; null if a signal ended the process. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `lectern` until it exits. */
export async function lectern(args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
  const running = startLectern(args, options);
  running.process.stdin?.end(options.input);
  return running.finished;
}

export interface Running {
  readonly process: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Its output so far. */
  readonly said: () => { readonly stdout: string; readonly stderr: string };
  /** Writes more to its standard input than a pipe holds, and waits until it has begun to read. */
  readonly reading: (text: string) => Promise<void>;
  /** Waits until standard output has this text. */
  readonly saying: (text: string) => Promise<void>;
}

/** Starts `lectern` with its standard input open. */
export function startLectern(
  args: readonly string[],
  { variables = {}, folder, program = LECTERN }: CommandOptions = {},
): Running {
  const { PATH, HOME, TMPDIR } = process.env;
  const needed = Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value !== undefined);
  const coverage = new ChildCoverage();
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      ...Object.fromEntries(needed),
      ...coverage.variables,
      // Test servers run side by side, and would all use the default port.
      ...(args[0] === 'serve' ? { LECTERN_METRICS: 'off' } : {}),
      ...variables,
      ...(program === LECTERN ? runsSources(variables) : {}),
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // Ignores EPIPE: a test checks the status of a process that ends before it has read everything.
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
      if (!stdout.includes(text)) throw new Error(`it ended without saying “${text}”: ${stdout}${stderr}`);
    },
  };
}
