import {
  ALARM,
  BOOLEAN,
  CANCELLED,
  COUNT,
  DATE,
  END_DATE,
  LETTER_FORM,
  ORDER_FORM,
  PAGE,
  PLACE,
  SINCE,
  SLUG,
  SWITCH,
  TEXT,
  TOPIC,
  WHEN_FORM,
  type CancelledForm,
  type WhenForm,
} from './value-forms.ts';
import type { CountRules, Order, ValueForm } from './value-forms.ts';

/**
 * What takes parameters: a search of the talks (interface.md 4.1); a series, collection or person with its talks (4.3,
 * 4.4); a department or venue with its talks; a topic with its talks; and any of these or one talk in a format for
 * other programs, besides its own. For people: the page of what lists talks, that of a topic, and a list to browse.
 */
export type Operation = 'search' | 'listing' | 'group' | 'topic' | 'feed' | 'list page' | 'topic page' | 'browse page';

/** A query parameter: what the parser reads, the OpenAPI document declares and the reference explains. */
export interface Parameter<T> {
  readonly name: string;
  readonly form: ValueForm<T>;
  /** May be given several times, and then means any of the values. */
  readonly repeatable: boolean;
  readonly operations: readonly Operation[];
  readonly requiredBy: readonly Operation[];
  readonly description: string;
  readonly example: string | number | boolean;
  /** What leaving it out means; the default of `count` is a setting. */
  readonly default?: T;
}

const optional = { repeatable: false, operations: ['search'], requiredBy: [] } as const;
const repeatable = { ...optional, repeatable: true } as const;

export const FROM = {
  ...optional,
  name: 'from',
  form: DATE,
  operations: ['search', 'listing', 'group', 'topic'],
  requiredBy: ['search'],
  description:
    'First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`; `dd/mm/yy` and `dd/mm/yyyy` are ' +
    'deprecated. Feeds default to 365 days ago.',
  example: '2026-01-19',
} as const satisfies Parameter<unknown>;

export const TO = {
  ...optional,
  name: 'to',
  form: END_DATE,
  operations: ['search', 'listing', 'group', 'topic'],
  description:
    'Last day, inclusive. As `from`, or `plus<n>`: n days after `from`, or after today if there is no `from`.',
  example: 'plus7',
} as const satisfies Parameter<unknown>;

export const Q = {
  ...optional,
  name: 'q',
  form: TEXT,
  description:
    'Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, ' +
    'series, venue or department. Case and accents are ignored. Words of three letters or more also match as prefixes. ' +
    'Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most ' +
    '500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored.',
  example: 'light "magnetic field"',
} as const satisfies Parameter<unknown>;

export const SPEAKER = {
  ...repeatable,
  name: 'speaker',
  form: SLUG,
  description: 'Slug of a speaker: talks by that person.',
  example: 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34',
} as const satisfies Parameter<unknown>;

export const SERIES = {
  ...repeatable,
  name: 'series',
  form: SLUG,
  description: 'Slug of a series: talks that belong to it.',
  example: '4d1f0a52-8a43-4f7e-b6b4-2f0a3c1d9e80',
} as const satisfies Parameter<unknown>;

export const VENUE = {
  ...repeatable,
  name: 'venue',
  form: PLACE,
  description: 'Identifier of a place: talks held there (see `subvenues`).',
  example: 'place:23232534',
} as const satisfies Parameter<unknown>;

export const SUBVENUES = {
  ...optional,
  name: 'subvenues',
  form: BOOLEAN,
  description: 'Whether a venue includes everything inside it.',
  example: true,
  default: false,
} as const satisfies Parameter<unknown>;

export const ORGANISING_DEPARTMENT = {
  ...repeatable,
  name: 'organising_department',
  form: PLACE,
  description: 'Identifier of an organisation: talks that it organises (see `subdepartments`).',
  example: 'place:23232546',
} as const satisfies Parameter<unknown>;

export const SUBDEPARTMENTS = {
  ...optional,
  name: 'subdepartments',
  form: BOOLEAN,
  description: 'Whether an organisation includes everything under it.',
  example: false,
  default: true,
} as const satisfies Parameter<unknown>;

export const TOPIC_URI = {
  ...repeatable,
  name: 'topic',
  form: TOPIC,
  description: 'URI of a topic: talks on it.',
  example: 'http://id.worldcat.org/fast/1012163',
} as const satisfies Parameter<unknown>;

