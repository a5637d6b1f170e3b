import { RECORD_TYPES } from '#catalogue/record.js';

/** Every type but the talk, whose rows are of another shape. */
export const ENTITY_TYPES = RECORD_TYPES.filter((type) => type !== 'talk');
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Those that an index knows, and talks refer to. */
export const INDEXED_TYPES = ['place', 'person', 'topic', 'series'] as const satisfies readonly EntityType[];

/** A table with something for each type of entity. */
export function byEntityType<T>(make: (type: EntityType) => T): Record<EntityType, T> {
  return {
    place: make('place'),
    person: make('person'),
    topic: make('topic'),
    series: make('series'),
    collection: make('collection'),
  };
}
