import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Collects the coverage of a child process, which writes it to a separate folder: a process that is killed while it
 * writes leaves a truncated file, and Node would then fail to report any coverage.
 */
export class ChildCoverage {
  readonly #all = process.env.NODE_V8_COVERAGE;
  readonly #own =
    this.#all === undefined || !existsSync(this.#all) ? undefined : mkdtempSync(join(this.#all, 'child-'));

  /** Environment variables for the child process. */
  get variables(): Readonly<Record<string, string>> {
    return this.#own === undefined ? {} : { NODE_V8_COVERAGE: this.#own };
  }

  /** Adds the child's coverage unless a signal ended it. @param status exit status; null after a signal */
  take(status: number | null): void {
    if (this.#all === undefined || this.#own === undefined) return;
    if (status !== null)
      for (const name of readdirSync(this.#own)) renameSync(join(this.#own, name), join(this.#all, name));
    rmSync(this.#own, { recursive: true, force: true });
  }
}
