import type { Result, Problem } from '#catalogue/problem.ts';
import { calendarIn } from './calendar-date.ts';
import type { Day } from './calendar-date.ts';
import { readCancelled, readFilters, readPage } from './question.ts';
import type { Filters, Question, SearchRules } from './question.ts';
import { FROM_TODAY, readWindow } from './window.ts';
import type { DependsOn } from './window.ts';
import { type NamedValue, readQuery, RequestParameters } from './request.ts';
import { readDate } from './civil-days.ts';
import { withoutEmptyFields } from './page-question.ts';

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

const CALENDAR_VIEWS = ['week', 'month', 'day', 'rooms', 'agenda'] as const;
type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** Which calendar to show: the week, month or agenda that contains a day. */
interface CalendarStart extends CalendarQuestion {
  readonly view: CalendarView;
  /** Undefined: today. */
  readonly day: Day | undefined;
}

/** Reads the query of a form that opens a calendar: the filters of a search, the view and a day in it. */
export function parseCalendarStart(query: string, rules: SearchRules): Result<CalendarStart> {
  const filled = withoutEmptyFields(query) ?? query;
  const given = readQuery(filled);
  const textOf = (name: string): string | undefined => given.find((one) => one.name === name)?.value;
  const calendar = parseCalendar(filled, rules);
  const [viewText = 'week', dayText] = [textOf('view'), textOf('day')];
  const view = CALENDAR_VIEWS.find((one) => one === viewText);
  const day = dayText === undefined ? undefined : readDate(dayText)?.day;
  const problems = [
    ...(calendar.ok ? [] : calendar.problems),
    ...(view === undefined ? [bad('view', viewText, `Write one of: ${CALENDAR_VIEWS.join(', ')}.`)] : []),
    ...(dayText !== undefined && day === undefined ? [bad('day', dayText, 'Write yyyy-mm-dd.')] : []),
  ];
  if (!calendar.ok || view === undefined || problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...calendar.value, view, day } };
}

function bad(name: string, text: string, hint: string): Problem {
  return { code: `bad-${name}`, where: name, what: `“${text.slice(0, 80)}” is not a ${name}.`, hint };
}

/** Light or dark; `auto`: as the operating system prefers. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Which talks a display (a screen in a foyer, say) shows, starting with those that are on now. */
interface DisplayQuestion extends CalendarQuestion {
  readonly theme: Theme;
}

/** Reads the filters of a search from the query of a display, ignoring dates, and its theme. */
export function parseDisplay(query: string, rules: SearchRules): Result<DisplayQuestion> {
  const calendar = parseCalendar(query, rules);
  const given = readQuery(query).find(({ name, value }) => name === 'theme' && value !== '');
  const text = given?.value ?? 'auto';
  const theme = THEMES.find((one) => one === text);
  const problems = [...(calendar.ok ? [] : calendar.problems), ...(theme === undefined ? [badTheme(text)] : [])];
  if (!calendar.ok || theme === undefined) return { ok: false, problems };
  return { ok: true, value: { ...calendar.value, theme } };
}

function badTheme(text: string): Problem {
  const hint = `Write one of: ${THEMES.join(', ')}.`;
  return { code: 'bad-theme', where: 'theme', what: `“${text.slice(0, 80)}” is not a theme.`, hint };
}
