import { LONGEST_SOURCE_KEY } from '#catalogue/provenance.ts';
import type { Slug } from '#catalogue/slug.ts';
import { storable } from '../reading/source-text.ts';
import type { SameLines } from '../reading/same-lines.ts';

/** The slug that a key leads to by itself; with a number above 0, another one for when that is taken. */
export type DeriveSlug = (key: string, attempt: number) => Slug;

/** What a source calls something, as the store keeps it: `''` for a key that is too long. */
export function storedKey(key: string): string {
  return key.length <= LONGEST_SOURCE_KEY ? storable(key) : '';
}

/**
 * The slugs of a source's talks by their keys. A talk whose key has changed keeps the slug that its first key led to: its
 * row of provenance has the new key. If the first key is used again, for another talk, that one gets another slug.
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

  /** From now on the talk has this key. */
  change(slug: Slug, key: string): void {
    this.#keys.set(slug, storedKey(key));
    this.#bySlug().set(storedKey(key), slug);
  }

  /** Whether a talk that came with another key has the slug now. */
  #isTaken(slug: Slug, stored: string): boolean {
    const key = this.#keys.get(slug) ?? '';
    if (key === '' || key === stored) return false;
    const own = this.#derive(key, 0);
    // The row of a talk that others were said to be the same as has a key of one of those.
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
