import { calendarDay, dayNumberOf, daysInMonth, weekOfYear, weekdayNumber } from './recurrence-days.ts';
import type { CalendarDay } from './recurrence-days.ts';
import type { RecurrenceRule, Weekday } from './recurrence-rule.ts';

/** Remaining work allowed for an untrusted rule: days examined, plus times found. */
export class Budget {
  left: number;

  constructor(left: number) {
    this.left = left;
  }

  /** @throws Exhausted */
  spend(work: number): void {
    this.left -= work;
    if (this.left < 0) throw new Exhausted();
  }
}

/** Thrown when the budget is spent. */
export class Exhausted extends Error {
  override readonly name = 'Exhausted';
}

const DAY = 86_400;

/**
 * The times of a rule in order, in seconds since 1970-01-01T00:00:00, local time. The first is `start` itself, even if
 * it does not match. Ends after COUNT, and at `last`, which bounds endless rules. @throws Exhausted when the budget is
 * spent
 */
export function* recurrences(
  rule: RecurrenceRule,
  start: number,
  last: number,
  budget: Budget,
): Generator<number, void, void> {
  if (start > last) return;
  yield start;
  let count = 1;
  const expansion = new Expansion(rule, start, budget);
  for (const time of expansion.times(last)) {
    if (time <= start) continue;
    if (time > last || (rule.count !== undefined && count >= rule.count)) return;
    count++;
    yield time;
  }
}

/** A rule, with the parts that its start implies. */
class Expansion {
  readonly #rule: RecurrenceRule;
  readonly #budget: Budget;
  readonly #first: number;
  readonly #months: ReadonlySet<number>;
  readonly #monthDays: ReadonlySet<number>;
  readonly #plainDays: ReadonlySet<number>;
  readonly #nthDays: readonly Weekday[];
  readonly #yearDays: ReadonlySet<number>;
  readonly #weeks: ReadonlySet<number>;
  /** Seconds since midnight, in order. */
  readonly #times: readonly number[];

