import type { Problem, Result } from '#catalogue/problem.ts';
import { parseCalendar, type CalendarQuestion } from './calendar-question.ts';
import { readQuery } from './query.ts';
import type { SearchRules } from './question.ts';

/** Light or dark; `auto`: as the operating system prefers. */
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Which talks a display (a screen in a foyer, say) shows, starting with those that are on now. */
interface DisplayQuestion extends CalendarQuestion {
  readonly theme: Theme;
}

/** More than the address of any display has. */
const MAX_PAIRS = 1000;

/** Reads the filters of a search from the query of a display, ignoring dates, and its theme. */
export function parseDisplay(query: string, rules: SearchRules): Result<DisplayQuestion> {
  const calendar = parseCalendar(query, rules);
  const given = readQuery(query, MAX_PAIRS).find(({ name, value }) => name === 'theme' && value !== '');
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
