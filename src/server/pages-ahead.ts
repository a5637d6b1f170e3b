import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '#pages/frame/language.ts';

/** Talks to come whose pages are written before anybody asks: some 15 MB in each language. */
export const TALKS_AHEAD = 1_000;
/** Milliseconds from one page to the next: written in less than one, they take a fortieth of a processor, and nobody waits. */
const PAUSE = 20;
/** So much longer it is after a page that could not be written, as while the store is away: ten seconds. */
const AFTER_FAILURE = 500;
/** Milliseconds after which others have come near, though nothing changed. */
const AN_HOUR = 3_600_000;

export interface PagesAheadParts {
  /** Slugs of the talks whose pages are wanted, in the order in which they are. */
  readonly talks: () => readonly string[];
  /** Writes the page of a talk, where none is kept. @returns whether it wrote one */
  readonly write: (slug: string, language: Language) => Promise<boolean>;
  /** Milliseconds from one page to the next. */
  readonly pause?: number;
  /** Milliseconds after which it is looked which talks are the next. */
  readonly lookedEvery?: number;
}

/**
 * Writes the pages of talks to come before anybody asks for them: in the languages that pages are read in, the next
 * talks first, and again when they change.
 */
export class PagesAhead {
  readonly #parts: PagesAheadParts;
  readonly #languages = new Set<Language>();
  readonly #closing = new AbortController();
  readonly #hourly: NodeJS.Timeout;
  #isRunning = false;
  /** Something changed since this was last gone through from the first talk on. */
  #again = false;
  #written = 0;

  constructor(parts: PagesAheadParts) {
    this.#parts = parts;
    this.#hourly = setInterval(() => {
      this.begin();
    }, parts.lookedEvery ?? AN_HOUR).unref();
  }

  /** How many pages this wrote. */
  get written(): number {
    return this.#written;
  }

  /** Somebody reads pages in this language. */
  readIn(language: Language): void {
    if (this.#languages.has(language)) return;
    this.#languages.add(language);
    this.begin();
  }

  /** Begins with the first talk: the catalogue changed, or time went on. */
  begin(): void {
    this.#again = true;
    if (!this.#isRunning) void this.#run();
  }

  close(): void {
    clearInterval(this.#hourly);
    this.#closing.abort();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#again && !this.#closing.signal.aborted) {
      this.#again = false;
      await this.#goThrough();
    }
    this.#isRunning = false;
  }

  async #goThrough(): Promise<void> {
    if (this.#languages.size === 0) return;
    const { talks, pause = PAUSE } = this.#parts;
    let next = pause;
    for (const slug of talks()) {
      for (const language of this.#languages) {
        await this.#wait(next);
        if (this.#again || this.#closing.signal.aborted) return;
        next = (await this.#write(slug, language)) ? pause : AFTER_FAILURE * pause;
      }
    }
  }

  /** @returns whether it could be written, or is there; why not is told to whoever asks for it */
  async #write(slug: string, language: Language): Promise<boolean> {
    try {
      if (await this.#parts.write(slug, language)) this.#written += 1;
      return true;
    } catch {
      return false;
    }
  }

  async #wait(milliseconds: number): Promise<void> {
    try {
      await sleep(milliseconds, undefined, { ref: false, signal: this.#closing.signal });
    } catch {
      // Closed meanwhile.
    }
  }
}
