import { DATE_ORDERS } from '../source-format.ts';
import type { DateOrder } from '../source-format.ts';
import { monthNamed } from '../month-names.ts';
import { wallSeconds } from '../wall-clock.ts';
import { fullYear, isDay, isInQuestion, trimmed, dayOfWeek, withoutWeekdays, dateWords } from './written-day.ts';
import { writtenDay, yearlessDay } from './written-day.ts';
import type { CivilDay, FoundDay, NoDate, WrittenDay } from './written-day.ts';

/** A day, or the first and last day of a span. */
interface FoundDays extends FoundDay {
  readonly last?: WrittenDay;
}

/** Longest span, in days. */
const MAX_DAYS = 366;

/**
 * A day, or a span: 12–15 July 2026, July 12–15, 2026, 30 June – 2 July 2026, 12.–15.07.2026, 2026-07-12/2026-07-15. What
 * is missing on one side is taken from the other; a year missing on both is found as for a single day.
 *
 * @param text as for `writtenDay`
 */
export function writtenDays(text: string, thisYear: number): FoundDays | NoDate {
  const single = writtenDay(text, thisYear);
  if (single !== 'unreadable') return single;
  let why: NoDate = single;
  for (const halves of halvesOf(text)) {
    const span = spanOf(halves, thisYear);
    if (typeof span !== 'string') return span;
    if (span !== 'unreadable') why = span;
  }
  return why;
}

const BETWEEN = / ?(?:-|\b(?:to|until|till|through|bis|au|al)\b|(?<=\d{4}-\d\d-\d\d\S{0,20})\/(?=\d{4}-\d\d-\d\d)) ?/g;

/** The text on either side of each word or dash that may be between two days. */
export function* halvesOf(text: string): Generator<readonly [string, string]> {
  for (const { index, 0: found } of text.matchAll(BETWEEN)) {
    const left = text.slice(0, index).replace(/^(?:from|von|vom|du|del|desde(?: el)?) /, '');
    yield [left, text.slice(index + found.length)];
  }
}

type Halves = readonly [string, string];

function spanOf([left, right]: Halves, thisYear: number): FoundDays | NoDate {
  const [first, last] = [left, right].map(partOf);
  if (first !== undefined && last !== undefined) return spanInWords(first, last, thisYear);
  return spanInNumbers([left, right], thisYear);
}

/** One side of a span. */
interface Part {
  readonly weekday: number | undefined;
  readonly day: number;
  readonly month: number | undefined;
  readonly year: number | undefined;
}

/** Patterns of one side, without weekdays: `12`, `12 july`, `12 july 2026`; `july 12`, `july 12 2026`, `12 2026`. */
const PARTS = [
  /^(?<day>\d{1,2})(?: (?<name>\p{L}+)(?: (?<year>\d{4}|\d{2}))?)?$/u,
  /^(?:(?<name>\p{L}+) )?(?<day>\d{1,2})(?: (?<year>\d{4}))?$/u,
];

/** Undefined unless it has a day, and nothing else except a weekday, the name of a month and a year. */
function partOf(text: string): Part | undefined {
  const { rest, weekdays } = withoutWeekdays(text);
  const written = dateWords(rest).join(' ');
  const found = PARTS.map((pattern) => pattern.exec(written)?.groups).find((groups) => groups !== undefined);
  if (found === undefined || weekdays.length > 1) return undefined;
  const { day, name, year } = found;
  const month = name === undefined ? undefined : monthNamed(name);
  if (name !== undefined && month === undefined) return undefined;
  return {
    weekday: weekdays[0],
    day: Number(day),
    month,
    year: year === undefined ? undefined : fullYear(year),
  };
}

function spanInWords(first: Part, last: Part, thisYear: number): FoundDays | NoDate {
  const [from, to] = [first.month ?? last.month, last.month ?? first.month];
  if (from === undefined || to === undefined) return 'unreadable';
  const turns = from > to ? 1 : 0;
  const stated = first.year ?? (last.year === undefined ? undefined : last.year - turns);
  if (stated !== undefined) {
    return inOrder({ ...first, month: from, year: stated }, { ...last, month: to, year: last.year ?? stated + turns });
  }
  const begin = yearOf({ ...first, month: from }, { ...last, month: to }, thisYear);
  if (typeof begin === 'string') return begin;
  const span = inOrder({ ...first, month: from, year: begin }, { ...last, month: to, year: begin + turns });
  return typeof span === 'string' ? span : { ...span, isYearless: true };
}

