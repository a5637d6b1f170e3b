import type { Result } from '#catalogue/problem.ts';
import { calendarIn, type Day } from './calendar-date.ts';
import { readCancelled, readFilters, readPage, type Filters, type Question, type SearchRules } from './question.ts';
import { FROM_TODAY, readWindow, type DependsOn } from './window.ts';
import { RequestParameters, type NamedValue } from './request.ts';

/** Filters, including whether to leave out cancelled talks, or all others. */
export type CalendarFilters = Filters & Pick<Question, 'cancelled'>;

/** Which talks a calendar shows. Its days are in the path of the URL. */
export interface CalendarQuestion {
  readonly filters: CalendarFilters;
  /** The filters as a canonical query. */
  readonly asked: readonly NamedValue[];
}

/** Which talks an agenda lists: the results of a search, from today unless it has a `from`. */
interface AgendaQuestion {
  readonly question: Question;
  /** The first day. */
  readonly from: Day;
  readonly dependsOn: DependsOn;
  /** `from` and `to`, and the filters, as canonical queries. */
  readonly days: readonly NamedValue[];
  readonly filters: readonly NamedValue[];
  /** All but the page number, as a canonical query. The order is always by date. */
  readonly asked: readonly NamedValue[];
}

const OF_DAYS: readonly string[] = ['from', 'to'];
/** Parameters that are not filters: order, paging, changes and alarms. */
const OF_PAGES: readonly string[] = ['ongoing', 'order', 'count', 'page', 'updated_since', 'alarm'];

/** Reads the filters of a search from the query of a calendar, ignoring dates. */
export function parseCalendar(query: string, rules: SearchRules): Result<CalendarQuestion> {
  const request = new RequestParameters(query, 'search', rules, true);
  const filters = { ...readFilters(request, rules), ...readCancelled(request) };
  return request.result({ filters, asked: calendarFilters(request.asked) });
}

/** Reads the query of an agenda, with its dates and page. */
export function parseAgenda(query: string, rules: SearchRules, now: Date): Result<AgendaQuestion> {
  const request = new RequestParameters(query, 'search', rules, true);
  const { window, days, dependsOn } = readWindow(request, rules, now, FROM_TODAY);
  const filters = { ...readFilters(request, rules), ...readCancelled(request) };
  const page = readPage(request, rules);
  const question: Question = {
    ...filters,
    ...page,
    order: 'date',
    // The page lists talks that go on apart, see talksGoingOn.
    window: { from: window.from, to: window.to },
  };
  return request.result({
    question,
    from: days.from ?? calendarIn(rules.timeZone).dayAt(now),
    dependsOn,
    days: request.asked.filter(({ name }) => OF_DAYS.includes(name)),
    filters: calendarFilters(request.asked),
    asked: without(['ongoing', 'order', 'page', 'updated_since', 'alarm'], request.asked),
  });
}

/** The parameters of a search that also apply to a calendar: all but its days, order, paging, changes and alarms. */
export function calendarFilters(asked: readonly NamedValue[]): readonly NamedValue[] {
  return without([...OF_DAYS, ...OF_PAGES], asked);
}

function without(names: readonly string[], asked: readonly NamedValue[]): readonly NamedValue[] {
  return asked.filter(({ name }) => !names.includes(name));
}
