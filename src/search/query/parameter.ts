import type { ValueForm } from './value-forms.ts';

/**
 * What takes parameters: a search (interface.md 4.1); the talks of a series, collection or person (`listing`, 4.3 and
 * 4.4), of a department or venue (`group`), of a topic; any of these, or one talk, as a feed, besides its own
 * parameters; names that match what is typed; all records of a kind by name, and places as a tree. For people: the page of something that has talks, of a topic, and a list to browse.
 */
export type Operation =
  | 'search'
  | 'listing'
  | 'group'
  | 'topic'
  | 'feed'
  | 'suggest'
  | 'directory'
  | 'places'
  | 'list page'
  | 'topic page'
  | 'browse page';

/** A query parameter, for the parser, the OpenAPI document and the reference. */
export interface Parameter<T> {
  readonly name: string;
  readonly form: ValueForm<T>;
  /** May be given several times, meaning any of the values. */
  readonly repeatable: boolean;
  /** May be given several times in one value, with commas between: at most as many, each once. */
  readonly most?: number;
  readonly operations: readonly Operation[];
  readonly requiredBy: readonly Operation[];
  readonly description: string;
  readonly example: string | number | boolean;
  /** Its value when it is not given; the default of `count` is a setting. */
  readonly default?: T;
}
