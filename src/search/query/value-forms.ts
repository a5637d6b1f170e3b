import { AUDIENCES } from '#catalogue/audience-kind.ts';
import { isPlaceId } from '#catalogue/place.ts';
import { isSlug } from '#catalogue/slug.ts';
import { TALK_STATUSES } from '#catalogue/talk.ts';
import { isTimestamp, secondsOf } from '#catalogue/timestamp.ts';
import { isTopicUri } from '#catalogue/topic.ts';
import { type ChangeCursor, readCursor } from './change-cursor.ts';
import { readDate } from './civil-days.ts';
import { NO_TERMS, type Term, termKey } from './terms.ts';
import { LONGEST_TEXT, LONGEST_WORD, MAX_BEGINNINGS, MAX_WORDS, readText, type Typed } from './text-query.ts';

/** What a talk embeds, in JSON. */
export const EMBEDDED_FIELDS = [
  'speakers',
  'hosts',
  'organisers',
  'various_speakers',
  'venue',
  'organising_department',
  'topics',
] as const;

/** The members of a talk in JSON, in order, and what it embeds: the values of `fields`. */
export const TALK_FIELDS = [
  '_links',
  'title',
  'title_display',
  'untitled',
  'slug',
  'start',
  'end',
  'all_day',
  'timezone',
  'formatted_date',
  'formatted_time',
  'status',
  'special_message',
  'description',
  'location_details',
  'location_summary',
  'online_url',
  'series',
  'audience',
  'booking_required',
  'booking_url',
  'booking_email',
  'cost',
  'materials',
  'image',
  'organiser_email',
  'url',
  'updated',
  ...EMBEDDED_FIELDS,
] as const;
export type TalkField = (typeof TALK_FIELDS)[number];

/** The number of talks on a page. */
export interface CountRules {
  /** For requests without `count`. */
  readonly defaultCount: number;
  readonly maximumCount: number;
}

/** What the values of a request may be. */
export interface ValueRules extends CountRules {
  /** The terms that dates may name, in order; without them, `term` is not a date. */
  readonly terms?: readonly Term[];
}

/** The type of a parameter, for the parser, the OpenAPI document and the reference. */
export interface ValueForm<T> {
  /** Code of the problem with a bad value. */
  readonly code: string;
  /** What a value is, with an article: `a date`. */
  readonly noun: string;
  /** The one way to write a value that can be written in several ways; other texts are returned unchanged. */
  readonly canonical?: (text: string) => string;
  /** Undefined: a bad value. @param text canonical */
  readonly read: (text: string, rules: ValueRules) => T | undefined;
  /** A sentence that says what values are allowed. */
  readonly hint: (rules: ValueRules) => string;
  /** JSON Schema 2020-12, as far as it can express the type. */
  readonly schema: (rules: CountRules) => Readonly<Record<string, unknown>>;
}

/**
 * A date in a request: days after 1970-01-01, after today, or after the `from` of the same request; this moment; or the
 * first or last day of a term.
 */
export interface AskedDate {
  readonly base: 'epoch' | 'today' | 'from' | 'now' | 'term';
  readonly days: number;
  /** Key of the name of a term; undefined for the term of today, or the next one. */
  readonly term?: string | undefined;
  /** Written `dd/mm/yy` or `dd/mm/yyyy`. */
  readonly deprecated: boolean;
}

/** The largest n of `plus<n>`. */
const MAXIMUM_PLUS = 36_500;

const DATE_PATTERN = '[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{2}/[0-9]{2}/([0-9]{2}|[0-9]{4})|today|tomorrow|now';

export const DATE_FORM: ValueForm<AskedDate> = {
  code: 'bad-date',
  noun: 'a date',
  read: readAskedDate,
  hint: ({ terms }) => `Give a date that exists as yyyy-mm-dd, or the word ${dateWords(terms)}.`,
  schema: () => ({ type: 'string', pattern: `^(${DATE_PATTERN})$` }),
};

