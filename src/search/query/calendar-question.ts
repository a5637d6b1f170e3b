import type { Result } from '#catalogue/problem.ts';
import { calendarIn, type Day } from './calendar-date.ts';
import {
  readCancelled,
  readFilters,
  readPage,
  readWindow,
  type Filters,
  type Question,
  type SearchRules,
} from './question.ts';
import { RequestParameters, type NamedValue } from './request.ts';

/** What talks have to carry, and whether they may be cancelled. */
export type CalendarFilters = Filters & Pick<Question, 'cancelled'>;

/** Which talks a calendar shows. Its days are in its address. */
export interface CalendarQuestion {
  readonly filters: CalendarFilters;
  /** The same as a query, said in one way by all who ask the same. */
  readonly asked: readonly NamedValue[];
}

/** Which talks an agenda lists: as a search, from today where it does not say. */
export interface AgendaQuestion {
  readonly question: Question;
  /** The first day. */
  readonly from: Day;
  /** What of it is about days, and the rest, as queries. */
  readonly days: readonly NamedValue[];
  readonly filters: readonly NamedValue[];
  /** All of it but the number of the page, as a query. Its order is always that of days. */
  readonly asked: readonly NamedValue[];
}

/** What of a search is about days. */
const OF_DAYS: readonly string[] = ['from', 'to'];
/** What is about the order and number of what it finds. */
const OF_PAGES: readonly string[] = ['order', 'count', 'page', 'updated_since', 'alarm'];

/** Reads the filters of a search (interface.md 4.1) out of the query of a calendar; dates in it say nothing. */
export function parseCalendar(query: string, rules: SearchRules): Result<CalendarQuestion> {
  const request = new RequestParameters(query, 'search', rules, true);
  const filters = { ...readFilters(request), ...readCancelled(request) };
  if (request.problems.length > 0) return { ok: false, problems: request.problems };
  return { ok: true, value: { filters, asked: without([...OF_DAYS, ...OF_PAGES], request) } };
}

/** Reads the query of an agenda, as parseCalendar does, with its dates and page. */
export function parseAgenda(query: string, rules: SearchRules, now: Date): Result<AgendaQuestion> {
  const request = new RequestParameters(query, 'search', rules, true);
  const { window, days } = readWindow(request, rules, now);
  const filters = { ...readFilters(request), ...readCancelled(request) };
  const page = readPage(request, rules);
  if (request.problems.length > 0) return { ok: false, problems: request.problems };
  const calendar = calendarIn(rules.timeZone);
  const from = days.from ?? calendar.dayAt(now);
  const question: Question = {
    ...filters,
    ...page,
    order: 'date',
    window: { from: calendar.startOfDay(from), to: window.to },
  };
  return {
    ok: true,
    value: {
      question,
      from,
      days: request.asked.filter(({ name }) => OF_DAYS.includes(name)),
      filters: without([...OF_DAYS, ...OF_PAGES], request),
      asked: without(['order', 'page', 'updated_since', 'alarm'], request),
    },
  };
}

function without(names: readonly string[], { asked }: RequestParameters): readonly NamedValue[] {
  return asked.filter(({ name }) => !names.includes(name));
}
