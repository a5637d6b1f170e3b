import { stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import { applyCorrections } from '#harvest/corrections/apply-corrections.ts';
import { withMissingVenue } from '#harvest/corrections/corrected-records.ts';
import { NoCatalogue } from '#store/store.ts';
import { codeOf } from '#catalogue/error-code.ts';
import { missingTalk, missingVenue, withMissingTalk } from '../reports/correction-report.ts';
import { explain } from '../failure.ts';
import { counted, problemReport } from '../reports/report.ts';
import type { Settings } from '../settings/settings.ts';
import { withStore } from '../with-store.ts';
import { correctionsAt, validCorrectionsAt } from './corrections-file.ts';

/** Milliseconds: how often the file is checked, and when a failure is retried. */
const LOOKS_EVERY = 500;
const AGAIN = 5_000;

export type CorrectionSettings = Pick<Settings, 'database' | 'timeZone'>;

/**
 * Applies a corrections file whenever it changes. While it has problems, the previous corrections
 * stay in effect.
 */
export class CorrectionsWatch {
  readonly #path: string;
  #settings: CorrectionSettings;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  /**
   * Time zone and state of the file when it was last applied or found invalid; undefined if not yet,
   * or if that failed.
   */
  #seen: string | undefined;
  readonly #stopping = new AbortController();
  #failure: string | undefined;

  constructor(path: string, settings: CorrectionSettings, log: Logger) {
    this.#path = path;
    this.#settings = settings;
    this.#log = log;
  }

  start(): void {
    this.#looking = this.#look();
  }

  /** Applies the file again if the time zone has changed. */
  use({ timeZone }: Pick<CorrectionSettings, 'timeZone'>): void {
    this.#settings = { ...this.#settings, timeZone };
  }

  /** Resolves when no work is in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #wait(milliseconds: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look();
    }, milliseconds);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      const now = `${this.#settings.timeZone} ${await markOf(this.#path)}`;
      if (now !== this.#seen) await this.#apply(now);
      this.#failure = undefined;
      this.#wait(LOOKS_EVERY);
    } catch (error) {
      if (error === this.#stopping.signal.reason) return;
      // There is nothing to correct until a first import creates the catalogue.
      if (error instanceof NoCatalogue) {
        this.#wait(AGAIN);
        return;
      }
      // Whatever fails here must not stop the service.
      const reason = explain(error) ?? (error instanceof Error ? error.stack : undefined) ?? String(error);
      if (reason !== this.#failure) {
        this.#log.error({ reason }, 'cannot apply the corrections; will retry');
      }
      this.#failure = reason;
      this.#wait(AGAIN);
    }
  }

  async #apply(now: string): Promise<void> {
    const read = await correctionsAt(this.#path, this.#settings);
    if (read.ok === false) {
      const problems = problemReport(read.problems, 0).trimEnd().split('\n');
      this.#log.error({ problems }, 'the corrections file has problems; the previous corrections stay in effect');
    } else {
      const mode = read.ok === 'missing' ? 'read' : 'write';
      await withStore(this.#settings.database, mode, async (store) => {
        if (read.ok === 'missing') {
          const { length } = await store.corrections.all();
          if (length > 0) {
            this.#log.warn(
              `the corrections file is missing; the ${counted(length, 'correction')} already applied stay in effect`,
            );
          }
          return;
        }
        const { changed, ended, corrections } = await applyCorrections(store, read.corrections, {
          now: new Date(),
          signal: this.#stopping.signal,
          reread: () => validCorrectionsAt(this.#path, this.#settings),
        });
        const counts = { corrected: corrections.length, changed: changed.length, ended: ended.length };
        if (changed.length + ended.length > 0) this.#log.info(counts, 'applied changed corrections');
        for (const each of withMissingTalk(changed)) this.#log.warn(missingTalk(each));
        for (const each of await withMissingVenue(store, changed)) this.#log.warn(missingVenue(each));
      });
    }
    this.#seen = now;
  }
}

/**
 * Changes whenever the file is written.
 *
 * @throws errors of the file system, except for a missing file
 */
async function markOf(path: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    return `${String(mtimeMs)} ${String(size)} ${String(ino)}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'missing';
    throw error;
  }
}