export const END_DATE_FORM: ValueForm<AskedDate> = {
  code: 'bad-date',
  noun: 'a date',
  read: (text, rules) => (text.startsWith('plus') ? readPlus(text) : readAskedDate(text, rules)),
  hint: ({ terms }) =>
    `Give a date that exists as yyyy-mm-dd, the word ${dateWords(terms)}, or plus<n> with n from 0 to ${MAXIMUM_PLUS}.`,
  schema: () => ({ type: 'string', pattern: `^(${DATE_PATTERN}|plus[0-9]{1,5})$` }),
};

/** Fewer than all, if there are many: the next years have the same ones. */
const MAX_NAMED = 6;

function dateWords(terms: readonly Term[] = NO_TERMS): string {
  if (terms.length === 0) return 'today, tomorrow or now';
  const keys = [...new Set(terms.map(({ name }) => termKey(name)))].slice(0, MAX_NAMED);
  return `today, tomorrow, now, term or ${keys.map((key) => `term:${key}`).join(', ')}`;
}

function readAskedDate(text: string, { terms = NO_TERMS }: ValueRules): AskedDate | undefined {
  if (text === 'today') return { base: 'today', days: 0, deprecated: false };
  if (text === 'tomorrow') return { base: 'today', days: 1, deprecated: false };
  if (text === 'now') return { base: 'now', days: 0, deprecated: false };
  if (terms.length > 0 && text.startsWith('term')) return readTerm(text, terms);
  const date = readDate(text);
  return date === undefined ? undefined : { base: 'epoch', days: date.day, deprecated: date.deprecated };
}

/** `term`, or `term:` and the name of one. */
function readTerm(text: string, terms: readonly Term[]): AskedDate | undefined {
  const asked = { base: 'term', days: 0, deprecated: false } as const;
  if (text === 'term') return asked;
  const term = text.startsWith('term:') ? termKey(text.slice('term:'.length)) : '';
  return terms.some(({ name }) => termKey(name) === term) ? { ...asked, term } : undefined;
}

function readPlus(text: string): AskedDate | undefined {
  const days = /^plus[0-9]{1,5}$/.test(text) ? Number(text.slice(4)) : Infinity;
  return days <= MAXIMUM_PLUS ? { base: 'from', days, deprecated: false } : undefined;
}

/** How other languages write booleans: Python's clients send `True`, PHP's `1`. */
const BOOLEAN_WORDS: ReadonlyMap<string, string> = new Map([
  ['1', 'true'],
  ['0', 'false'],
]);

export const BOOLEAN_FORM: ValueForm<boolean> = {
  code: 'bad-boolean',
  noun: 'true or false',
  canonical: canonicalBoolean,
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  hint: () => 'Give true or false, or 1 or 0.',
  schema: () => ({ type: 'boolean' }),
};

/** `true` or `false` for every way to write them; other texts are returned unchanged. */
export function canonicalBoolean(text: string): string {
  return BOOLEAN_WORDS.get(text) ?? (/^(?:true|false)$/i.test(text) ? text.toLowerCase() : text);
}

export const COUNT_FORM: ValueForm<number> = {
  code: 'bad-count',
  noun: 'a number of talks that a page can have',
  // More than the maximum is the maximum: the link to the next page leads to the rest.
  read: (text, { maximumCount }) => {
    const count = readWholeNumber(text);
    return count === undefined ? undefined : Math.min(count, maximumCount);
  },
  hint: ({ maximumCount }) => `Give a whole number from 1; a page has at most ${maximumCount}.`,
  schema: ({ defaultCount, maximumCount }) => ({
    type: 'integer',
    minimum: 1,
    default: defaultCount,
    description: `A page has at most ${maximumCount}.`,
  }),
};

export const PAGE_FORM: ValueForm<number> = {
  code: 'bad-page',
  noun: 'the number of a page',
  // Capped: no catalogue has that many pages, so any larger number is past the end, too.
  read: (text) => {
    const page = readWholeNumber(text);
    return page === undefined ? undefined : Math.min(page, Number.MAX_SAFE_INTEGER);
  },
  hint: () => 'Give a whole number from 1.',
  schema: () => ({ type: 'integer', minimum: 1, default: 1 }),
};

/** From 1. */
function readWholeNumber(text: string): number | undefined {
  const number = /^[0-9]+$/.test(text) ? Number(text) : 0;
  return number >= 1 ? number : undefined;
}

