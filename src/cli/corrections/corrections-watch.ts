import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { applyCorrections } from '#harvest/corrections/apply-corrections.ts';
import { withMissingVenue } from '#harvest/corrections/corrected-records.ts';
import { NoCatalogue } from '#store/store.ts';
import { missingTalk, missingVenue, withMissingTalk } from '../reports/correction-report.ts';
import { explain } from '../failure.ts';
import { counted, problemReport } from '../reports/report.ts';
import type { Settings } from '../settings/settings.ts';
import { withStore } from '../with-store.ts';
import { correctionsAt } from './corrections-file.ts';

/** Milliseconds: how often the file is looked at, and after which a failure is tried again. */
const LOOKS_EVERY = 500;
const AGAIN = 5_000;

export type CorrectionSettings = Pick<Settings, 'database' | 'timeZone'>;

/** Puts a corrections file in force whenever it changes. While it has problems, what was in force stays so. */
export class CorrectionsWatch {
  readonly #path: string;
  readonly #settings: CorrectionSettings;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  /** What the file was when it was last put in force, or found wrong; undefined: not yet, or that failed. */
  #seen: string | undefined;
  #isStopping = false;
  #failure: string | undefined;

  constructor(path: string, settings: CorrectionSettings, log: Logger) {
    this.#path = path;
    this.#settings = settings;
    this.#log = log;
  }

  start(): void {
    this.#wait(0);
  }

  /** Resolves when nothing is under way any more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #wait(milliseconds: number): void {
    if (this.#isStopping) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look();
    }, milliseconds);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      const now = await markOf(this.#path);
      if (now !== this.#seen) await this.#apply(now);
      this.#failure = undefined;
      this.#wait(LOOKS_EVERY);
    } catch (error) {
      // A first import makes the catalogue; until then there is nothing to correct.
      if (error instanceof NoCatalogue) {
        this.#wait(AGAIN);
        return;
      }
      // Whatever it is: what is served is served on.
      const reason = explain(error) ?? (error instanceof Error ? error.stack : undefined) ?? String(error);
      if (reason !== this.#failure) {
        this.#log.error({ reason }, 'the corrections could not be put in force; trying again');
      }
      this.#failure = reason;
      this.#wait(AGAIN);
    }
  }

  async #apply(now: string): Promise<void> {
    const read = await correctionsAt(this.#path, this.#settings);
    if (read.ok === false) {
      const problems = problemReport(read.problems, 0).trimEnd().split('\n');
      this.#log.error({ problems }, 'the corrections file has problems; the corrections before stay in force');
    } else {
      await withStore(this.#settings.database, 'write', async (store) => {
        if (read.ok === 'missing') {
          const { length } = await store.corrections.all();
          if (length > 0) {
            this.#log.warn(`there is no corrections file; ${counted(length, 'talk')} corrected before stay so`);
          }
          return;
        }
        const { changed, ended, corrections } = await applyCorrections(store, read.corrections, { now: new Date() });
        const counts = { corrected: corrections.length, changed: changed.length, ended: ended.length };
        if (changed.length + ended.length > 0) this.#log.info(counts, 'the corrections changed');
        for (const each of withMissingTalk(changed)) this.#log.warn(missingTalk(each));
        for (const each of await withMissingVenue(store, changed)) this.#log.warn(missingVenue(each));
      });
    }
    this.#seen = now;
  }
}

/** Another whenever the file was written. @throws errors of the file system but for a missing file */
async function markOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${String(mtimeMs)} ${String(size)} ${String(ino)}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing';
    throw error;
  }
}
