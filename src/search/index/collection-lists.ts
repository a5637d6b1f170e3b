/** Slugs and identifiers of what a collection contains. */
export interface CollectionParts {
  readonly talks: readonly string[];
  readonly series: readonly string[];
  readonly organisingDepartments: readonly string[];
}

/** The index has no collections: those that a question names must be loaded from the store first. */
export class CollectionsNotLoaded extends Error {
  readonly slugs: readonly string[];

  constructor(slugs: readonly string[]) {
    super('These collections are not loaded');
    this.slugs = slugs;
  }
}

/** Many more than questions name before the next version. */
const MAX_KEPT = 1_000;

/** Collections by slug; null: not found, or private. */
type KnownCollections = ReadonlyMap<string, CollectionParts | null>;

/** A cache of the public collections that questions name, at the version of the index. */
export class CollectionLists {
  readonly #known = new Map<string, CollectionParts | null>();

  /** @throws CollectionsNotLoaded with the slugs of all that must be loaded */
  of(slugs: readonly string[]): readonly (CollectionParts | null)[] {
    const unknown = slugs.filter((slug) => !this.#known.has(slug));
    if (unknown.length > 0) throw new CollectionsNotLoaded(unknown);
    return slugs.map((slug) => this.#known.get(slug) ?? null);
  }

  /** Takes all collections of a question at once: one by one, those of other questions could evict some meanwhile. */
  learn(collections: KnownCollections): void {
    if (this.#known.size + collections.size > MAX_KEPT) this.#known.clear();
    for (const [slug, parts] of collections) this.#known.set(slug, parts);
  }
}
