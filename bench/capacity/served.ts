import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { BASE_URL, freePort, OWN } from '../harness/measured-process.ts';
import { firstSuccess } from '../harness/readiness.ts';
import { ProcessGroup } from '../harness/process-group.ts';
import { probesOf } from './watch.ts';

/** The catalogue to serve, and the number of processes. */
interface ServedOptions {
  /** Value of DATABASE_URL. */
  readonly database: string;
  readonly cacheFolder: string;
  readonly workers: number;
}

/** `lectern serve` exactly as in production: nothing else is loaded into it. */
export class Served {
  readonly group: ProcessGroup;
  readonly #child: ChildProcess;

  readonly port: number;
  readonly workers: number;
  /** Seconds from the start of the process until it was ready. */
  readonly startSeconds: number;

  private constructor(child: ChildProcess, port: number, workers: number, startSeconds: number) {
    this.port = port;
    this.workers = workers;
    this.startSeconds = startSeconds;
    this.#child = child;
    this.group = new ProcessGroup(child.pid ?? 0);
  }

  static async start({ database, cacheFolder, workers }: ServedOptions): Promise<Served> {
    const port = await freePort();
    const begun = performance.now();
    const where = ['--database', database, '--cache-folder', cacheFolder, '--base-url', BASE_URL];
    const how = ['--workers', String(workers), '--port', String(port), '--log-level', 'warn'];
    const child = spawn(OWN.node, [OWN.script, 'serve', ...where, ...how], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env.PATH },
    });
    child.on('exit', (code) => {
      if (code !== null && code !== 0) throw new Error(`lectern serve ended with ${String(code)}`);
    });
    const ready = await firstSuccess(port, '/readyz');
    // Only the first of several processes is ready; the others start now.
    for (const probe of await probesOf(port, workers)) probe.close();
    return new Served(child, port, workers, (ready - begun) / 1000);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}
