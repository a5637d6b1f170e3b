import { createHash } from 'node:crypto';
import type { Problem, Result } from '#catalogue/problem.ts';
import { PARAMETER } from './parameters.ts';
import { RequestParameters } from './request.ts';
import type { IgnoredParameter, NamedValue, RequestRules } from './request.ts';
import type { AskedSince, Attendance, FacetName, MaterialKind, Missing, Order, TalkField } from './value-forms.ts';
import type { TextQuery } from './text-query.ts';
import { readWindow } from './window.ts';
import type { AskedDays, DependsOn, Window } from './window.ts';
import type { Audience } from '#catalogue/audience-kind.ts';
import type { TalkStatus } from '#catalogue/talk.ts';

/** A parsed and valid search. */
export interface Question extends Filters, Page {
  readonly window: Window;
  /** `omit` leaves out cancelled talks, `only` all others; undefined: neither. */
  readonly cancelled?: 'omit' | 'only' | undefined;
  /** `relevance` only if there is a text. */
  readonly order: Order;
}

/** What talks must match. */
export interface Filters {
  /** Free text; null: any. */
  readonly text: TextQuery | null;
  /** A talk must match one value of each list that is not empty. Sorted, without duplicates. */
  readonly speakers: readonly string[];
  readonly hosts: readonly string[];
  readonly series: readonly string[];
  readonly venues: readonly string[];
  readonly departments: readonly string[];
  readonly topics: readonly string[];
  readonly talks: readonly string[];
  /** Slugs of public collections. */
  readonly collections: readonly string[];
  /** Undefined: nothing is excluded. */
  readonly excluded?: Excluded | undefined;
  readonly subvenues: boolean;
  readonly subdepartments: boolean;
  readonly attributes?: AttributeFilters | undefined;
}

/** A talk must match none of these values; places include everything under them. */
export interface Excluded {
  readonly speakers: readonly string[];
  readonly series: readonly string[];
  readonly venues: readonly string[];
  readonly departments: readonly string[];
  readonly topics: readonly string[];
}

export interface Page {
  /** 1 and up. */
  readonly page: number;
  /** Talks on a page. */
  readonly count: number;
}

/** The settings that parsing a request depends on. */
export interface SearchRules extends RequestRules {
  /** IANA name of the time zone of dates. */
  readonly timeZone: string;
  /** The default alarm of calendars, in minutes before each talk; null or undefined: none. */
  readonly alarm?: number | null;
}

export interface ParsedRequest {
  /** Whether a date was written `dd/mm/yy` or `dd/mm/yyyy`, which the response marks as deprecated. */
  readonly deprecatedDate: boolean;
  readonly dependsOn: DependsOn;
  /** Every parameter that was given, including unknown ones, decoded and in order, for links that keep them. */
  readonly parameters: readonly NamedValue[];
  /** Unknown parameters. */
  readonly ignored: readonly IgnoredParameter[];
}

export interface ParsedSearch extends ParsedRequest {
  readonly question: Question;
  /** Facets to count. */
  readonly facets: readonly FacetName[];
  /** Members of talks to return; empty: all. */
  readonly fields: readonly TalkField[];
  /** Return only the changes since this; null: return all talks. */
  readonly since: AskedSince | null;
  /** `from` and `to` as days. */
  readonly days: AskedDays;
}

/** A series or collection, with its talks in a window. */
export interface ParsedListing extends ParsedRequest {
  readonly window: Window;
  /** Members of talks to return; empty: all. */
  readonly fields: readonly TalkField[];
}

/** A department, venue or topic, with a page of its talks in a window. */
export interface ParsedGroup extends ParsedListing, Page {
  /** URI of the topic; `''` for departments and venues, whose identifier is in the path. */
  readonly uri: string;
}

/**
 * Reads the query of a search.
 * @param query raw, without its `?`
 * @param now for `today` and `now`
 * @returns the search, or all problems at once, with the parameter's name as `where`
 */
export function parseSearch(query: string, rules: SearchRules, now: Date): Result<ParsedSearch> {
  const request = new RequestParameters(query, 'search', rules);
  const { window, days, deprecatedDate, dependsOn } = readWindow(request, rules, now);
  const question = readQuestion(request, rules, window);
  const since = request.one(PARAMETER.updatedSince) ?? null;
  if (since !== null && request.has(PARAMETER.page)) request.problems.push(PAGE_OF_CHANGES);
  if (since !== null && request.has(PARAMETER.collection)) request.problems.push(CHANGES_IN_COLLECTION);
  if (since !== null && request.has(PARAMETER.facets)) request.problems.push(FACETS_OF_CHANGES);
  if (since !== null) request.problems.push(...changesOfTheMoment({ window, dependsOn }));
  const facets = request.all(PARAMETER.facets);
  const fields = request.all(PARAMETER.fields);
  const ignored = request.ignored();
  return request.result({
    question,
    facets,
    fields,
    since,
    days,
    deprecatedDate,
    dependsOn,
    parameters: request.given,
    ignored,
  });
}