type InYear = Pick<CivilDay, 'month' | 'day'> & Pick<Part, 'weekday'>;

/** Year of the first day, as its weekday tells, or else of the last. */
function yearOf(first: InYear, last: InYear, thisYear: number): number | NoDate {
  const { weekday, month, day } = first.weekday === undefined ? last : first;
  const found = yearlessDay({ month, day }, weekday, thisYear);
  if (typeof found === 'string') return found;
  return first.weekday === undefined && first.month > last.month ? found.year - 1 : found.year;
}

type Dated = CivilDay & Pick<Part, 'weekday'>;

function inOrder(first: Dated, last: Dated): FoundDays | NoDate {
  if (!isDay(first) || !isDay(last)) return 'no-such-day';
  const isWrong = ({ weekday, ...day }: Dated): boolean => weekday !== undefined && dayOfWeek(day) !== weekday;
  if (isWrong(first) || isWrong(last)) return 'other-weekday';
  return isSpan(first, last) ? { day: civil(first), last: civil(last), isYearless: false } : 'unreadable';
}

function civil({ year, month, day }: CivilDay): CivilDay {
  return { year, month, day };
}

function isSpan(first: CivilDay, last: CivilDay): boolean {
  const [from, to] = [first, last].map((day) => wallSeconds({ ...civil(day), hour: 0, minute: 0, second: 0 }));
  return from !== undefined && to !== undefined && from <= to && to - from <= MAX_DAYS * 86_400;
}

/** The last day must be complete; the first may lack its month and year. */
function spanInNumbers([left, right]: Halves, thisYear: number): FoundDays | NoDate {
  const last = writtenDay(right, thisYear);
  if (typeof last === 'string') return last;
  const first = writtenDay(left, thisYear);
  const firstIn = (order: DateOrder, to: CivilDay): CivilDay | undefined => {
    return typeof first === 'string' ? completed(left, order, to) : dayIn(first.day, order);
  };
  const spans = DATE_ORDERS.flatMap((order) => {
    const to = dayIn(last.day, order);
    const from = to && firstIn(order, to);
    if (to === undefined || from === undefined) return [];
    return isDay(from) && isSpan(from, to) ? [{ order, from, to }] : [];
  });
  const [only] = spans;
  if (only === undefined || last.isYearless || (typeof first !== 'string' && first.isYearless)) return 'unreadable';
  const isCertain = !isInQuestion(last.day) && (typeof first === 'string' || !isInQuestion(first.day));
  if (isCertain) return { day: only.from, last: only.to, isYearless: false };
  return {
    day: new Map(spans.map(({ order, from }) => [order, from])),
    last: new Map(spans.map(({ order, to }) => [order, to])),
    isYearless: false,
  };
}

function dayIn(day: WrittenDay, order: DateOrder): CivilDay | undefined {
  return isInQuestion(day) ? day.get(order) : day;
}

/** Completes `12.` or `12.07.` from the last day. */
function completed(text: string, order: DateOrder, last: CivilDay): CivilDay | undefined {
  const { rest, weekdays } = withoutWeekdays(text);
  const [, one, other] = /^(\d{1,2})(?: ?[/.-] ?(\d{1,2}))?\.?$/.exec(trimmed(rest)) ?? [];
  if (one === undefined) return undefined;
  const [day, month] = other === undefined ? [one, last.month] : order === 'dmy' ? [one, other] : [other, one];
  const inYear = { month: Number(month), day: Number(day) };
  const isBefore = inYear.month <= last.month;
  const found = { ...inYear, year: isBefore ? last.year : last.year - 1 };
  return weekdays.every((weekday) => dayOfWeek(found) === weekday) ? found : undefined;
}
