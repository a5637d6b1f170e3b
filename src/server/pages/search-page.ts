import type { FacetGroup, FoundContent, SearchContent, Way } from '#pages/search/search-content.ts';
import { malformedSearchPage, searchPage } from '#pages/search/search.ts';
import { LONG_AGO, shortcutsOn, termToCome, timeIn } from '#pages/search/times.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { queryString } from '#representations/links/links.ts';
import { PAGE_PATHS, pageLinks } from '#representations/links/page-links.ts';
import { MAX_VALUES } from '#search/answers/facets.ts';
import { relaxedQueries } from '#search/answers/query-relaxation.ts';
import { BROWSE_TYPES } from '#search/index/list-type.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { calendarIn, type Day, dayOfSecond } from '#search/query/calendar-date.ts';
import { dateText, monthOf, monthText } from '#search/query/civil-days.ts';
import {
  type AskedFacet,
  FACET_KINDS,
  NAME_FACETS,
  type PageSearch,
  parsePageSearch,
  wholeFacetQuery,
} from '#search/query/page-question.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import { type NamedValue, readQuery } from '#search/query/request.ts';
import type { Question, SearchRules } from '#search/query/question.ts';
import { NO_TERMS } from '#search/query/terms.ts';
import { LONGEST_TEXT, type TextQuery } from '#search/query/text-query.ts';
import type { AskedDays } from '#search/query/window.ts';
import { deprecation } from '../api/resource-answer.ts';
import { nextPageChange } from '../clock.ts';
import type { Answer } from '../http/answer.ts';
import type { Target } from '../http/application.ts';
import type { PageService } from '../service.ts';
import { talksGoingOn } from './calendar-content.ts';
import { displayed, namesIn } from './display-names.ts';
import { askedInParts, mostShown, shownPart, type ShownPart } from './page-size.ts';
import type { GoingOn } from './page-documents.ts';
import {
  documentPageAnswer,
  filledInAnswer,
  pageAnswer,
  redirectAnswer,
  requestLanguage,
  viewOf,
} from './page-response.ts';

/** The search page: the same query as the API's, its results, and ways to refine it. */
export async function searchPageAnswer(service: PageService, target: Target): Promise<Answer> {
  const now = service.clock.now();
  const redirect = timeAnswer(service, target, now) ?? filledInAnswer(service, PAGE_PATHS.search, target);
  if (redirect !== undefined) return redirect;
  const parsed = parsePageSearch(target.query, service.rules, now);
  if (!parsed.ok) {
    const view = viewOf(service, target);
    const faults = parsed.problems.map(({ where, code }) => ({ parameter: where, code }));
    const content = { ...askedContent(parsed.given, service.rules, service.catalogue.index), faults };
    const page = pageAnswer(malformedSearchPage(content, view), view);
    return { ...page, status: 400, tag: undefined, keep: 'never' };
  }
  const search = parsed.value;
  const view = viewOf(
    service,
    target,
    PAGE_PATHS.search + queryString([...search.asked, ...wholeFacetQuery(search.whole)]),
  );
  const most = mostShown(search.asked);
  const { timeZone } = service.rules;
  const document = await service.catalogue.read(async (snapshot) => {
    const { index } = snapshot;
    const { text } = search.question;
    if (text !== null) await snapshot.loadWords(text);
    const names = await namesFound(search, { index, rules: service.rules });
    const narrowed = await narrowedTo(search, index);
    const part = shownPart(search.question, most);
    const { talks: all, total } = index.answer(search.question, part);
    const talks = all.subarray(part.skipped);
    const beside = goingOn(snapshot, search.question, timeZone, { total, ...part });
    const shown = { total, shown: talks.length, goingOn: beside?.talks.length ?? 0 };
    const searched = { index, rules: service.rules, now };
    const ways = total + shown.goingOn === 0 ? await waysOn(search, { ...searched, snapshot }) : [];
    const found = foundContent(search, { ...shown, part, most, names, narrowed, ways }, searched);
    const lists = found.shown + found.goingOn === 0 ? [] : [{ talks, byDay: !found.isRanked, goingOn: beside }];
    return service.pages.document(snapshot, view, { fragments: searchPage(found, view), lists, text });
  });
  // The shortcuts to frequently used dates change at midnight.
  const changesAt = nextPageChange(service, search.dependsOn, now);
  const headers = search.deprecatedDate ? deprecation(service.publication) : [];
  return documentPageAnswer(document, view, { changesAt, headers });
}

