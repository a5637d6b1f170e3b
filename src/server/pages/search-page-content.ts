import type { FacetGroup, FoundContent, SearchContent, Way } from '#pages/search/search-content.ts';
import { LONG_AGO, shortcutsOn, termToCome } from '#pages/search/times.ts';
import { queryString } from '#representations/links/links.ts';
import { calendarIn, type Day } from '#search/query/calendar-date.ts';
import { dateText, monthOf, monthText } from '#search/query/civil-days.ts';
import { MAX_VALUES } from '#search/answers/facets.ts';
import { relaxedQueries } from '#search/answers/query-relaxation.ts';
import { NAME_FACETS, FACET_KINDS, parsePageSearch } from '#search/query/page-question.ts';
import type { PageSearch, AskedFacet } from '#search/query/page-question.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import { NO_TERMS } from '#search/query/terms.ts';
import type { Question, SearchRules } from '#search/query/question.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { AskedDays } from '#search/query/window.ts';
import type { NamedValue } from '#search/query/request.ts';
import { askedInParts, type ShownPart } from '#search/query/shown-part.ts';
import { BROWSE_TYPES } from '#search/index/list-type.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { displayed, namesIn } from './display-names.ts';
import { mostShown } from './most-shown.ts';

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
interface Found extends Pick<FoundContent, 'total' | 'shown' | 'goingOn' | 'names' | 'ways'> {
  readonly part: ShownPart;
  /** Maximum talks on a page. */
  readonly most: number;
  readonly narrowed: Narrowed;
}

/** Numbers of the values that a whole facet is narrowed to; undefined for all. */
type Narrowed = ReadonlySet<number> | undefined;

export function foundContent(
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

/** What other queries are tried with. */
interface Tried extends SearchedIn {
  /** At the version of the index. */
  readonly snapshot: Pick<Snapshot, 'loadWords'>;
}

/** Queries with results, for a query without. */
export async function waysOn({ asked, days }: PageSearch, tried: Tried): Promise<readonly Way[]> {
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
