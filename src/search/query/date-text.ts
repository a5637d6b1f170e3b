/** Dates without a time zone. Apart from calendars, so that commands that only read dates need not load Temporal. */
import type { Day } from './calendar-date.ts';

const MILLISECONDS_A_DAY = 86_400_000;
const DAYS_IN_400_YEARS = 146_097;
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The day with this year, month (1–12) and day of the month; undefined if there is none. */
export function dayOf(year: number, month: number, dayOfMonth: number): Day | undefined {
  const leapDay = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0;
  const length = (DAYS_IN_MONTH[month - 1] ?? 0) + leapDay;
  if (!(year >= 0 && dayOfMonth >= 1 && dayOfMonth <= length)) return undefined;
  // Date.UTC takes the years 0 to 99 as 1900 to 1999; the calendar repeats every 400 years.
  return Date.UTC(year + 400, month - 1, dayOfMonth) / MILLISECONDS_A_DAY - DAYS_IN_400_YEARS;
}

interface DateText {
  readonly day: Day;
  /** Written `dd/mm/yy` or `dd/mm/yyyy`, which is deprecated. */
  readonly deprecated: boolean;
}

/** Reads `yyyy-mm-dd`, `dd/mm/yy` and `dd/mm/yyyy`; undefined for any other text and for dates that do not exist. */
export function readDate(text: string): DateText | undefined {
  const deprecated = text.charAt(2) === '/';
  const day = deprecated ? readSlashed(text) : readDashed(text);
  return day === undefined ? undefined : { day, deprecated };
}

function readDashed(text: string): Day | undefined {
  if (text.length !== 10 || text.charAt(4) !== '-' || text.charAt(7) !== '-') return undefined;
  return dayOf(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
}

function readSlashed(text: string): Day | undefined {
  if ((text.length !== 8 && text.length !== 10) || text.charAt(5) !== '/') return undefined;
  const written = digits(text, 6, text.length);
  // As in POSIX: years 00–68 are 2000–2068, 69–99 are 1969–1999.
  const year = text.length === 10 ? written : written <= 68 ? 2000 + written : 1900 + written;
  return dayOf(year, digits(text, 3, 5), digits(text, 0, 2));
}

/** The number between `start` and `end` (exclusive); NaN if not all characters there are digits. */
function digits(text: string, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    number = number * 10 + digit;
  }
  return number;
}
