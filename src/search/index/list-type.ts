import type { EntityType } from '#store/entity-type.ts';

/** Places are listed by the role that they have for a talk. */
export type PlaceType = 'department' | 'venue';

/** What has a list of talks. */
export type ValueType = 'person' | 'series' | 'topic' | PlaceType;

/** What talks can be searched by. */
export type ListType = ValueType | 'host';

/** What has a list by name. */
export const BROWSE_TYPES = ['person', 'series', 'topic', 'department', 'venue', 'collection'] as const;
export type BrowseType = (typeof BROWSE_TYPES)[number];

/** The type of the records in a list. */
export function recordTypeOf(type: BrowseType | ListType | 'place'): EntityType {
  if (type === 'host') return 'person';
  return type === 'department' || type === 'venue' ? 'place' : type;
}
