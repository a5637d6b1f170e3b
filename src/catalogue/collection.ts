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
