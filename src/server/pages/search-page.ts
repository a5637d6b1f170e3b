import { malformedSearchPage, searchPage } from '#pages/search/search.ts';
import { queryString } from '#representations/links/links.ts';
import { PAGE_PATHS, pageLinks } from '#representations/links/page-links.ts';
import { timeIn } from '#pages/search/times.ts';
import { readQuery } from '#search/query/query.ts';
import { NO_TERMS } from '#search/query/terms.ts';
import { LONGEST_TEXT } from '#search/query/text-query.ts';
import { requestLanguage } from './page-language.ts';
import { parsePageSearch, wholeFacetQuery } from '#search/query/page-question.ts';
import { calendarIn, dayOfSecond } from '#search/query/calendar-date.ts';
import type { Question } from '#search/query/question.ts';
import { shownPart } from '#search/query/shown-part.ts';
import { nextPageChange } from '../clock.ts';
import type { Answer } from '../http/answer.ts';
import { deprecation } from '../api/parameter-headers.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { talksGoingOn } from './calendar-content.ts';
import { mostShown } from './most-shown.ts';
import type { GoingOn } from './page-documents.ts';
import { documentPageAnswer, filledInAnswer, pageAnswer, redirectAnswer, viewOf } from './page-response.ts';
import { askedContent, foundContent, namesFound, narrowedTo, waysOn } from './search-page-content.ts';
import type { PageService } from '../service.ts';
import type { Target } from '../http/target.ts';

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
