import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a process that a test starts has run of the sources, when coverage is measured. Each writes to a folder of its own:
 * one that is killed while it writes leaves half a file, with which Node could not report any coverage at all.
 */
export class ChildCoverage {
  readonly #all = process.env.NODE_V8_COVERAGE;
  readonly #own =
    this.#all === undefined || !existsSync(this.#all) ? undefined : mkdtempSync(join(this.#all, 'child-'));

  /** Variables of its environment. */
  get variables(): Readonly<Record<string, string>> {
    return this.#own === undefined ? {} : { NODE_V8_COVERAGE: this.#own };
  }

  /** Counts it, unless a signal has ended the process. @param status its exit status */
  take(status: number | null): void {
    if (this.#all === undefined || this.#own === undefined) return;
    if (status !== null)
      for (const name of readdirSync(this.#own)) renameSync(join(this.#own, name), join(this.#all, name));
    rmSync(this.#own, { recursive: true, force: true });
  }
}
