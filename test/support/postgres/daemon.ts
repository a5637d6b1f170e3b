import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { unprivileged } from './account.ts';
import { forget, keep } from './keeper.ts';
import { endTree, signalAll, treeOf } from './process-tree.mjs';

interface DaemonOptions {
  readonly program: string;
  readonly args: readonly string[];
  /** The log file; every start appends to it. */
  readonly log: string;
  readonly libraries?: string | undefined;
}

/** A background process for tests. It does not run as root, does not keep the tests running, and ends with them. */
export class Daemon {
  readonly #options: DaemonOptions;
  readonly #child: ChildProcess;
  readonly pid: number;

  private constructor(options: DaemonOptions, child: ChildProcess, pid: number) {
    this.#options = options;
    this.#child = child;
    this.pid = pid;
  }

  static async start(options: DaemonOptions): Promise<Daemon> {
    const { program, args, log, libraries } = options;
    const output = openSync(log, 'a');
    const child = spawn(program, args, {
      stdio: ['ignore', output, output],
      cwd: '/',
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...(libraries === undefined ? {} : libraryPath(libraries)) },
      ...unprivileged(),
    });
    closeSync(output);
    child.unref();
    await once(child, 'spawn');
    const { pid } = child;
    if (pid === undefined) throw new Error(`${program} has no process`);
    keep({ kind: 'process', what: pid });
    child.once('exit', () => {
      forget({ kind: 'process', what: pid });
    });
    return new Daemon(options, child, pid);
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The end of its log, for error messages. */
  said(): string {
    return readFileSync(this.#options.log, 'utf8').split('\n').slice(-30).join('\n');
  }

  /** Sends a signal to the process, or to its descendants too. */
  signal(signal: NodeJS.Signals, whom: 'it' | 'all' = 'it'): void {
    if (this.isRunning) signalAll(whom === 'it' ? [this.pid] : treeOf(this.pid), signal);
  }

  /** Waits until it exits, and kills it after `milliseconds`. */
  async ended(milliseconds = 20_000): Promise<void> {
    if (!this.isRunning) return;
    // This timer keeps our process running: the daemon itself does not.
    const timer = setTimeout(() => void endTree(this.pid), milliseconds);
    await once(this.#child, 'exit');
    clearTimeout(timer);
  }
}

function libraryPath(folder: string): Readonly<Record<string, string>> {
  return process.platform === 'darwin' ? { DYLD_LIBRARY_PATH: folder } : { LD_LIBRARY_PATH: folder };
}
