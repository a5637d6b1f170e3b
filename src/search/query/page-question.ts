import type { Problem, Result } from '#catalogue/problem.ts';
import { calendarIn } from './calendar-date.ts';
import type { Day } from './calendar-date.ts';
import { PARAMETER, PARAMETERS } from './parameters.ts';
import { type NamedValue, readQuery, RequestParameters, type RequestRules } from './request.ts';
import { readQuestion } from './question.ts';
import type { Question, SearchRules } from './question.ts';
import type { FacetName, Kind, WhenForm } from './value-forms.ts';
import { FROM_TODAY, readWindow } from './window.ts';
import type { AskedDays, DependsOn } from './window.ts';

/**
 * The search of an HTML page. It takes the parameters of feeds, too, because readers can subscribe to its results.
 * Without `from` it begins today. If all its days are past and there is no `order`, the latest talk comes first.
 */
export interface PageSearch {
  readonly question: Question;
  readonly days: AskedDays;
  /** What was asked, as a canonical query. */
  readonly asked: readonly NamedValue[];
  readonly deprecatedDate: boolean;
  readonly dependsOn: DependsOn;
  /** Today, in the service's time zone. */
  readonly today: Day;
  /** The facet of which the page shows all values. */
  readonly whole: AskedFacet | undefined;
}

/** The facet of which all values are asked for, a page at a time. */
export interface AskedFacet {
  readonly kind: FacetKind;
  /** 1 and up. */
  readonly page: number;
  /** Prefixes of words that the name of a value must have; `''`: all values. */
  readonly find: string;
}

/** In characters. */
const LONGEST_FIND = 100;

export const FACET_KINDS = ['departments', 'series', 'topics', 'venues', 'speakers'] as const;
export type FacetKind = (typeof FACET_KINDS)[number];

/** The parameter of each of these facets, and which names its values are. The values of all others are attributes. */
export const NAME_FACETS = {
  departments: { parameter: 'organising_department', names: 'department' },
  series: { parameter: 'series', names: 'series' },
  topics: { parameter: 'topic', names: 'topic' },
  venues: { parameter: 'venue', names: 'venue' },
  speakers: { parameter: 'speaker', names: 'person' },
} as const satisfies Readonly<Record<FacetKind, { readonly parameter: FacetName; readonly names: Kind }>>;

type ParsedPageSearch =
  | { readonly ok: true; readonly value: PageSearch }
  /** `given`: the parameters as sent, to fill the fields of the form. */
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly given: readonly NamedValue[] };

/** Reads the query of a search page, from which the empty fields of the form have been removed. */
export function parsePageSearch(query: string, rules: SearchRules, now: Date): ParsedPageSearch {
  const request = new RequestParameters(query, 'search', rules, true);
  const { window, days, deprecatedDate, dependsOn } = readWindow(request, rules, now, FROM_TODAY);
  const { from, to } = window;
  const today = calendarIn(rules.timeZone).dayAt(now);
  // The page lists talks that go on apart, see talksGoingOn.
  const asked = readQuestion(request, rules, { from, to });
  if (request.problems.length > 0) return { ok: false, problems: request.problems, given: known(request.given) };
  const isPast = days.to !== undefined && days.to < today;
  const order = isPast && !request.has(PARAMETER.order) ? 'latest' : asked.order;
  return {
    ok: true,
    value: {
      question: order === asked.order ? asked : { ...asked, order },
      days,
      asked: known(request.asked),
      deprecatedDate,
      dependsOn,
      today,
      whole: wholeFacet(request.given),
    },
  };
}

/** Invalid values are ignored. */
function wholeFacet(given: readonly NamedValue[]): AskedFacet | undefined {
  const valueOf = (wanted: string): string => given.find(({ name }) => name === wanted)?.value ?? '';
  const kind = FACET_KINDS.find((one) => one === valueOf('all'));
  const page = /^[1-9][0-9]{0,5}$/.test(valueOf('all_page')) ? Number(valueOf('all_page')) : 1;
  const find = valueOf('all_find').trim().slice(0, LONGEST_FIND);
  return kind && { kind, page, find };
}

