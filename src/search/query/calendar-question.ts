import type { Result } from '#catalogue/problem.ts';
import { calendarIn, type Day } from './calendar-date.ts';
import { readCancelled, readFilters, readPage, type Filters, type Question, type SearchRules } from './question.ts';
import { readWindow } from './window.ts';
import { RequestParameters, type NamedValue } from './request.ts';

/** What talks must match, and whether cancelled ones do. */
export type CalendarFilters = Filters & Pick<Question, 'cancelled'>;

/** Which talks a calendar shows. Its days are in the path. */
export interface CalendarQuestion {
  readonly filters: CalendarFilters;
  /** The same, as a canonical query. */
  readonly asked: readonly NamedValue[];
}

/** Which talks an agenda lists: those of a search, by default from today. */
export interface AgendaQuestion {
  readonly question: Question;
  /** The first day. */
  readonly from: Day;
  /** Its days, and the rest, as queries. */
  readonly days: readonly NamedValue[];
  readonly filters: readonly NamedValue[];
  /** All but the page number, as a query. The order is always by date. */
  readonly asked: readonly NamedValue[];
}

/** The parameters of days. */
const OF_DAYS: readonly string[] = ['from', 'to'];
/** The parameters of order and paging. */
const OF_PAGES: readonly string[] = ['order', 'count', 'page', 'updated_since', 'alarm'];

/** Reads the filters of a search (interface.md 4.1) from the query of a calendar, ignoring dates. */
export function parseCalendar(query: string, rules: SearchRules): Result<CalendarQuestion> {
  const request = new RequestParameters(query, 'search', rules, true);
  const filters = { ...readFilters(request, rules), ...readCancelled(request) };
  return request.result({ filters, asked: calendarFilters(request.asked) });
}

/** Reads the query of an agenda, with its dates and page. */
export function parseAgenda(query: string, rules: SearchRules, now: Date): Result<AgendaQuestion> {
  const request = new RequestParameters(query, 'search', rules, true);
  const { window, days } = readWindow(request, rules, now);
  const filters = { ...readFilters(request, rules), ...readCancelled(request) };
  const page = readPage(request, rules);
  const calendar = calendarIn(rules.timeZone);
  const from = days.from ?? calendar.dayAt(now);
  const question: Question = {
    ...filters,
    ...page,
    order: 'date',
    window: { from: calendar.startOfDay(from), to: window.to },
  };
  return request.result({
    question,
    from,
    days: request.asked.filter(({ name }) => OF_DAYS.includes(name)),
    filters: calendarFilters(request.asked),
    asked: without(['order', 'page', 'updated_since', 'alarm'], request.asked),
  });
}

/** What a calendar takes of the query of a search: all but its days, order and page. */
export function calendarFilters(asked: readonly NamedValue[]): readonly NamedValue[] {
  return without([...OF_DAYS, ...OF_PAGES], asked);
}

function without(names: readonly string[], asked: readonly NamedValue[]): readonly NamedValue[] {
  return asked.filter(({ name }) => !names.includes(name));
}
