import { LONGEST_SOURCE_KEY } from '#catalogue/provenance.ts';
import type { Slug } from '#catalogue/slug.ts';
import { storable } from '../reading/source-text.ts';
import type { SameLines } from '../reading/same-lines.ts';

/** The slug made from a key. Attempts above 0 give other slugs, for when that one is taken. */
type DeriveSlug = (key: string, attempt: number) => Slug;

/** A key as the store keeps it; `''` if it is too long. */
export function storedKey(key: string): string {
  return key.length <= LONGEST_SOURCE_KEY ? storable(key) : '';
}

/**
 * Slugs of a source's talks by key. A talk whose key has changed keeps the slug made from its first key; its provenance
 * has the new key. If another talk reuses the first key, it gets another slug.
 */
export class RememberedKeys {
  readonly #derive: DeriveSlug;
  readonly #keys: Map<Slug, string>;
  readonly #same: SameLines;
  #slugs: Map<string, Slug> | undefined;

  /** @param owns keys of the source's talks, by slug */
  constructor(owns: ReadonlyMap<Slug, string>, same: SameLines, derive: DeriveSlug) {
    this.#derive = derive;
    this.#same = same;
    this.#keys = new Map(owns);
  }

  slugOf(key: string): Slug {
    const first = this.#derive(key, 0);
    const stored = storedKey(key);
    if (stored === '' || this.#keys.get(first) === stored || this.#same.keepOf(first) !== undefined) return first;
    const known = this.#bySlug().get(stored);
    if (known !== undefined && this.#same.keepOf(known) === undefined) return known;
    let slug = first;
    for (let attempt = 1; this.#isTaken(slug, stored); attempt++) slug = this.#derive(key, attempt);
    return slug;
  }

  /** Gives the talk this key. */
  change(slug: Slug, key: string): void {
    this.#keys.set(slug, storedKey(key));
    this.#bySlug().set(storedKey(key), slug);
  }

  /** Whether a talk with another key has this slug. */
  #isTaken(slug: Slug, stored: string): boolean {
    const key = this.#keys.get(slug) ?? '';
    if (key === '' || key === stored) return false;
    const own = this.#derive(key, 0);
    // The provenance of a talk that others were merged into has the key of one of those.
    return own !== slug && this.#same.keepOf(own) === undefined && !this.#same.isKept(slug);
  }

  #bySlug(): Map<string, Slug> {
    if (this.#slugs === undefined) {
      this.#slugs = new Map();
      for (const [slug, key] of this.#keys) if (key !== '' && !this.#slugs.has(key)) this.#slugs.set(key, slug);
    }
    return this.#slugs;
  }
}