/** The query of a whole facet, as part of a page's. */
export function wholeFacetQuery(whole: AskedFacet | undefined): readonly NamedValue[] {
  if (whole === undefined) return [];
  const { kind, page, find } = whole;
  return [
    { name: 'all', value: kind },
    ...(find === '' ? [] : [{ name: 'all_find', value: find }]),
    ...(page === 1 ? [] : [{ name: 'all_page', value: String(page) }]),
  ];
}

/** All parameters but those that have no effect on a page. */
const NAMES = new Set(
  PARAMETERS.filter(
    (one) =>
      ![
        PARAMETER.ongoing,
        PARAMETER.facets,
        PARAMETER.fields,
        PARAMETER.updatedSince,
        PARAMETER.alarm,
        PARAMETER.strict,
      ].some(({ name }) => name === one.name),
  ).map(({ name }) => name),
);

function known(given: readonly NamedValue[]): readonly NamedValue[] {
  return given.filter(({ name }) => NAMES.has(name));
}

/** Names a pair to remove, as in `without=series%3D…`: the button that removes a filter sends the whole form. */
const WITHOUT = 'without';
/** What `without` names to remove both days. */
export const WITHOUT_DAYS = 'from&to';

/**
 * The query without the empty fields of a form, which only make an address long, and without the pairs that `without` names.
 * Undefined if there is nothing to remove.
 */
export function withoutEmptyFields(query: string): string | undefined {
  if (!/=(?:&|$)|(?:^|&)without=/.test(query)) return undefined;
  const pairs = query.split('&').map((text) => ({ text, read: readQuery(text, 1) }));
  const left = new Set(
    pairs.flatMap(({ read }) => read.flatMap(({ name, value }) => (name === WITHOUT ? [value] : []))),
  );
  const isDay = (name: string): boolean => left.has(WITHOUT_DAYS) && (name === 'from' || name === 'to');
  const filled = pairs.filter(({ read }) =>
    read.some(
      ({ name, value }) => value !== '' && name !== WITHOUT && !isDay(name) && !left.has(`${name}=${value ?? ''}`),
    ),
  );
  return filled.length === pairs.length ? undefined : filled.map(({ text }) => text).join('&');
}

/** Which talks the page of a series, person, place and so on lists. */
export interface ListPage {
  readonly when: WhenForm;
  /** 1 and up. */
  readonly page: number;
  /** URI of the topic; `''` for other pages, whose identifier is in the path. */
  readonly uri: string;
}

/** Which part of a list of names, or of the tree of places, a page shows. */
export interface BrowsePage {
  readonly letter: string | undefined;
  /** Identifier of a place: lists what is under it. */
  readonly under: string | undefined;
  /** 1 and up. */
  readonly page: number;
}

/** @param query raw, without its `?`. @returns all problems at once, with the parameter's name as `where` */
export function parseListPage(
  query: string,
  operation: 'list page' | 'topic page',
  rules: SearchRules,
): Result<ListPage> {
  const request = new RequestParameters(query, operation, rules);
  return request.result({
    when: request.one(PARAMETER.when) ?? 'upcoming',
    page: request.one(PARAMETER.page) ?? 1,
    uri: operation === 'topic page' ? (request.one(PARAMETER.uri) ?? '') : '',
  });
}

/** Like parseListPage. */
export function parseBrowsePage(query: string, rules: SearchRules): Result<BrowsePage> {
  const request = new RequestParameters(query, 'browse page', rules);
  return request.result({
    letter: request.one(PARAMETER.letter),
    under: request.one(PARAMETER.under),
    page: request.one(PARAMETER.page) ?? 1,
  });
}

/** Reads the slugs of a reader's own list of talks from `talk`: sorted, each once; empty without the parameter. */
export function parseChosenTalks(query: string, rules: RequestRules): Result<readonly string[]> {
  const request = new RequestParameters(query, 'search', rules, true);
  return request.result(request.all(PARAMETER.talk));
}
