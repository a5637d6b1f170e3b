import { tracingChannel } from 'node:diagnostics_channel';
import type { AtVersion, TermMatches } from '#store/store.ts';
import type { CatalogueStore } from './snapshot.ts';

interface TracedRead {
  /** The method of the store. */
  readonly operation: keyof CatalogueStore;
  /** Number of records requested. */
  readonly count: number;
}

/** A channel for each read of the store while a request is handled. */
export const STORE_READS = tracingChannel<unknown, TracedRead>('lectern:store');

/** A store whose reads are published to subscribers; the store itself if there are none. */
export function tracedStore(store: CatalogueStore): CatalogueStore {
  if (!STORE_READS.hasSubscribers) return store;
  const traced = <T>(operation: TracedRead['operation'], count: number, read: () => Promise<T>): Promise<T> =>
    STORE_READS.tracePromise(read, { operation, count });
  return {
    state: () => traced('state', 0, () => store.state()),
    wasIn: (state) => traced('wasIn', 0, () => store.wasIn(state)),
    talks: (numbers) => traced('talks', numbers.length, () => store.talks(numbers)),
    person: (slug) => traced('person', 1, () => store.person(slug)),
    series: (slug) => traced('series', 1, () => store.series(slug)),
    place: (id) => traced('place', 1, () => store.place(id)),
    topic: (uri) => traced('topic', 1, () => store.topic(uri)),
    collection: (slug) => traced('collection', 1, () => store.collection(slug)),
    corrections: { featured: () => traced('corrections', 0, () => store.corrections.featured()) },
    async *findTerms(terms) {
      const found: AsyncIterator<AtVersion<TermMatches>> = store.findTerms(terms)[Symbol.asyncIterator]();
      for (;;) {
        const next = await traced('findTerms', 1, () => found.next());
        if (next.done === true) return;
        yield next.value;
      }
    },
  };
}
