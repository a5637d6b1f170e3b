import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Headers } from '../harness/ask.ts';
import { numberOf } from '../harness/narrow.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('./client.lua', import.meta.url));

/** Number of keep-alive connections, each with one request at a time. */
const CONNECTIONS = 32;

/** A request target and its headers. */
export interface Request {
  readonly target: string;
  readonly headers: Headers;
}

interface Answered {
  readonly requests: number;
  readonly seconds: number;
  /** Seconds. */
  readonly p99: number;
  /** All bytes received, including headers. */
  readonly bytes: number;
}

/** Checks that wrk is installed. @throws Error if it is not */
export async function demandClient(): Promise<void> {
  try {
    await run('wrk', ['--version']);
  } catch (error) {
    // It is installed: `wrk --version` exits with status 1.
    if (error instanceof Error && 'code' in error && error.code === 1) return;
    throw new Error('the capacity benchmark needs wrk, which is not installed (apt-get install wrk)', {
      cause: error,
    });
  }
}

/**
 * Drives the server as hard as possible with wrk, whose single thread uses a fraction of the server's processor time.
 * (The load generator of the harness is for measuring processor time per request, and never sleeps.)
 */
export class Client {
  readonly #folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  readonly #file = join(this.#folder, 'requests');
  #asked = 0;

  constructor(requests: readonly Request[]) {
    writeFileSync(this.#file, requests.map(line).join(''));
  }

  /** Sends requests for some seconds, continuing where the last run left off. @throws Error if a request fails */
  async ask(port: number, seconds: number): Promise<Answered> {
    const wrk = ['-t1', `-c${String(CONNECTIONS)}`, `-d${String(seconds)}s`, '--latency', '-s', SCRIPT];
    const address = `http://127.0.0.1:${String(port)}`;
    const { stdout } = await run('wrk', [...wrk, address, '--', this.#file, String(this.#asked)]);
    const summary: unknown = JSON.parse(/^\{.*\}$/m.exec(stdout)?.[0] ?? 'null');
    const requests = numberOf(summary, 'requests');
    const failed = numberOf(summary, 'failed');
    if (failed > 0) throw new Error(`${String(failed)} of ${String(requests)} responses were errors`);
    this.#asked += requests;
    return {
      requests,
      seconds: numberOf(summary, 'microseconds') / 1e6,
      p99: numberOf(summary, 'p99') / 1e6,
      bytes: numberOf(summary, 'bytes'),
    };
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

function line({ target, headers }: Request): string {
  return `${[target, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\t')}\n`;
}