/** A talk can be added to a collection, or removed from it, without changing itself. */
const CHANGES_IN_COLLECTION: Problem = {
  code: 'conflicting-parameters',
  where: PARAMETER.collection.name,
  what: 'There are no changes of a collection alone.',
  hint: 'Leave it out, or read the whole search again.',
};

/** Nothing announces that a talk has begun or is over, and so no longer matches. */
function changesOfTheMoment({
  window,
  dependsOn,
}: Pick<ParsedSearch['question'], 'window'> & Pick<ParsedRequest, 'dependsOn'>): readonly Problem[] {
  const code = 'conflicting-parameters';
  const what = 'Changes are of the talks that start on certain days.';
  return [
    ...(dependsOn === 'moment'
      ? [{ code, where: PARAMETER.from.name, what, hint: 'Give a day, or the word today.' }]
      : []),
    ...(window.ongoing === undefined ? [] : [{ code, where: PARAMETER.ongoing.name, what, hint: 'Leave it out.' }]),
  ];
}

const FACETS_OF_CHANGES: Problem = {
  code: 'conflicting-parameters',
  where: PARAMETER.facets.name,
  what: 'What changed is not counted.',
  hint: 'Leave it out.',
};

const PAGE_OF_CHANGES: Problem = {
  code: 'conflicting-parameters',
  where: PARAMETER.page.name,
  what: 'Changes have no numbered pages.',
  hint: 'Leave it out, and follow the link `next`.',
};

/** Reads the query of a series, collection or person, like parseSearch; both dates are optional. */
export function parseListing(query: string, rules: SearchRules, now: Date): Result<ParsedListing> {
  const request = new RequestParameters(query, 'listing', rules);
  const { window, deprecatedDate, dependsOn } = readWindow(request, rules, now);
  const fields = request.all(PARAMETER.fields);
  const ignored = request.ignored();
  return request.result({ window, fields, deprecatedDate, dependsOn, parameters: request.given, ignored });
}

/** Reads the query of a department, venue or topic, like parseSearch; both dates are optional. */
export function parseGroup(
  query: string,
  operation: 'group' | 'topic',
  rules: SearchRules,
  now: Date,
): Result<ParsedGroup> {
  const request = new RequestParameters(query, operation, rules);
  const uri = operation === 'topic' ? request.one(PARAMETER.uri) : undefined;
  const { window, deprecatedDate, dependsOn } = readWindow(request, rules, now);
  const page = readPage(request, rules);
  const fields = request.all(PARAMETER.fields);
  const ignored = request.ignored();
  const parsed = { window, ...page, fields, deprecatedDate, dependsOn, parameters: request.given, ignored };
  return request.result({ uri: uri ?? '', ...parsed });
}

/** Reads the query of one talk in JSON or XML, which takes only `format` and `strict`. */
export function parseTalk(query: string, rules: SearchRules): Result<Pick<ParsedRequest, 'ignored'>> {
  if (query === '') return { ok: true, value: { ignored: [] } };
  const request = new RequestParameters(query, 'feed', rules);
  return request.result({ ignored: request.ignored() });
}

/** @param window of the days in the request */
export function readQuestion(request: RequestParameters, rules: SearchRules, window: Window): Question {
  const filters = readFilters(request, rules);
  const {
    text,
    speakers,
    hosts,
    series,
    venues,
    subvenues,
    departments,
    subdepartments,
    topics,
    talks,
    collections,
    excluded,
    attributes,
  } = filters;
  const order = readOrder(request, filters);
  const { count, page } = readPage(request, rules);
  const { cancelled } = readCancelled(request);
  // No spread: V8 makes objects with this many spread members slow to read.
  return {
    window,
    text,
    speakers,
    hosts,
    series,
    venues,
    subvenues,
    departments,
    subdepartments,
    topics,
    talks,
    collections,
    excluded,
    order,
    count,
    page,
    cancelled,
    attributes,
  };
}

export function readFilters(request: RequestParameters, { timeZone }: SearchRules): Filters {
  const typed = request.one(PARAMETER.q) ?? 'nothing';
  return {
    text: typed === 'nothing' ? null : typed,
    speakers: request.filter(PARAMETER.speaker),
    hosts: request.all(PARAMETER.host),
    series: request.filter(PARAMETER.series),
    venues: request.filter(PARAMETER.venue),
    subvenues: request.one(PARAMETER.subvenues) ?? false,
    departments: request.filter(PARAMETER.organisingDepartment),
    subdepartments: request.one(PARAMETER.subdepartments) ?? false,
    topics: request.filter(PARAMETER.topic),
    talks: request.all(PARAMETER.talk),
    collections: request.all(PARAMETER.collection),
    excluded: readExcluded(request),
    attributes: readAttributes(request, timeZone),
  };
}

