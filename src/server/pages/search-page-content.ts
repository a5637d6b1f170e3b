import type { FacetGroup, FoundContent, SearchContent, Shortcut, Way } from '#pages/search/search-content.ts';
import { queryString } from '#representations/links/links.ts';
import { calendarIn, type Day } from '#search/query/calendar-date.ts';
import { dateText, monthOf, monthText } from '#search/query/civil-days.ts';
import { MAX_VALUES } from '#search/answers/facets.ts';
import { relaxedQueries } from '#search/answers/query-relaxation.ts';
import {
  NAME_FACETS,
  FACET_KINDS,
  parsePageSearch,
  type PageSearch,
  type AskedFacet,
} from '#search/query/page-question.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import type { Question, SearchRules } from '#search/query/question.ts';
import type { AskedDays } from '#search/query/window.ts';
import type { NamedValue } from '#search/query/request.ts';
import { askedInParts, type ShownPart } from '#search/query/shown-part.ts';
import { BROWSE_TYPES } from '#search/index/list-type.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { displayed, namesIn } from './display-names.ts';
import { mostShown } from './most-shown.ts';
import { weekAhead } from './week-ahead.ts';

/** What a search page is rendered from. */
interface SearchedIn {
  readonly index: TalkIndex;
  readonly rules: SearchRules;
  readonly now: Date;
}

/** @param index undefined while it is not loaded; values then have no names @param most maximum talks on a page */
export function askedContent(
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
interface Found extends Pick<FoundContent, 'total' | 'shown' | 'goingOn' | 'names'> {
  readonly part: ShownPart;
  /** Maximum talks on a page. */
  readonly most: number;
  readonly narrowed: Narrowed;
}

/** Numbers of the values that a whole facet is narrowed to; undefined for all. */
type Narrowed = ReadonlySet<number> | undefined;

export function foundContent(
  search: PageSearch,
  { total, part, most, shown, goingOn, names, narrowed }: Found,
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
    ways: total + goingOn === 0 ? waysOn(search, searched) : [],
    shortcuts: shortcutsOn(today),
    isRanked: question.order === 'relevance',
    isLatestFirst: search.question.order === 'latest',
    reach: reachOf(search),
  };
}

/** The values whose names begin with the words that were typed to find them. */
export async function narrowedTo({ whole }: PageSearch, { names }: TalkIndex): Promise<Narrowed> {
  return whole === undefined || whole.find === ''
    ? undefined
    : await names.matching(whole.find, NAME_FACETS[whole.kind].names);
}

/** Maximum names shown above the talks. */
const MAX_NAMES = 6;

/** Records whose names contain the searched words. Only on the first page: on others, readers have seen them. */
export async function namesFound(
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

/** Earlier than any talk worth searching for. */
export const LONG_AGO = '1900-01-01';

/** Broader queries with results, for a query without. */
function waysOn({ asked, days }: PageSearch, searched: SearchedIn): readonly Way[] {
  const hasDates = asked.some(({ name }) => name === 'from' || name === 'to');
  const dateless = asked.filter(({ name }) => name !== 'from' && name !== 'to');
  const sometime = [{ name: 'from', value: LONG_AGO }, ...dateless];
  const ways: Way[] = [
    ...lesserWords(asked, searched),
    ...swappedDays(days, dateless, searched),
    { kind: 'onwards', changes: { from: null, to: null }, total: hasDates ? totalOf(dateless, searched) : 0 },
    { kind: 'always', changes: { from: LONG_AGO, to: null }, total: totalOf(sometime, searched) },
    ...dateless.slice(0, MAX_WAYS).map((left): Way => {
      const rest = asked.filter((one) => one !== left);
      return { kind: 'without', left, changes: {}, total: totalOf(rest, searched) };
    }),
  ];
  return ways.filter(({ total }) => total > 0);
}

/** The query with its days in order, if the last is before the first. */
function swappedDays({ from, to }: AskedDays, dateless: readonly NamedValue[], searched: SearchedIn): Way[] {
  if (from === undefined || to === undefined || from <= to) return [];
  const changes = { from: dateText(to), to: dateText(from) };
  const dated = Object.entries(changes).map(([name, value]) => ({ name, value }));
  return [{ kind: 'swapped', changes, total: totalOf([...dated, ...dateless], searched) }];
}

function lesserWords(asked: readonly NamedValue[], searched: SearchedIn): Way[] {
  const typed = asked.find(({ name }) => name === 'q')?.value;
  if (typed === undefined) return [];
  return relaxedQueries(typed, searched.index.texts).map(({ kind, part, text }) => {
    const others = asked.filter(({ name }) => name !== 'q');
    const total = totalOf([...others, { name: 'q', value: text }], searched);
    return { kind: kind === 'without' ? 'withoutWords' : kind, words: part, changes: { q: text }, total };
  });
}

/** Maximum queries with one value removed: each one costs a search. */
const MAX_WAYS = 20;

function totalOf(asked: readonly NamedValue[], { index, rules, now }: SearchedIn): number {
  const parsed = parsePageSearch(queryString(asked).slice(1), rules, now);
  return parsed.ok ? index.answer(parsed.value.question).total : 0;
}

const DAYS_A_YEAR = 365;

let shortcuts: { readonly day: Day; readonly all: readonly Shortcut[] } | undefined;

/** Shortcuts to frequently used dates; they stay the same all day. */
export function shortcutsOn(today: Day): readonly Shortcut[] {
  if (shortcuts?.day === today) return shortcuts.all;
  const { isNext, last } = weekAhead(today);
  const all: readonly Shortcut[] = [
    { name: 'upcoming', from: null, to: null },
    { name: 'today', from: 'today', to: 'today' },
    isNext
      ? { name: 'nextWeek', from: 'tomorrow', to: `plus${String(last - today - 1)}` }
      : { name: 'thisWeek', from: 'today', to: `plus${String(last - today)}` },
    { name: 'next30', from: 'today', to: 'plus30' },
    { name: 'past', from: dateText(today - DAYS_A_YEAR), to: dateText(today - 1) },
    { name: 'always', from: LONG_AGO, to: null },
  ];
  shortcuts = { day: today, all };
  return all;
}