function oneOf<T extends string>(choices: readonly T[], code: string, noun: string): ValueForm<T> {
  const shown = `${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}`;
  return {
    code,
    noun,
    read: (text) => choices.find((choice) => choice === text),
    hint: () => `Give ${shown}.`,
    schema: () => ({ type: 'string', enum: choices }),
  };
}

/** How to show cancelled talks: marked by status; marked in the title too; not at all; or no others. */
export const CANCELLED_FORMS = ['status', 'title', 'omit', 'only'] as const;
export type CancelledForm = (typeof CANCELLED_FORMS)[number];

/** What dates the entries of a feed: when a talk was announced and changed, or nothing but its title. */
const DATES_FORMS = ['announced', 'title'] as const;
export type DatesForm = (typeof DATES_FORMS)[number];

export const DATES_FORM = oneOf(DATES_FORMS, 'bad-dates', 'a way to date entries');

export const CANCELLED_FORM = oneOf(CANCELLED_FORMS, 'bad-cancelled', 'a way to show cancelled talks');

export const STATUS_FORM = oneOf(TALK_STATUSES, 'bad-status', 'a status');

/** Ways to attend a talk; some talks have both. */
const ATTENDANCES = ['online', 'in_person'] as const;
export type Attendance = (typeof ATTENDANCES)[number];

export const ATTENDANCE_FORM = oneOf(ATTENDANCES, 'bad-attendance', 'a way to attend');

export const AUDIENCE_FORM = oneOf(AUDIENCES, 'bad-audience', 'an audience');

/** The values of `has`. */
const MATERIAL_KINDS = ['recording', 'slides'] as const;
export type MaterialKind = (typeof MATERIAL_KINDS)[number];

export const HAS_FORM = oneOf(MATERIAL_KINDS, 'bad-has', 'a kind of material');

/** The values of `missing`: what a talk may lack that readers look for. */
export const MISSING_PARTS = ['title', 'speaker', 'abstract', 'room', 'end'] as const;
export type Missing = (typeof MISSING_PARTS)[number];

export const MISSING_FORM = oneOf(MISSING_PARTS, 'bad-missing', 'something that a talk can lack');

/** Kinds of records whose names are suggested. */
export const KINDS = ['person', 'series', 'department', 'venue', 'topic', 'collection'] as const;
export type Kind = (typeof KINDS)[number];

export const KIND_FORM = oneOf(KINDS, 'bad-kind', 'a kind of name');

/** The parameters whose values can be counted, the values of `facets`. */
const FACETS = [
  'organising_department',
  'series',
  'topic',
  'venue',
  'speaker',
  'status',
  'attendance',
  'has',
  'audience',
  'free',
  'booking_required',
  'evening',
] as const;
export type FacetName = (typeof FACETS)[number];

export const FACETS_FORM = oneOf(FACETS, 'bad-facet', 'a parameter whose values are counted');

export const FIELDS_FORM = oneOf(TALK_FIELDS, 'bad-field', 'a member of a talk');

/** The role of a place: it organises talks, or talks are held there. */
const PLACE_ROLES = ['department', 'venue'] as const;
export type PlaceRole = (typeof PLACE_ROLES)[number];

export const ROLE_FORM = oneOf(PLACE_ROLES, 'bad-role', 'a role of places');

const MAX_LEVELS = 5;

export const DEPTH_FORM: ValueForm<number> = {
  code: 'bad-depth',
  noun: 'a number of levels',
  read: (text) => (/^[1-5]$/.test(text) ? Number(text) : undefined),
  hint: () => `Give a number from 1 to ${String(MAX_LEVELS)}.`,
  schema: () => ({ type: 'integer', minimum: 1, maximum: MAX_LEVELS }),
};

/** The values of `when`: which of its talks a page lists. */
const WHEN_FORMS = ['upcoming', 'past'] as const;
export type WhenForm = (typeof WHEN_FORMS)[number];

export const WHEN_FORM = oneOf(WHEN_FORMS, 'bad-when', 'a part of time');

