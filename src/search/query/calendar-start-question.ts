import type { Problem, Result } from '#catalogue/problem.ts';
import type { Day } from './calendar-date.ts';
import { readDate } from './date-text.ts';
import { parseCalendar, type CalendarQuestion } from './calendar-question.ts';
import { withoutEmptyFields } from './page-question.ts';
import { readQuery } from './query.ts';
import type { SearchRules } from './question.ts';

const CALENDAR_VIEWS = ['week', 'month', 'agenda'] as const;
type CalendarView = (typeof CALENDAR_VIEWS)[number];

/** Which calendar to show: the week, month or agenda that contains a day. */
interface CalendarStart extends CalendarQuestion {
  readonly view: CalendarView;
  /** Undefined: today. */
  readonly day: Day | undefined;
}

/** More than any form has. */
const MAX_PAIRS = 1000;

/** Reads the query of a form that opens a calendar: the filters of a search, the view and a day in it. */
export function parseCalendarStart(query: string, rules: SearchRules): Result<CalendarStart> {
  const filled = withoutEmptyFields(query) ?? query;
  const given = readQuery(filled, MAX_PAIRS);
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