const EXCLUDING = [
  PARAMETER.withoutSpeaker,
  PARAMETER.withoutSeries,
  PARAMETER.withoutVenue,
  PARAMETER.withoutDepartment,
  PARAMETER.withoutTopic,
];

function readExcluded(request: RequestParameters): Excluded | undefined {
  if (!EXCLUDING.some((parameter) => request.has(parameter))) return undefined;
  return {
    speakers: request.all(PARAMETER.withoutSpeaker),
    series: request.all(PARAMETER.withoutSeries),
    venues: request.all(PARAMETER.withoutVenue),
    departments: request.all(PARAMETER.withoutDepartment),
    topics: request.all(PARAMETER.withoutTopic),
  };
}

/** Without a text, `relevance` is `date`. */
export function readOrder(request: RequestParameters, { text }: Filters): Order {
  const order = request.one(PARAMETER.order) ?? 'date';
  return text === null && order === 'relevance' ? 'date' : order;
}

export function readPage(request: RequestParameters, { defaultCount }: SearchRules): Page {
  return {
    count: request.one(PARAMETER.count) ?? defaultCount,
    page: request.one(PARAMETER.page) ?? 1,
  };
}

/** Keeps only the values that decide which talks are found: `status` and `title` are ways to show them. */
export function readCancelled(request: RequestParameters): Pick<Question, 'cancelled'> {
  const cancelled = request.one(PARAMETER.cancelled);
  return cancelled === 'omit' || cancelled === 'only' ? { cancelled } : {};
}

/** Filters other than words, people, places and topics. An empty list or undefined: no filter. */
export interface AttributeFilters {
  readonly status: readonly TalkStatus[];
  readonly attendance: readonly Attendance[];
  readonly has: readonly MaterialKind[];
  /** A talk must lack one of these. */
  readonly missing: readonly Missing[];
  readonly audience: readonly Audience[];
  /** Whether the cost says that the talk is free. */
  readonly free: boolean | undefined;
  readonly bookingRequired: boolean | undefined;
  readonly evening: boolean | undefined;
  /** Only talks that may last more than one day. Set internally: no parameter asks for it. */
  readonly long?: boolean;
  /** IANA name of the time zone in which evenings begin. */
  readonly timeZone: string;
}

/** The parameters of AttributeFilters. */
const ASKED = [
  PARAMETER.status,
  PARAMETER.attendance,
  PARAMETER.has,
  PARAMETER.missing,
  PARAMETER.audience,
  PARAMETER.free,
  PARAMETER.bookingRequired,
  PARAMETER.evening,
];

/** @returns undefined if the request has none of these parameters */
function readAttributes(request: RequestParameters, timeZone: string): AttributeFilters | undefined {
  if (!ASKED.some((parameter) => request.has(parameter))) return undefined;
  return {
    status: request.all(PARAMETER.status),
    attendance: request.all(PARAMETER.attendance),
    has: request.all(PARAMETER.has),
    missing: request.all(PARAMETER.missing),
    audience: request.all(PARAMETER.audience),
    free: request.one(PARAMETER.free),
    bookingRequired: request.one(PARAMETER.bookingRequired),
    evening: request.one(PARAMETER.evening),
    timeZone,
  };
}

/** All talks, whatever their attributes. */
export function noAttributes(timeZone: string): AttributeFilters {
  return {
    status: [],
    attendance: [],
    has: [],
    missing: [],
    audience: [],
    free: undefined,
    bookingRequired: undefined,
    evening: undefined,
    timeZone,
  };
}

/** Identifies the question that a change cursor belongs to, whatever its order and the size of its pages. */
export function fingerprintOf({
  window,
  page: _page,
  count: _count,
  order: _order,
  attributes,
  hosts,
  collections,
  excluded,
  ...others
}: Question): string {
  // Left out when unset, so that cursors issued before these filters existed stay valid.
  const filters = {
    ...others,
    ...(attributes === undefined ? {} : { attributes }),
    ...(hosts.length === 0 ? {} : { hosts }),
    ...(collections.length === 0 ? {} : { collections }),
    ...(excluded === undefined ? {} : { excluded }),
  };
  // JSON has no infinities.
  const ends = [window.from, window.to].map(String);
  const asked = [ends, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))];
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16);
}
