import type { ListedSource, SourceStates } from '#store/source-states.ts';

/** Milliseconds for which a reading is reused, and the longest that a request waits for one. */
const FRESH = 2_000;
const PATIENCE = 500;

/**
 * Sync state of the configured sources. It is read from the store at most every two seconds, and a request waits half a
 * second for it at most.
 */
export class SourcesStatus {
  readonly #sources: Pick<SourceStates, 'list'>;
  #known: readonly ListedSource[] | undefined;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(sources: Pick<SourceStates, 'list'>) {
    this.#sources = sources;
  }

  /** By name; undefined if it was never read. */
  async listed(): Promise<readonly ListedSource[] | undefined> {
    if (performance.now() - this.#readAt < FRESH) return this.#known;
    this.#reading ??= this.#read();
    await soon(this.#reading);
    return this.#known;
  }

  async #read(): Promise<void> {
    try {
      this.#known = await this.#sources.list();
    } catch {
      // The index replica reports a store that cannot be read; a role that may not read this table is not an error.
    } finally {
      this.#readAt = performance.now();
      this.#reading = undefined;
    }
  }
}

async function soon(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)));
  await Promise.race([work, late]);
  clearTimeout(timer);
}
