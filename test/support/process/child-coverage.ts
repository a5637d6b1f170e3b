import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Coverage of the processes that tests start. Each process writes to a folder of its own: one that is killed while it
 * writes leaves half a file, and Node then fails to report any coverage.
 */
export class ChildCoverage {
  readonly #all = process.env.NODE_V8_COVERAGE;
  readonly #own =
    this.#all === undefined || !existsSync(this.#all) ? undefined : mkdtempSync(join(this.#all, 'child-'));

  /** Environment variables of the process. */
  get variables(): Readonly<Record<string, string>> {
    return this.#own === undefined ? {} : { NODE_V8_COVERAGE: this.#own };
  }

  /** Adds its coverage, unless a signal has ended the process. @param status exit status */
  take(status: number | null): void {
    if (this.#all === undefined || this.#own === undefined) return;
    if (status !== null)
      for (const name of readdirSync(this.#own)) renameSync(join(this.#own, name), join(this.#all, name));
    rmSync(this.#own, { recursive: true, force: true });
  }
}