  constructor(rule: RecurrenceRule, start: number, budget: Budget) {
    this.#rule = rule;
    this.#budget = budget;
    this.#first = Math.floor(start / DAY);
    const given = { ...rule, ...implied(rule, calendarDay(this.#first)) };
    const isNth = ({ nth }: Weekday): boolean =>
      nth !== 0 && (rule.frequency === 'MONTHLY' || rule.frequency === 'YEARLY');
    this.#months = new Set(given.months);
    this.#monthDays = new Set(given.monthDays);
    this.#plainDays = new Set(given.weekdays.filter((weekday) => !isNth(weekday)).map(({ day }) => day));
    this.#nthDays = given.weekdays.filter(isNth);
    this.#yearDays = new Set(given.yearDays);
    this.#weeks = new Set(given.weeks);
    this.#times = timesOfDay(rule, start - this.#first * DAY);
  }

  *times(last: number): Generator<number, void, void> {
    const lastDay = Math.floor(last / DAY);
    for (const [from, to] of this.#periods(lastDay)) {
      this.#budget.spend(to - from);
      const days: number[] = [];
      for (let day = from; day < to; day++) if (this.#has(day)) days.push(day);
      this.#budget.spend(days.length * this.#times.length);
      yield* this.#placed(days);
    }
  }

  /** First day of each period, and the day after its last, up to `lastDay`. */
  *#periods(lastDay: number): Generator<readonly [number, number], void, void> {
    const { frequency, interval, weekStart } = this.#rule;
    const { year, month } = calendarDay(this.#first);
    const monday = this.#first - ((weekdayNumber(this.#first) - weekStart + 7) % 7);
    for (let i = 0; ; i += interval) {
      let period: readonly [number, number];
      if (frequency === 'DAILY') period = [this.#first + i, this.#first + i + 1];
      else if (frequency === 'WEEKLY') period = [monday + 7 * i, monday + 7 * (i + 1)];
      else if (frequency === 'MONTHLY') period = [dayNumberOf(year, month + i, 1), dayNumberOf(year, month + i + 1, 1)];
      else period = [dayNumberOf(year + i, 1, 1), dayNumberOf(year + i + 1, 1, 1)];
      if (period[0] > lastDay) return;
      yield period;
    }
  }

  /** Whether the rule includes the day. */
  #has(number: number): boolean {
    const day = calendarDay(number);
    if (this.#months.size > 0 && !this.#months.has(day.month)) return false;
    if (this.#monthDays.size > 0 && !this.#hasMonthDay(day)) return false;
    if (this.#yearDays.size > 0 && !this.#hasYearDay(day, number)) return false;
    if (this.#weeks.size > 0 && !this.#hasWeek(number)) return false;
    if (this.#plainDays.size === 0 && this.#nthDays.length === 0) return true;
    return (
      this.#plainDays.has(weekdayNumber(number)) || this.#nthDays.some((weekday) => this.#isNth(weekday, day, number))
    );
  }

  #hasMonthDay({ year, month, day }: CalendarDay): boolean {
    return this.#monthDays.has(day) || this.#monthDays.has(day - daysInMonth(year, month) - 1);
  }

  #hasYearDay({ year }: CalendarDay, number: number): boolean {
    const ofYear = number - dayNumberOf(year, 1, 1) + 1;
    const length = dayNumberOf(year + 1, 1, 1) - dayNumberOf(year, 1, 1);
    return this.#yearDays.has(ofYear) || this.#yearDays.has(ofYear - length - 1);
  }

  #hasWeek(number: number): boolean {
    const { week, weeks } = weekOfYear(number, this.#rule.weekStart);
    return this.#weeks.has(week) || this.#weeks.has(week - weeks - 1);
  }

  /** Whether the day is the nth in the month; in the year, for a yearly rule without months. */
  #isNth({ nth, day: weekday }: Weekday, { year, month, day }: CalendarDay, number: number): boolean {
    if (weekdayNumber(number) !== weekday) return false;
    const ofYear = this.#rule.frequency === 'YEARLY' && this.#months.size === 0;
    const before = ofYear ? number - dayNumberOf(year, 1, 1) : day - 1;
    const length = ofYear ? dayNumberOf(year + 1, 1, 1) - dayNumberOf(year, 1, 1) : daysInMonth(year, month);
    return nth > 0 ? Math.floor(before / 7) === nth - 1 : Math.floor((length - 1 - before) / 7) === -nth - 1;
  }

  /** Times on these days, limited to BYSETPOS. */
  #placed(days: readonly number[]): number[] {
    const times = days.flatMap((day) => this.#times.map((time) => day * DAY + time));
    const { positions } = this.#rule;
    if (positions.length === 0) return times;
    const picked = positions.map((position) => times.at(position > 0 ? position - 1 : position));
    return [...new Set(picked)].filter((time) => time !== undefined).sort((a, b) => a - b);
  }
}

/** Parts that the start implies where the rule lacks them (RFC 5545, 3.3.10, the table and the note after it). */
function implied(rule: RecurrenceRule, { month, day, number }: CalendarDay): Partial<RecurrenceRule> {
  const { frequency, months, weeks, yearDays, monthDays, weekdays } = rule;
  const saysDay = yearDays.length > 0 || monthDays.length > 0 || weekdays.length > 0;
  if (saysDay || frequency === 'DAILY') return {};
  if (frequency === 'WEEKLY' || weeks.length > 0) return { weekdays: [{ nth: 0, day: weekdayNumber(number) }] };
  if (frequency === 'MONTHLY') return { monthDays: [day] };
  return { months: months.length > 0 ? months : [month], monthDays: [day] };
}

function timesOfDay({ hours, minutes, seconds }: RecurrenceRule, start: number): number[] {
  const or = (given: readonly number[], otherwise: number): readonly number[] =>
    given.length > 0 ? given : [otherwise];
  const times = or(hours, Math.floor(start / 3600)).flatMap((hour) =>
    or(minutes, Math.floor(start / 60) % 60).flatMap((minute) =>
      or(seconds, start % 60).map((second) => hour * 3600 + minute * 60 + second),
    ),
  );
  return times;
}
