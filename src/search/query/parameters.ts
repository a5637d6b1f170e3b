import {
  ALARM_FORM,
  ATTENDANCE_FORM,
  AUDIENCE_FORM,
  BOOLEAN_FORM,
  CANCELLED_FORM,
  COUNT_FORM,
  type CountRules,
  DATE_FORM,
  DATES_FORM,
  DEPTH_FORM,
  END_DATE_FORM,
  FACETS_FORM,
  FIELDS_FORM,
  HAS_FORM,
  KIND_FORM,
  LETTER_FORM,
  MISSING_FORM,
  MISSING_PARTS,
  ORDER_FORM,
  PAGE_FORM,
  PLACE_FORM,
  ROLE_FORM,
  SINCE_FORM,
  SLUG_FORM,
  STATUS_FORM,
  TALK_FIELDS,
  TEXT_FORM,
  TOPIC_FORM,
  type ValueForm,
  WHEN_FORM,
} from './value-forms.ts';

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

const optional = { repeatable: false, operations: ['search'], requiredBy: [] } as const;
const repeatable = { ...optional, repeatable: true } as const;

/** Every parameter, in the order in which the reference lists them and problems are reported. */
export const PARAMETER = {
  from: {
    ...optional,
    name: 'from',
    form: DATE_FORM,
    operations: ['search', 'listing', 'group', 'topic'],
    requiredBy: ['search'],
    description:
      'First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`, or `now` for this moment; ' +
      '`dd/mm/yy` and `dd/mm/yyyy` are deprecated. If the service has terms, also `term` (the first day of the current ' +
      "term, or else of the next) or `term:` and a name, in every format but the API's own JSON and XML. Atom, RSS and JSON Feed default to today, other feeds to 365 days ago.",
    example: '2026-01-19',
  },
  to: {
    ...optional,
    name: 'to',
    form: END_DATE_FORM,
    operations: ['search', 'listing', 'group', 'topic'],
    description:
      'Last day, inclusive. As `from`, where `now` means talks that started before this moment, and `term` means the last day of the ' +
      'term that `from` names, or else of the current one; or `plus<n>`: n days after `from`, or after today if there is no `from`.',
    example: 'plus7',
  },
  ongoing: {
    ...optional,
    name: 'ongoing',
    form: BOOLEAN_FORM,
    operations: ['search', 'listing', 'group', 'topic'],
    description:
      'Whether to also list talks that started before `from` and are not over, such as exhibitions. JSON and XML list them ' +
      'only with `true`; calendars and feeds also without it if `from` is `today`, `now` or missing.',
    example: true,
  },
  q: {
    ...optional,
    name: 'q',
    form: TEXT_FORM,
    operations: ['search', 'suggest', 'name list', 'places'],
    requiredBy: ['suggest'],
    description:
      'Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, ' +
      'series, venue or department. Case, accents and apostrophes are ignored. Words of three letters or more also match as prefixes. ' +
      'Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most ' +
      '500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored. ' +
      'For suggestions and lists of names: what is typed of a name.',
    example: 'light "magnetic field"',
  },
  speaker: {
    ...repeatable,
    name: 'speaker',
    form: SLUG_FORM,
    description: 'Slug of a speaker: talks by that person.',
    example: 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34',
  },
  host: {
    ...repeatable,
    name: 'host',
    form: SLUG_FORM,
    description: 'Slug of a person: talks that they host.',
    example: 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34',
  },
  series: {
    ...repeatable,
    name: 'series',
    form: SLUG_FORM,
    description: 'Slug of a series: talks that belong to it.',
    example: '4d1f0a52-8a43-4f7e-b6b4-2f0a3c1d9e80',
  },
  venue: {
    ...repeatable,
    name: 'venue',
    form: PLACE_FORM,
    description: 'Identifier of a place: talks held there (see `subvenues`).',
    example: 'place:23232534',
  },
  subvenues: {
    ...optional,
    name: 'subvenues',
    form: BOOLEAN_FORM,
    description: 'Whether a venue includes everything inside it.',
    example: true,
    default: false,
  },
  organisingDepartment: {
    ...repeatable,
    name: 'organising_department',
    form: PLACE_FORM,
    description: 'Identifier of an organisation: talks that it organises (see `subdepartments`).',
    example: 'place:23232546',
  },
  subdepartments: {
    ...optional,
    name: 'subdepartments',
    form: BOOLEAN_FORM,
    description: 'Whether an organisation includes everything under it.',
    example: false,
    default: true,
  },
  topic: {
    ...repeatable,
    name: 'topic',
    form: TOPIC_FORM,
    description: 'URI of a topic: talks on it.',
    example: 'http://id.worldcat.org/fast/1012163',
  },
  talk: {
    ...repeatable,
    most: 200,
    name: 'talk',
    form: SLUG_FORM,
    description:
      'Slug of a talk: that talk. Several may also be given in one value, with commas between; at most 200 and 8,000 bytes.',
    example: '0db5ad8e-e48f-5d97-850b-2207e4ec6dc7',
  },
  collection: {
    ...repeatable,
    most: 50,
    name: 'collection',
    form: SLUG_FORM,
    description:
      'Slug of a public collection: talks that are in it. Several may also be given in one value, with commas between; at ' +
      'most 50. Not with `updated_since`.',
    example: 'f6e6d9e6-d166-47d9-a894-35bc2f4a4580',
  },
  withoutSpeaker: {
    ...repeatable,
    name: 'without_speaker',
    form: SLUG_FORM,
    description: 'Slug of a speaker: leaves out talks by that person.',
    example: 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34',
  },
  withoutSeries: {
    ...repeatable,
    name: 'without_series',
    form: SLUG_FORM,
    description: 'Slug of a series: leaves out its talks.',
    example: '4d1f0a52-8a43-4f7e-b6b4-2f0a3c1d9e80',
  },
  withoutVenue: {
    ...repeatable,
    name: 'without_venue',
    form: PLACE_FORM,
    description: 'Identifier of a place: leaves out talks held there, and in everything inside it.',
    example: 'place:23232534',
  },
  withoutDepartment: {
    ...repeatable,
    name: 'without_organising_department',
    form: PLACE_FORM,
    description: 'Identifier of an organisation: leaves out talks that it, or anything under it, organises.',
    example: 'place:23232546',
  },
  withoutTopic: {
    ...repeatable,
    name: 'without_topic',
    form: TOPIC_FORM,
    description: 'URI of a topic: leaves out talks on it.',
    example: 'http://id.worldcat.org/fast/1012163',
  },
  status: {
    ...repeatable,
    name: 'status',
    form: STATUS_FORM,
    description: '`published`, `preparation` or `cancelled`: talks with this status.',
    example: 'published',
  },
  attendance: {
    ...repeatable,
    name: 'attendance',
    form: ATTENDANCE_FORM,
    description:
      '`online`: talks with an online address. `in_person`: talks at a venue, or with location details other than ' +
      '“Online” and the like. Talks in both forms match both.',
    example: 'online',
  },
  has: {
    ...repeatable,
    name: 'has',
    form: HAS_FORM,
    description: '`recording` or `slides`: talks with such material.',
    example: 'recording',
  },
  missing: {
    ...repeatable,
    most: MISSING_PARTS.length,
    name: 'missing',
    form: MISSING_FORM,
    description:
      '`title`, `speaker`, `abstract`, `room` or `end`: talks that lack it. Several may also be given in one value, with ' +
      'commas between: talks that lack any of them. Talks with an online address need no room; those with various ' +
      'speakers need no speaker.',
    example: 'title',
  },
  audience: {
    ...repeatable,
    name: 'audience',
    form: AUDIENCE_FORM,
    description:
      '`public`: talks whose audience is said to be everyone, as in “Public” or “All welcome”. `members`: talks for ' +
      'members, staff or students of an institution, and nobody else. Talks that say neither match neither.',
    example: 'public',
  },
  free: {
    ...optional,
    name: 'free',
    form: BOOLEAN_FORM,
    description:
      'With `true`, talks whose cost says that they are free; with `false`, all others, also those without a cost.',
    example: true,
  },
  bookingRequired: {
    ...optional,
    name: 'booking_required',
    form: BOOLEAN_FORM,
    description: 'With `true`, talks that say that booking is required; with `false`, all others.',
    example: false,
  },
  evening: {
    ...optional,
    name: 'evening',
    form: BOOLEAN_FORM,
    description:
      "With `true`, talks that start at 17:00 or later, in the service's time zone; with `false`, earlier ones.",
    example: true,
  },
  uri: {
    ...optional,
    name: 'uri',
    form: TOPIC_FORM,
    operations: ['topic', 'topic page'],
    requiredBy: ['topic', 'topic page'],
    description: 'URI of the topic.',
    example: 'http://id.worldcat.org/fast/1012163',
  },
  order: {
    ...optional,
    name: 'order',
    form: ORDER_FORM,
    description:
      '`date`; `latest`, which is by date with the latest talk first; or `relevance`: matches of `q` in titles rank before names and descriptions, rare words before common ones. ' +
      'Without `q`, `relevance` is `date`. In feeds, the order is always `date`.',
    example: 'relevance',
    default: 'date',
  },
  count: {
    ...optional,
    name: 'count',
    form: COUNT_FORM,
    operations: ['search', 'group', 'topic', 'suggest', 'name list', 'places'],
    description:
      'Talks per page. More than the maximum is the maximum, and `next` leads to the rest. Calendars default to ' +
      'all talks, Atom, RSS and JSON Feed to 100, and other feeds to the maximum. ' +
      'Of suggestions 8, and at most 20; of lists of names 100, and at most 200.',
    example: 20,
  },
  page: {
    ...optional,
    name: 'page',
    form: PAGE_FORM,
    operations: ['search', 'group', 'topic', 'name list', 'places', 'list page', 'topic page', 'browse page'],
    description: 'Page number, from 1. Pages past the last one are empty.',
    example: 1,
    default: 1,
  },
  when: {
    ...optional,
    name: 'when',
    form: WHEN_FORM,
    operations: ['list page', 'topic page'],
    description: '`upcoming` lists talks from today on, `past` those before today, latest first.',
    example: 'past',
    default: 'upcoming',
  },
  letter: {
    ...optional,
    name: 'letter',
    form: LETTER_FORM,
    operations: ['name list', 'browse page'],
    description:
      'Only names that begin with this letter, with or without accents (family names of people); `#` for all other names.',
    example: 'N',
  },
  under: {
    ...optional,
    name: 'under',
    form: PLACE_FORM,
    operations: ['places', 'browse page'],
    description: 'Identifier of a place: lists what is directly below it in the tree.',
    example: 'place:23232546',
  },
  role: {
    ...optional,
    name: 'role',
    form: ROLE_FORM,
    operations: ['places'],
    description:
      '`department` lists places that organise talks, `venue` those where talks are held. `department` unless given.',
    example: 'venue',
    default: 'department',
  },
  depth: {
    ...optional,
    name: 'depth',
    form: DEPTH_FORM,
    operations: ['places'],
    description: 'Levels of the tree, from 1 to 5. 1 unless given.',
    example: 2,
    default: 1,
  },
  kind: {
    ...optional,
    repeatable: true,
    name: 'kind',
    form: KIND_FORM,
    operations: ['suggest'],
    description: 'Kind of name to suggest. Without it, all kinds.',
    example: 'person',
  },
  facets: {
    ...repeatable,
    most: 12,
    name: 'facets',
    form: FACETS_FORM,
    description:
      'Names of parameters: `facets` in the answer has the values that would find the most talks, ten of each and those ' +
      'asked for, with how many. Several may also be given in one value, with commas between. JSON and XML only, and not ' +
      'with `updated_since`.',
    example: 'series',
  },
  fields: {
    ...repeatable,
    most: TALK_FIELDS.length,
    name: 'fields',
    form: FIELDS_FORM,
    operations: ['search', 'listing', 'group', 'topic'],
    description:
      'Names of members of a talk, or of what it embeds, such as `speakers`: talks in the answer have only these, and ' +
      '`_links.self`. Several may also be given in one value, with commas between. JSON and XML only.',
    example: 'title_display',
  },
  updatedSince: {
    ...optional,
    name: 'updated_since',
    form: SINCE_FORM,
    description:
      'Return only what changed since: `beginning` for a first copy, a time (`yyyy-mm-ddThh:mm:ssZ`), or the cursor in the ' +
      '`changes` link of an earlier response. Talks come in the order of their changes, and `_embedded.removed` lists those ' +
      'that no longer match. `page` is not allowed: follow the `next` link. JSON and XML only.',
    example: 'beginning',
  },
  cancelled: {
    ...optional,
    name: 'cancelled',
    form: CANCELLED_FORM,
    operations: ['search', 'feed'],
    description:
      'Cancelled talks in feeds: marked by their `status` only, in their `title` too, left out (`omit`), or the only ones ' +
      '(`only`). Searches accept the last two.',
    example: 'omit',
    default: 'title',
  },
  alarm: {
    ...optional,
    name: 'alarm',
    form: ALARM_FORM,
    operations: ['feed'],
    description: 'Alarm before each talk in calendars: `<n>m`, `<n>h` or `<n>d`, from `1m` to `28d`, or `none`.',
    example: '15m',
  },
  dates: {
    ...optional,
    name: 'dates',
    form: DATES_FORM,
    operations: ['feed'],
    description:
      'Dates of items in RSS: when the talk was `announced` and changed, or with `title` none, and titles begin with when ' +
      'the talk is, for programs that would sort items by date.',
    example: 'title',
    default: 'announced',
  },
  strict: {
    ...optional,
    name: 'strict',
    form: BOOLEAN_FORM,
    operations: ['search', 'listing', 'group', 'topic', 'feed', 'suggest', 'name list', 'places'],
    description:
      'With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header.',
    example: true,
  },
} as const satisfies Readonly<Record<string, Parameter<unknown>>>;

export const PARAMETERS: readonly Parameter<unknown>[] = Object.values(PARAMETER);

/** The JSON Schema of one value of a parameter. */
export function valueSchema(parameter: Parameter<unknown>, rules: CountRules): Readonly<Record<string, unknown>> {
  const schema = parameter.form.schema(rules);
  return parameter.default === undefined ? schema : { ...schema, default: parameter.default };
}
