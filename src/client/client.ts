/** The client for programs: what `lectern/client` exports. It runs in browsers and Node, and imports nothing. */
export {
  Lectern,
  type Changes,
  type ChangesQuery,
  type CollectionEntry,
  type FieldsQuery,
  type PersonEntry,
  type SearchQuery,
  type SeriesEntry,
  type TalkFields,
  type TopicEntry,
} from './lectern.ts';
export { LecternError, type ParameterError } from './lectern-error.ts';
export type { Pages } from './lectern.ts';
export type { LecternOptions, RequestOptions } from './requests.ts';
export type {
  Collection,
  Department,
  Image,
  Material,
  Person,
  PersonWithTalks,
  PlaceEntry,
  PlaceWithTalks,
  SearchResult,
  Series,
  Suggestion,
  Talk,
  TalkItem,
  Topic,
  TopicWithTalks,
  Venue,
} from './openapi-types.ts';
