/** What a collection holds, by slugs and identifiers. */
export interface CollectionParts {
  readonly talks: readonly string[];
  readonly series: readonly string[];
  readonly organisingDepartments: readonly string[];
}

/** Collections are in the store only, and have to be loaded before a question can name them. */
export class CollectionsNotLoaded extends Error {
  readonly slugs: readonly string[];

  constructor(slugs: readonly string[]) {
    super('These collections are not loaded');
    this.slugs = slugs;
  }
}

/** Many more than are asked for while a catalogue stays as it is. */
const MOST_KEPT = 1_000;

/** What a collection holds, by its slug; null: there is no such collection, or it is private. */
export type KnownCollections = ReadonlyMap<string, CollectionParts | null>;

/** What is in the public collections that questions name, as the store has it at the version of the index. */
export class CollectionLists {
  readonly #known = new Map<string, CollectionParts | null>();

  /** What each of them holds. @throws CollectionsNotLoaded, with all that are not */
  of(slugs: readonly string[]): readonly (CollectionParts | null)[] {
    const unknown = slugs.filter((slug) => !this.#known.has(slug));
    if (unknown.length > 0) throw new CollectionsNotLoaded(unknown);
    return slugs.map((slug) => this.#known.get(slug) ?? null);
  }

  /** All of a question together: one by one, those of other questions could make them be forgotten before the last is known. */
  learn(collections: KnownCollections): void {
    if (this.#known.size + collections.size > MOST_KEPT) this.#known.clear();
    for (const [slug, parts] of collections) this.#known.set(slug, parts);
  }
}
