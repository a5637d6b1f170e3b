import type { ValueForm } from './value-forms.ts';

/**
 * The kinds of requests that take parameters. `search`: talks; `listing`: the talks of a series, collection or person;
 * `group`: those of a department or venue. `feed`: one talk as a feed; feeds of anything else take these parameters
 * besides their own. `suggest`: names that match what is typed; `name list`: all records of a
 * kind by name; `places`: places as a tree. HTML pages: `list page` for anything that has talks but a topic, `topic
 * page`, and `browse page` for lists to browse.
 */
export type Operation =
  | 'search'
  | 'listing'
  | 'group'
  | 'topic'
  | 'feed'
  | 'suggest'
  | 'name list'
  | 'places'
  | 'list page'
  | 'topic page'
  | 'browse page';

/** A query parameter, for the parser, the OpenAPI document and the reference. */
export interface Parameter<T> {
  readonly name: string;
  readonly form: ValueForm<T>;
  /** May be given several times: a talk must match any of the values. */
  readonly repeatable: boolean;
  /** The most distinct values of a parameter that also takes them separated by commas. */
  readonly most?: number;
  readonly operations: readonly Operation[];
  readonly requiredBy: readonly Operation[];
  readonly description: string;
  readonly example: string | number | boolean;
  /** Value of a missing parameter; the default of `count` is a setting. */
  readonly default?: T;
}