export const URI = {
  ...optional,
  name: 'uri',
  form: TOPIC,
  operations: ['topic', 'topic page'],
  requiredBy: ['topic', 'topic page'],
  description: 'URI of the topic.',
  example: 'http://id.worldcat.org/fast/1012163',
} as const satisfies Parameter<unknown>;

export const ORDER = {
  ...optional,
  name: 'order',
  form: ORDER_FORM,
  description:
    '`date`, or `relevance`: matches of `q` in titles rank before names and descriptions, rare words before common ones. ' +
    'Without `q`, and in feeds, the order is always by date.',
  example: 'relevance',
  default: 'date',
} as const satisfies Parameter<Order>;

export const PAGE_COUNT = {
  ...optional,
  name: 'count',
  form: COUNT,
  operations: ['search', 'group', 'topic'],
  description: 'Talks per page. Feeds default to the maximum.',
  example: 20,
} as const satisfies Parameter<unknown>;

export const PAGE_NUMBER = {
  ...optional,
  name: 'page',
  form: PAGE,
  operations: ['search', 'group', 'topic', 'list page', 'topic page', 'browse page'],
  description: 'Page number, from 1. Pages past the last one are empty.',
  example: 1,
  default: 1,
} as const satisfies Parameter<unknown>;

export const UPDATED_SINCE = {
  ...optional,
  name: 'updated_since',
  form: SINCE,
  description:
    'Return only what changed since: `beginning` for a first copy, a time (`yyyy-mm-ddThh:mm:ssZ`), or the cursor in the ' +
    '`changes` link of an earlier response. Talks come in the order of their changes, and `_embedded.removed` lists those ' +
    'that no longer match. `page` is not allowed: follow the `next` link. JSON and XML only.',
  example: 'beginning',
} as const satisfies Parameter<unknown>;

export const CANCELLED_TALKS = {
  ...optional,
  name: 'cancelled',
  form: CANCELLED,
  operations: ['search', 'feed'],
  description:
    'Cancelled talks in feeds: marked by their `status` only, in their `title` too, left out (`omit`), or the only ones ' +
    '(`only`). Searches accept the last two.',
  example: 'omit',
  default: 'title',
} as const satisfies Parameter<CancelledForm>;

export const ALARM_BEFORE = {
  ...optional,
  name: 'alarm',
  form: ALARM,
  operations: ['feed'],
  description: 'Alarm before each talk in calendars: `<n>m`, `<n>h` or `<n>d`, from `1m` to `28d`, or `none`.',
  example: '15m',
} as const satisfies Parameter<unknown>;

export const STRICT = {
  ...optional,
  name: 'strict',
  form: SWITCH,
  operations: ['search', 'listing', 'group', 'topic', 'feed'],
  description:
    'With `1`, an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header.',
  example: '1',
} as const satisfies Parameter<unknown>;

export const WHEN = {
  ...optional,
  name: 'when',
  form: WHEN_FORM,
  operations: ['list page', 'topic page'],
  description: '`upcoming` lists talks from today on, `past` those before today, latest first.',
  example: 'past',
  default: 'upcoming',
} as const satisfies Parameter<WhenForm>;

export const LETTER = {
  ...optional,
  name: 'letter',
  form: LETTER_FORM,
  operations: ['browse page'],
  description:
    'Only names that begin with this letter, with or without accents (family names of people); `#` for all other names.',
  example: 'N',
} as const satisfies Parameter<unknown>;

export const UNDER = {
  ...optional,
  name: 'under',
  form: PLACE,
  operations: ['browse page'],
  description: 'Identifier of a place: lists what is directly below it in the tree.',
  example: 'place:23232546',
} as const satisfies Parameter<unknown>;

/** Every parameter, in the order in which the reference lists them and problems are reported. */
export const PARAMETERS: readonly Parameter<unknown>[] = [
  FROM,
  TO,
  Q,
  SPEAKER,
  SERIES,
  VENUE,
  SUBVENUES,
  ORGANISING_DEPARTMENT,
  SUBDEPARTMENTS,
  TOPIC_URI,
  URI,
  ORDER,
  PAGE_COUNT,
  PAGE_NUMBER,
  WHEN,
  LETTER,
  UNDER,
  UPDATED_SINCE,
  CANCELLED_TALKS,
  ALARM_BEFORE,
  STRICT,
];

/** The JSON Schema of one value of a parameter. */
export function valueSchema(parameter: Parameter<unknown>, rules: CountRules): Readonly<Record<string, unknown>> {
  const schema = parameter.form.schema(rules);
  return parameter.default === undefined ? schema : { ...schema, default: parameter.default };
}