export const LETTER_FORM: ValueForm<string> = {
  code: 'bad-letter',
  noun: 'a letter',
  // A letter is one character, perhaps followed by combining accents.
  read: (text) => (/^.\p{M}{0,4}$/su.test(text) ? text : undefined),
  hint: () => 'Give one letter, or # for names that begin with none.',
  schema: () => ({ type: 'string', minLength: 1 }),
};

const MINUTES_IN = { m: 1, h: 60, d: 1440 } as const;
const LONGEST_ALARM = 28 * MINUTES_IN.d;

/** Minutes; 0 for no alarm. */
export const ALARM_FORM: ValueForm<number> = {
  code: 'bad-alarm',
  noun: 'a time before the start',
  read: (text) => {
    if (text === 'none') return 0;
    const unit = /^[0-9]{1,5}([mhd])$/.exec(text)?.[1];
    if (unit !== 'm' && unit !== 'h' && unit !== 'd') return undefined;
    const minutes = Number(text.slice(0, -1)) * MINUTES_IN[unit];
    return minutes >= 1 && minutes <= LONGEST_ALARM ? minutes : undefined;
  },
  hint: () => 'Give a whole number of minutes, hours or days, from 1m to 28d, such as 15m, 2h or 1d, or none.',
  schema: () => ({ type: 'string', pattern: '^([0-9]{1,5}[mhd]|none)$' }),
};

/** Where changes begin: at seconds since 1970-01-01T00:00:00Z, -Infinity for everything; or at a cursor of ours. */
export type AskedSince =
  | { readonly kind: 'time'; readonly second: number }
  | { readonly kind: 'cursor'; readonly cursor: ChangeCursor };

const BEGINNING = 'beginning';

export const SINCE_FORM: ValueForm<AskedSince> = {
  code: 'bad-cursor',
  noun: 'a time or a cursor',
  read: (text) => {
    if (text === BEGINNING) return { kind: 'time', second: -Infinity };
    if (isTimestamp(text)) return { kind: 'time', second: secondsOf(text) };
    const cursor = readCursor(text);
    return cursor && { kind: 'cursor', cursor };
  },
  hint: () =>
    `Follow the link \`changes\` of an earlier answer as it is, or give the word ${BEGINNING} or a time as yyyy-mm-ddThh:mm:ssZ.`,
  schema: () => ({ type: 'string' }),
};

/** The orders in which a search lists talks. */
const ORDERS = ['date', 'latest', 'relevance'] as const;
export type Order = (typeof ORDERS)[number];

export const ORDER_FORM = oneOf(ORDERS, 'bad-order', 'an order');

export const TEXT_FORM: ValueForm<Typed> = {
  code: 'bad-text',
  noun: 'a text that can be searched for',
  read: readText,
  hint: () =>
    `Give words, with letters or digits in them: at most ${LONGEST_TEXT} characters and ${MAX_WORDS} words of at most ` +
    `${LONGEST_WORD} letters. Before an asterisk there must be three letters, and at most ${MAX_BEGINNINGS} words may have one.`,
  schema: () => ({ type: 'string', maxLength: LONGEST_TEXT }),
};

export const SLUG_FORM: ValueForm<string> = {
  code: 'bad-slug',
  noun: 'a slug',
  read: (text) => (isSlug(text) ? text : undefined),
  hint: () => 'Give a lower-case UUID, such as b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34.',
  schema: () => ({ type: 'string', pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' }),
};

export const PLACE_FORM: ValueForm<string> = {
  code: 'bad-place',
  noun: 'the identifier of a place',
  read: (text) => (isPlaceId(text) ? text : undefined),
  hint: () => 'Give a scheme word of lower-case letters and digits, a colon and digits, such as place:23232534.',
  schema: () => ({ type: 'string', pattern: '^[a-z][a-z0-9]*:[0-9]+$' }),
};

export const TOPIC_FORM: ValueForm<string> = {
  code: 'bad-topic',
  noun: 'the URI of a topic',
  read: (text) => (isTopicUri(text) ? text : undefined),
  hint: () => 'Give an absolute http or https URI, percent-encoded.',
  schema: () => ({ type: 'string', format: 'uri', pattern: '^https?://' }),
};
