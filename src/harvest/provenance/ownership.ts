import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import type { Identity } from './identity.ts';
import type { KnownProvenance } from './known-provenance.ts';

/** What a source of the sources file may change: records that it brought, or all. */
export const TRUST = ['own', 'all'] as const;
export type Trust = (typeof TRUST)[number];

/** The other sources of the sources file. */
export interface Neighbours {
  /** Enabled sources that come before it in the file and may take over records. */
  readonly before: readonly string[];
  /** In the order of the file. */
  readonly all: readonly string[];
}

/**
 * Which source owns a record that several bring, such as a talk with a UUID of its own: the one that brought it first.
 */
export interface SharingOptions {
  /** Undefined: imported by hand. */
  readonly neighbours?: Neighbours | undefined;
  /** True: the source owns all records that it brings from now on, except those of sources in `neighbours.before`. */
  readonly takeOver?: boolean;
}

/** The other source that owns a talk; undefined: this one does. */
export type OwnerOf = (slug: Slug) => string | undefined;

const NOBODY: OwnerOf = () => undefined;

export class Ownership {
  readonly #store: Pick<Store, 'provenance'> | undefined;
  readonly #options: SharingOptions;
  #sources: Promise<readonly string[]> | undefined;

  /** @param store undefined: the previous catalogue is ignored */
  constructor(store: Pick<Store, 'provenance'> | undefined, options: SharingOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Finds the owners of these talks of a source. @throws StoreUnavailable */
  async of(identity: Identity, slugs: readonly Slug[], { owns }: KnownProvenance): Promise<OwnerOf> {
    const store = this.#store;
    const owners = await this.#possibleOwners(identity);
    const asked = slugs.filter((slug) => !owns.has(slug));
    if (store === undefined || owners.length === 0 || asked.length === 0) return NOBODY;
    const found = new Map<Slug, string>();
    for (const row of await store.provenance.ofRecords('talk', asked, ({ source }) => source === identity.source)) {
      const place = row.relation === 'owns' ? owners.indexOf(row.source) : -1;
      const other = found.get(row.slug);
      if (place !== -1 && (other === undefined || place < owners.indexOf(other))) found.set(row.slug, row.source);
    }
    return (slug) => found.get(slug);
  }

  /** Sources that may own its talks, the first one before others. */
  async #possibleOwners(identity: Identity): Promise<readonly string[]> {
    const { neighbours, takeOver = false } = this.#options;
    if (this.#store === undefined || (takeOver && neighbours === undefined)) return [];
    this.#sources ??= this.#store.provenance.sources();
    const known = await this.#sources;
    const possible = takeOver ? (neighbours?.before ?? []) : known;
    return possible.filter((other) => other !== identity.source && known.includes(other));
  }
}
