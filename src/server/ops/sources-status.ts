import type { ListedSource, SourceStates } from '#store/source-states.ts';

/** Milliseconds for which what was read is told again, and that a reading may keep somebody waiting. */
const FRESH = 2_000;
const PATIENCE = 500;

/**
 * How it stands with the sources, for whoever watches over the service: as the store last said, which it is not asked more
 * often than every two seconds, nor waited for.
 */
export class SourcesStatus {
  readonly #sources: Pick<SourceStates, 'list'>;
  #known: readonly ListedSource[] | undefined;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;

  constructor(sources: Pick<SourceStates, 'list'>) {
    this.#sources = sources;
  }

  /** By name; undefined when that was never known. */
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
      // That the store cannot be read is told by whoever follows it; a role that may not read this table is told nothing.
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
