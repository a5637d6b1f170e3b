import { TEXT } from './field.ts';
import type { Fields } from './field.ts';
import type { PlaceId } from './place.ts';
import type { Slug } from './slug.ts';

/** A hand-made list: talks named one by one, whole series, and departments with everything under them. */
export interface Collection {
  readonly type: 'collection';
  readonly slug: Slug;
  readonly title: string;
  readonly description: string;
  /** A private collection is served as if it did not exist. */
  readonly public: boolean;
  readonly talks: readonly Slug[];
  readonly series: readonly Slug[];
  readonly organisingDepartments: readonly PlaceId[];
}

export const COLLECTION_FIELDS = {
  slug: { kind: 'key', to: 'collection' },
  title: { kind: 'name' },
  description: TEXT,
  public: { kind: 'flag', empty: true },
  talks: { kind: 'references', to: 'talk', empty: [] },
  series: { kind: 'references', to: 'series', empty: [] },
  organisingDepartments: { kind: 'references', to: 'place', empty: [] },
} as const satisfies Fields<Collection>;
