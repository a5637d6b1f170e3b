import { calendarIn, type Day } from './calendar-date.ts';
import { PARAMETER } from './parameters.ts';
import type { NamedValue, RequestParameters } from './request.ts';
import { dateText } from './civil-days.ts';
import { NO_TERMS, termOn, type Term } from './terms.ts';
import type { AskedDate } from './value-forms.ts';

/**
 * Talks that start at or after `from` and before `to`, in seconds since 1970-01-01T00:00:00Z.
 * An open end is -Infinity or Infinity. Empty unless `from` is before `to`.
 */
export interface Window {
  readonly from: number;
  readonly to: number;
  /** Talks that start before `from` and go on are in it, too; undefined: they are not. */
  readonly ongoing?: Ongoing | undefined;
}

/** When talks that began earlier count as going on. */
export interface Ongoing {
  /** They are not over at this moment: seconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /**
   * Only talks that may take several days, as in talk-traits.ts: an evening that ends after midnight is not listed the
   * day after.
   */
  readonly onlyLong: boolean;
}

/** The days of `from` and `to`; undefined if missing. */
export interface AskedDays {
  readonly from: Day | undefined;
  readonly to: Day | undefined;
}

/** What a response depends on besides the catalogue: nothing, today's date, or the moment. */
export type DependsOn = 'nothing' | 'day' | 'moment';

interface ReadWindow {
  readonly window: Window;
  readonly days: AskedDays;
  readonly deprecatedDate: boolean;
  readonly dependsOn: DependsOn;
}

/** What a window is where the request does not say. */
interface UsualWindow {
  /** The first day, counted from today; undefined: talks of any time. */
  readonly from?: number;
  /** Whether from `today` or `now` on, talks that began before and are not over are listed, too. */
  readonly ongoing: boolean;
}

/** The JSON and XML search goes by the start of talks. */
const BY_START: UsualWindow = { ongoing: false };

/** Lists for readers: pages, lists on other sites and digests. */
export const FROM_TODAY: UsualWindow = { from: 0, ongoing: true };

/** @param timeZone IANA name of the time zone of dates */
export function readWindow(
  request: RequestParameters,
  { timeZone, terms = NO_TERMS }: { readonly timeZone: string; readonly terms?: readonly Term[] },
  now: Date,
  usual: UsualWindow = BY_START,
): ReadWindow {
  const from = request.one(PARAMETER.from);
  const to = request.one(PARAMETER.to);
  const calendar = calendarIn(timeZone);
  const today = calendar.dayAt(now);
  const second = Math.floor(now.getTime() / 1000);

  const { from: first, to: last } = daysOf(from, to, terms, today);
  const usualStart = usual.from === undefined ? -Infinity : calendar.startOfDay(today + usual.from);
  const window = {
    from: first === undefined ? usualStart : from?.base === 'now' ? second : calendar.startOfDay(first),
    // An end date is taken as the end of that day.
    to: last === undefined ? Infinity : to?.base === 'now' ? second : calendar.startOfDay(last + 1),
  };
  const isOngoing = request.one(PARAMETER.ongoing) ?? (usual.ongoing && isFromNow(from));
  return {
    window: isOngoing ? withOngoing(window, from, calendar.startOfDay(today)) : window,
    days: { from: first, to: last },
    deprecatedDate: [from, to].some((date) => date?.deprecated === true),
    dependsOn: dependence(from, to, usual.from !== undefined),
  };
}

function daysOf(from: AskedDate | undefined, to: AskedDate | undefined, terms: readonly Term[], today: Day): AskedDays {
  function dayOf(date: AskedDate, end: 'first' | 'last'): Day {
    if (date.base === 'epoch') return date.days;
    // The end of a term is that of the term whose beginning is asked for.
    if (date.base === 'term') return termOn(terms, today, date.term ?? from?.term)?.[end] ?? today;
    return date.base === 'from' && from !== undefined ? dayOf(from, 'first') + date.days : today + date.days;
  }
  return { from: from && dayOf(from, 'first'), to: to && dayOf(to, 'last') };
}

/** A canonical query with dates in place of terms, for JSON and XML, which do not know them. */
export function withoutTerms(asked: readonly NamedValue[], terms: readonly Term[], today: Day): readonly NamedValue[] {
  const rules = { terms, defaultCount: 1, maximumCount: 1 };
  const dateOf = (wanted: 'from' | 'to'): AskedDate | undefined =>
    PARAMETER[wanted].form.read(asked.find(({ name }) => name === wanted)?.value ?? '', rules);
  const dates = { from: dateOf('from'), to: dateOf('to') };
  const days = daysOf(dates.from, dates.to, terms, today);
  return asked.map((one) => {
    if (one.name !== 'from' && one.name !== 'to') return one;
    const day = days[one.name];
    return dates[one.name]?.base === 'term' && day !== undefined ? { name: one.name, value: dateText(day) } : one;
  });
}

/** @param today when it began */
function withOngoing(window: Window, from: AskedDate | undefined, today: number): Window {
  if (window.from === -Infinity || window.from > window.to) return window;
  // Without a first day, a list begins in the past so that subscribers keep its talks, not because these go on.
  const at = from === undefined ? today : window.from;
  return { ...window, ongoing: { at, onlyLong: from?.base !== 'now' } };
}

/** Whether a list is of what is to come: from `today` or `now` on, or its usual time. */
function isFromNow(from: AskedDate | undefined): boolean {
  return from === undefined || from.base === 'now' || (from.base === 'today' && from.days === 0);
}

function dependence(from: AskedDate | undefined, to: AskedDate | undefined, isUsuallyDated: boolean): DependsOn {
  if (from?.base === 'now' || to?.base === 'now') return 'moment';
  const isFixed = from === undefined ? !isUsuallyDated && to?.base !== 'from' : from.base === 'epoch';
  return isFixed && to?.base !== 'today' && to?.base !== 'term' ? 'nothing' : 'day';
}
