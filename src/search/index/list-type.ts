import type { EntityType } from '#store/entity-type.ts';

/** A place is listed as what it is to a talk. */
export type PlaceType = 'department' | 'venue';

/** What a talk can be listed under. */
export type ValueType = 'person' | 'series' | 'topic' | PlaceType;

/** What a talk can be found by. */
export type ListType = ValueType | 'host';

/** What can be browsed by name. */
export const BROWSE_TYPES = ['person', 'series', 'topic', 'department', 'venue', 'collection'] as const;
export type BrowseType = (typeof BROWSE_TYPES)[number];

/** The type of the records in a list. */
export function recordTypeOf(type: BrowseType | ListType | 'place'): EntityType {
  if (type === 'host') return 'person';
  return type === 'department' || type === 'venue' ? 'place' : type;
}
