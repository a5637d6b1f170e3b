import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import { notedTalks } from './brought-talks.ts';
import type { NotedSource } from './brought-talks.ts';
import type { Identity } from './identity.ts';
import { sourcesIn } from './neighbours.ts';
import type { Neighbours } from './neighbours.ts';

/** Of talks that a source brings and another source has: which of the two tells of them. */
export interface SharingOptions {
  /** Undefined: the source is imported by hand, and whoever has brought a talk first tells of it. */
  readonly neighbours?: Neighbours | undefined;
  /** True: imported by hand, what it brings is its own from now on. */
  readonly takeOver?: boolean;
}

/** The source that tells of a talk instead; undefined when this one does. */
export type OwnerOf = (slug: Slug) => NotedSource | undefined;

interface Teller extends NotedSource {
  readonly slugs: ReadonlySet<Slug>;
}

const NOBODY: OwnerOf = () => undefined;

export class Ownership {
  readonly #store: Pick<Store, 'changes' | 'collection'> | undefined;
  readonly #options: SharingOptions;
  #read: Promise<readonly Teller[]> | undefined;

  /** @param store undefined: what was there before counts for nothing */
  constructor(store: Pick<Store, 'changes' | 'collection'> | undefined, options: SharingOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Who tells of the talks of this source. @throws StoreUnavailable */
  async of({ notes }: Identity): Promise<OwnerOf> {
    const store = this.#store;
    if (store === undefined) return NOBODY;
    this.#read ??= this.#tellers(store);
    const tellers = (await this.#read).filter((teller) => teller.notes !== notes);
    if (tellers.length === 0) return NOBODY;
    const isByHand = this.#options.neighbours === undefined;
    const own = isByHand ? (await notedTalks(store, notes, 'brought')).slugs : new Set();
    return (slug) => (own.has(slug) ? undefined : tellers.find(({ slugs }) => slugs.has(slug)));
  }

  async #tellers(store: Pick<Store, 'changes' | 'collection'>): Promise<readonly Teller[]> {
    const { neighbours, takeOver = false } = this.#options;
    if (takeOver) return [];
    const tellers: Teller[] = [];
    for (const { name, notes } of neighbours?.before ?? (await sourcesIn(store))) {
      tellers.push({ name, notes, slugs: (await notedTalks(store, notes, 'brought')).slugs });
    }
    return tellers;
  }
}