/** Redirects from words of time, as in “language next week”, to the days that they mean; undefined if there are none. */
function timeAnswer({ rules, publication }: PageService, target: Target, now: Date): Answer | undefined {
  if (!target.query.includes('q=')) return undefined;
  const pairs = readQuery(target.query);
  const typed = pairs.filter(({ name }) => name === 'q');
  const [text] = typed;
  if (typed.length !== 1 || text?.value === undefined || text.value.length > LONGEST_TEXT) return undefined;
  // Whatever cannot be read is reported.
  if (pairs.some(({ value }) => value === undefined)) return undefined;
  const { language } = requestLanguage(target);
  const today = calendarIn(rules.timeZone).dayAt(now);
  const said = timeIn(text.value, { language, today, terms: rules.terms ?? NO_TERMS });
  if (said === undefined) return undefined;
  const changed = [
    { name: 'q', value: said.rest },
    { name: 'from', value: said.from },
    { name: 'to', value: said.to },
  ];
  const kept = pairs.flatMap(({ name, value = '' }) => (REPLACED.includes(name) ? [] : [{ name, value }]));
  const asked = [...changed, ...kept].filter(({ value }) => value !== '');
  return redirectAnswer(pageLinks(publication, null).page(PAGE_PATHS.search + queryString(asked)));
}

const REPLACED: readonly string[] = ['q', 'from', 'to', 'page'];

/**
 * Talks that began before the first day of a list by day, and go on: above that day, on the first page or, if the
 * latest day is first, below it on the last page; in place of the list if no others match.
 */
function goingOn(
  snapshot: Snapshot,
  question: Question,
  timeZone: string,
  { total, page, count }: { readonly total: number; readonly page: number; readonly count: number },
): GoingOn | undefined {
  const { window, order } = question;
  const isLatestFirst = order === 'latest' && total > 0;
  const isByDay = order === 'date' || isLatestFirst || total === 0;
  const isOnPage = isLatestFirst ? page === Math.ceil(total / count) : page <= 1;
  if (!isByDay || !isOnPage || window.from === -Infinity || window.to <= window.from) return undefined;
  const day = dayOfSecond(calendarIn(timeZone), window.from);
  const found = talksGoingOn(snapshot, { filters: question, timeZone }, day);
  return isLatestFirst ? { ...found, talks: found.talks.toReversed(), isBelow: true } : found;
}

/** What a search page is rendered from. */
interface SearchedIn {
  readonly index: TalkIndex;
  readonly rules: SearchRules;
  readonly now: Date;
}

/** @param index undefined while it is not loaded; values then have no names @param most maximum talks on a page */
function askedContent(
  asked: readonly NamedValue[],
  { defaultCount, maximumCount }: SearchRules,
  index: TalkIndex | undefined,
  most = mostShown(asked),
): SearchContent {
  return {
    asked,
    nameOf: namesIn(index),
    counts: { usual: Math.min(defaultCount, most), most: Math.min(maximumCount, most) },
  };
}

/** The results of a query that a page shows. */
interface Found extends Pick<FoundContent, 'total' | 'shown' | 'goingOn' | 'names' | 'ways'> {
  readonly part: ShownPart;
  /** Maximum talks on a page. */
  readonly most: number;
  readonly narrowed: Narrowed;
}

/** Numbers of the values that a whole facet is narrowed to; undefined for all. */
type Narrowed = ReadonlySet<number> | undefined;

function foundContent(
  search: PageSearch,
  { total, part, most, shown, goingOn, names, narrowed, ways }: Found,
  searched: SearchedIn,
): FoundContent {
  const { question, asked, days, today } = search;
  const { index, rules } = searched;
  const { nameOf, counts } = askedContent(asked, rules, index, most);
  const { facets, attributes } = total === 0 ? NO_FACETS : facetsOf(search, searched, narrowed);
  return {
    asked,
    nameOf,
    counts,
    days,
    month: monthText(monthOf(nearestDay(search))),
    total,
    shown,
    goingOn,
    page: part.page,
    count: part.count,
    skipped: part.skipped,
    turned: askedInParts(asked, question, part),
    names,
    facets,
    attributes,
    ways,
    shortcuts: shortcutsOn(today),
    term: termToCome(rules.terms ?? NO_TERMS, today)?.name,
    isRanked: question.order === 'relevance',
    isLatestFirst: search.question.order === 'latest',
    reach: reachOf(search),
  };
}

/** The values whose names begin with the words that were typed to find them. */
async function narrowedTo({ whole }: PageSearch, { names }: TalkIndex): Promise<Narrowed> {
  return whole === undefined || whole.find === ''
    ? undefined
    : await names.matching(whole.find, NAME_FACETS[whole.kind].names);
}

/** Maximum names shown above the talks. */
const MAX_NAMES = 6;

/** Records whose names contain the searched words. Only on the first page: on others, readers have seen them. */
async function namesFound(
  { question, today }: PageSearch,
  { index, rules }: Omit<SearchedIn, 'now'>,
): Promise<FoundContent['names']> {
  const { text, page } = question;
  if (text === null || page > 1) return [];
  const request = { text: text.text, types: BROWSE_TYPES, count: MAX_NAMES };
  return await index.names.suggest(request, calendarIn(rules.timeZone).startOfDay(today));
}

