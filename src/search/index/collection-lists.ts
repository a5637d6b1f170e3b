/** Slugs and identifiers of what a collection contains. */
export interface CollectionParts {
  readonly talks: readonly string[];
  readonly series: readonly string[];
  readonly organisingDepartments: readonly string[];
}

/** Looks up a public collection; undefined: there is none. */
export type CollectionOf = (slug: string) => CollectionParts | undefined;
