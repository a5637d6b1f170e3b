import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import type { Identity } from './identity.ts';
import type { KnownProvenance } from './known-provenance.ts';

/**
 * The other sources that a catalogue is kept in step with. Where sources keep UUIDs of their own, and one is part of another,
 * both bring the same talk: the one that comes first in the sources file owns it, whichever was read last.
 */
export interface Neighbours {
  /** Those that come before it, and are enabled. */
  readonly before: readonly string[];
  readonly all: readonly string[];
}

/** Of talks that a source brings and another source has: which of the two owns them. */
export interface SharingOptions {
  /** Undefined: the source is imported by hand, and whoever has brought a talk first owns it. */
  readonly neighbours?: Neighbours | undefined;
  /** True: imported by hand, it owns what it brings from now on. */
  readonly takeOver?: boolean;
}

/** The source that owns a talk instead; undefined when this one does. */
export type OwnerOf = (slug: Slug) => string | undefined;

const NOBODY: OwnerOf = () => undefined;

export class Ownership {
  readonly #store: Pick<Store, 'provenance'> | undefined;
  readonly #options: SharingOptions;
  #sources: Promise<readonly string[]> | undefined;

  /** @param store undefined: backup of the previous catalogue counts for nothing */
  constructor(store: Pick<Store, 'provenance'> | undefined, options: SharingOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Who owns these talks of a source. @throws StoreUnavailable */
  async of(identity: Identity, slugs: readonly Slug[], { owns }: KnownProvenance): Promise<OwnerOf> {
    const { neighbours } = this.#options;
    const store = this.#store;
    const owners = await this.#possibleOwners(identity);
    const asked = neighbours === undefined ? slugs.filter((slug) => !owns.has(slug)) : slugs;
    if (store === undefined || owners.length === 0 || asked.length === 0) return NOBODY;
    const found = new Map<Slug, string>();
    for (const row of await store.provenance.ofTalks(asked, ({ source }) => identity.isCalled(source))) {
      const place = row.relation === 'owns' ? owners.indexOf(row.source) : -1;
      const other = found.get(row.slug);
      if (place !== -1 && (other === undefined || place < owners.indexOf(other))) found.set(row.slug, row.source);
    }
    return (slug) => found.get(slug);
  }

  /** The first of them that owns a talk counts. */
  async #possibleOwners(identity: Identity): Promise<readonly string[]> {
    const { neighbours, takeOver = false } = this.#options;
    if (takeOver || this.#store === undefined) return [];
    this.#sources ??= this.#store.provenance.sources();
    const known = await this.#sources;
    return (neighbours?.before ?? known).filter((other) => !identity.isCalled(other) && known.includes(other));
  }
}
