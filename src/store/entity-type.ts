import { RECORD_TYPES, type CatalogueRecord } from '#catalogue/record.ts';

/** Every record type but the talk, which has tables of another shape. */
export const ENTITY_TYPES = RECORD_TYPES.filter((type) => type !== 'talk');
export type EntityType = (typeof ENTITY_TYPES)[number];

export type EntityOf = { readonly [Type in EntityType]: Extract<CatalogueRecord, { type: Type }> };

/** Types that talks refer to. */
export const MENTIONED_TYPES = ['place', 'person', 'topic', 'series'] as const satisfies readonly EntityType[];

export type MentionedType = (typeof MENTIONED_TYPES)[number];

export function isMentioned(type: EntityType): type is MentionedType {
  return type !== 'collection';
}

/** An object with one value for each entity type. */
export function byEntityType<T>(make: (type: EntityType) => T): Record<EntityType, T> {
  return {
    place: make('place'),
    person: make('person'),
    topic: make('topic'),
    series: make('series'),
    collection: make('collection'),
  };
}

/** A stored record of any type but the talk, not yet checked for damage. */
export interface StoredEntity {
  readonly number: number;
  readonly key: string;
  /** Number of a place's parent; else 0. */
  readonly parent: number;
  readonly version: number;
  readonly sum: number | null;
  readonly record: Buffer;
}