function reachOf({ days: { from, to }, today }: PageSearch): FoundContent['reach'] {
  if (to !== undefined && to < today) return 'past';
  return from !== undefined && from < today ? 'both' : 'upcoming';
}

/** Today, or the requested day that is nearest to it. */
function nearestDay({ days: { from, to }, today }: PageSearch): Day {
  return Math.max(Math.min(today, to ?? today), from ?? -Infinity);
}

const NO_FACETS: Pick<FoundContent, 'facets' | 'attributes'> = { facets: [], attributes: [] };

function facetsOf(
  { question, whole }: PageSearch,
  { index, rules }: SearchedIn,
  narrowed: Narrowed,
): Pick<FoundContent, 'facets' | 'attributes'> {
  const counted = index.facets(question, rules.timeZone);
  const { attributes = [] } = counted;
  return {
    facets: FACET_KINDS.map((kind): FacetGroup => {
      const { parameter } = NAME_FACETS[kind];
      if (whole?.kind === kind) return { group: kind, parameter, ...wholeFacet(index, question, whole, narrowed) };
      const values = counted[kind];
      const hasMore = values.filter(({ isAsked }) => !isAsked).length >= MAX_VALUES;
      return { group: kind, parameter, values: displayed(index, kind, values), hasMore };
    }),
    attributes: attributes.map(({ name, value, count, isAsked }) => ({
      parameter: PARAMETER[name].name,
      value,
      count,
      isAsked,
    })),
  };
}

/** Maximum values on a page of a whole facet. */
const MAX_OF_WHOLE = 200;

function wholeFacet(
  index: TalkIndex,
  question: Question,
  { kind, page, find }: AskedFacet,
  only: Narrowed,
): Pick<FacetGroup, 'values' | 'hasMore' | 'whole'> {
  const { total, values } = index.facetPage(kind, question, { page, count: MAX_OF_WHOLE, only });
  const pages = Math.max(1, Math.ceil(total / MAX_OF_WHOLE));
  return { values: displayed(index, kind, values), hasMore: false, whole: { total, page, pages, find } };
}

/** What other queries are tried with. */
interface Tried extends SearchedIn {
  /** At the version of the index. */
  readonly snapshot: Pick<Snapshot, 'loadWords'>;
}

/** Queries with results, for a query without. */
async function waysOn({ asked, days }: PageSearch, tried: Tried): Promise<readonly Way[]> {
  const hasDates = asked.some(({ name }) => name === 'from' || name === 'to');
  const dateless = asked.filter(({ name }) => name !== 'from' && name !== 'to');
  const sometime = [{ name: 'from', value: LONG_AGO }, ...dateless];
  const ways: Way[] = [
    ...(await lesserWords(asked, tried)),
    ...(await swappedDays(days, dateless, tried)),
    { kind: 'onwards', changes: { from: null, to: null }, total: hasDates ? await totalOf(dateless, tried) : 0 },
    { kind: 'always', changes: { from: LONG_AGO, to: null }, total: await totalOf(sometime, tried) },
  ];
  for (const left of dateless.slice(0, MAX_WAYS)) {
    const rest = asked.filter((one) => one !== left);
    ways.push({ kind: 'without', left, changes: {}, total: await totalOf(rest, tried) });
  }
  return ways.filter(({ total }) => total > 0);
}

/** The query with its days in order, if the last is before the first. */
async function swappedDays({ from, to }: AskedDays, dateless: readonly NamedValue[], tried: Tried): Promise<Way[]> {
  if (from === undefined || to === undefined || from <= to) return [];
  const changes = { from: dateText(to), to: dateText(from) };
  const dated = Object.entries(changes).map(([name, value]) => ({ name, value }));
  return [{ kind: 'swapped', changes, total: await totalOf([...dated, ...dateless], tried) }];
}

async function lesserWords(asked: readonly NamedValue[], tried: Tried): Promise<Way[]> {
  const typed = asked.find(({ name }) => name === 'q')?.value;
  if (typed === undefined) return [];
  const others = asked.filter(({ name }) => name !== 'q');
  const ways: Way[] = [];
  const load = (text: TextQuery): Promise<void> | undefined => tried.snapshot.loadWords(text);
  for (const { kind, part, text } of await relaxedQueries(typed, tried.index.texts, load)) {
    const total = await totalOf([...others, { name: 'q', value: text }], tried);
    ways.push({ kind: kind === 'without' ? 'withoutWords' : kind, words: part, changes: { q: text }, total });
  }
  return ways;
}

/** Maximum queries with one value removed: each one costs a search. */
const MAX_WAYS = 20;

async function totalOf(asked: readonly NamedValue[], { index, rules, now, snapshot }: Tried): Promise<number> {
  const parsed = parsePageSearch(queryString(asked).slice(1), rules, now);
  if (!parsed.ok) return 0;
  const { question } = parsed.value;
  if (question.text !== null) await snapshot.loadWords(question.text);
  return index.answer(question).total;
}
