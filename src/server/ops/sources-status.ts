import type { ReadCopy } from '#replica/read-copy.ts';
import type { ListedSource } from '#store/source-states.ts';

/** Sync state of the configured sources, as the process that follows the store last read it. */
export class SourcesStatus {
  readonly #copy: Pick<ReadCopy, 'sources'>;

  constructor(copy: Pick<ReadCopy, 'sources'>) {
    this.#copy = copy;
  }

  /** By name; undefined if it was never read. */
  listed(): readonly ListedSource[] | undefined {
    return this.#copy.sources;
  }
}
