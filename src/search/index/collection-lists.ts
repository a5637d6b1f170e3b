/** What a collection holds, by slugs and identifiers. */
export interface CollectionParts {
  readonly talks: readonly string[];
  readonly series: readonly string[];
  readonly organisingDepartments: readonly string[];
}

/** Collections are in the store only, and have to be loaded before a question can name them. */
export class CollectionNotLoaded extends Error {
  readonly slug: string;

  constructor(slug: string) {
    super('This collection is not loaded');
    this.slug = slug;
  }
}

/** Many more than are asked for while a catalogue stays as it is. */
const MOST_KEPT = 1_000;

/** What is in the public collections that questions name, as the store has it at the version of the index. */
export class CollectionLists {
  readonly #known = new Map<string, CollectionParts | null>();

  /** Null: there is no such collection, or it is private. @throws CollectionNotLoaded */
  of(slug: string): CollectionParts | null {
    const known = this.#known.get(slug);
    if (known === undefined) throw new CollectionNotLoaded(slug);
    return known;
  }

  learn(slug: string, parts: CollectionParts | null): void {
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    this.#known.set(slug, parts);
  }
}
