import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import type { Identity } from './identity.ts';
import type { KnownProvenance } from './known-provenance.ts';

/**
 * The other sources of the sources file. Two sources may bring the same talk with the same UUID, for example if one is
 * part of the other: the first of them in the file owns it, whichever was read last.
 */
export interface Neighbours {
  /** Enabled sources that come before it in the file. */
  readonly before: readonly string[];
  readonly all: readonly string[];
}

/** Which source owns a talk that several have. */
export interface SharingOptions {
  /** Undefined: imported by hand, and the source that brought a talk first owns it. */
  readonly neighbours?: Neighbours | undefined;
  /** True: imported by hand, and the source owns all talks that it brings from now on. */
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
    const { neighbours } = this.#options;
    const store = this.#store;
    const owners = await this.#possibleOwners(identity);
    const asked = neighbours === undefined ? slugs.filter((slug) => !owns.has(slug)) : slugs;
    if (store === undefined || owners.length === 0 || asked.length === 0) return NOBODY;
    const found = new Map<Slug, string>();
    for (const row of await store.provenance.ofRecords('talk', asked, ({ source }) => identity.isCalled(source))) {
      const place = row.relation === 'owns' ? owners.indexOf(row.source) : -1;
      const other = found.get(row.slug);
      if (place !== -1 && (other === undefined || place < owners.indexOf(other))) found.set(row.slug, row.source);
    }
    return (slug) => found.get(slug);
  }

  /** Sources that may own its talks, the first one before others. */
  async #possibleOwners(identity: Identity): Promise<readonly string[]> {
    const { neighbours, takeOver = false } = this.#options;
    if (takeOver || this.#store === undefined) return [];
    this.#sources ??= this.#store.provenance.sources();
    const known = await this.#sources;
    return (neighbours?.before ?? known).filter((other) => !identity.isCalled(other) && known.includes(other));
  }
}
