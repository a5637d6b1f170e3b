import { monthNamed, weekdayNamed } from '../month-names.ts';
import { DATE_ORDERS, type DateOrder } from '../source-format.ts';
import { exists, wallSeconds } from '../wall-clock.ts';

export interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A date; or, if written in digits, the valid dates by order of day, month and year (at least one). */
export type WrittenDay = CivilDay | ReadonlyMap<DateOrder, CivilDay>;

export function isInQuestion(day: WrittenDay | undefined): day is ReadonlyMap<DateOrder, CivilDay> {
  return day instanceof Map;
}

/** Why a text is not a date. */
export type NoDate = 'unreadable' | 'no-such-day' | 'no-such-time' | 'no-day' | 'no-year' | 'other-weekday';

/** Words without meaning in dates. */
const FILLERS = new Set(
  'a at am um on the of le la el les den der de del dem du d vom uhr al st nd rd th er eme ,'.split(' '),
);

export function dateWords(text: string): string[] {
  const found = text.match(/\d+|\p{L}+|[^\s\d\p{L}]/gu) ?? [];
  return found.filter((word) => !FILLERS.has(word) && word !== '-' && word !== '.' && word !== ';');
}

export interface FoundDay {
  readonly day: WrittenDay;
  readonly isYearless: boolean;
}

const NUMBERS = /^(\d{1,4}) ?([/.-]) ?(\d{1,2})(?: ?\2 ?(\d{4}|\d{2}))?\.?$/;

/** @param text lower-case, without accents and times of day; dashes are hyphens */
export function writtenDay(text: string, thisYear: number): FoundDay | NoDate {
  const { rest, weekdays } = withoutWeekdays(text);
  const [weekday, second] = weekdays;
  if (second !== undefined) return 'unreadable';
  const numbers = NUMBERS.exec(trimmed(rest));
  if (numbers === null && SPAN_OF_DAYS.test(rest)) return 'unreadable';
  return numbers === null ? dayInWords(dateWords(rest), weekday, thisYear) : dayInNumbers(numbers, weekday, thisYear);
}

export function withoutWeekdays(text: string): { readonly rest: string; readonly weekdays: readonly number[] } {
  const weekdays: number[] = [];
  // There may be no space between names and numbers: “27Oct2026”, “27th”.
  const rest = text.replace(/\p{L}+\.?/gu, (word) => {
    const weekday = weekdayNamed(word.replace('.', ''));
    if (weekday === undefined) return word;
    weekdays.push(weekday);
    return ' ';
  });
  return { rest, weekdays };
}

/** “12-15 July” is a span, not a day in 2015. */
const SPAN_OF_DAYS = /(?<!\d)\d{1,2}(?:\.|st|nd|rd|th|er)? ?- ?\d{1,2}(?!\d)/;

/** Strips words and punctuation around a date in digits. */
export function trimmed(text: string): string {
  const [, inner = ''] =
    /^(?:[\s,;()]|\b(?:am|on|den|le|el|the|um|at|a|vom)\b|-\s)*(.*?)(?:[\s,;()]|\s-|\b(?:at|um|a)\b)*$/.exec(text) ??
    [];
  return inner;
}

function dayInWords(found: readonly string[], weekday: number | undefined, thisYear: number): FoundDay | NoDate {
  const isNumber = (word: string): boolean => /^\d+$/.test(word);
  const numbers = found.filter(isNumber);
  const [name, more] = found.filter((word) => !isNumber(word));
  const month = name === undefined || more !== undefined ? undefined : monthNamed(name);
  if (month === undefined)
    return /^\d{4} ?\d\d ?\d\d$/.test(found.join(' ')) ? compactDay(found.join('')) : 'unreadable';
  const [first, last] = numbers;
  if (first === undefined || numbers.length > 2) return 'unreadable';
  if (last !== undefined) return dayAndYear(found, [first, last], month, weekday);
  return first.length === 4 ? 'no-day' : yearless([{ month, day: Number(first) }], weekday, thisYear);
}

function dayAndYear(
  found: readonly string[],
  [first, last]: readonly [string, string],
  month: number,
  weekday: number | undefined,
): FoundDay | NoDate {
  const [day, year] = first.length > 2 ? [last, first] : [first, last];
  if (day.length > 2 || (year.length !== 4 && year.length !== 2) || isTwoDays(found, day, year)) return 'unreadable';
  return certain({ year: fullYear(year), month, day: Number(day) }, weekday);
}

/** “12, 15 July” and “July 12, 15” may be two days; “12 July 15” is not. */
function isTwoDays(found: readonly string[], day: string, year: string): boolean {
  return (
    year.length === 2 && Number(year) <= 31 && Number(year) > Number(day) && found.join(' ').includes(`${day} ${year}`)
  );
}

function compactDay(digits: string): FoundDay | NoDate {
  const day = { year: Number(digits.slice(0, 4)), month: Number(digits.slice(4, 6)), day: Number(digits.slice(6)) };
  return certain(day, undefined);
}

function certain(day: CivilDay, weekday: number | undefined): FoundDay | NoDate {
  if (!isDay(day)) return 'no-such-day';
  return weekday === undefined || dayOfWeek(day) === weekday ? { day, isYearless: false } : 'other-weekday';
}

/** Positions of year, month and day. */
const PLACES: readonly (readonly [DateOrder, readonly [number, number, number]])[] = [
  ['dmy', [2, 1, 0]],
  ['mdy', [2, 0, 1]],
  ['ymd', [0, 1, 2]],
];

function dayInNumbers(found: readonly string[], weekday: number | undefined, thisYear: number): FoundDay | NoDate {
  const [, first = '', sign, second = '', third] = found;
  if (third === undefined) {
    if (first.length > 2) return 'no-day';
    const days = [
      { month: Number(second), day: Number(first) },
      { month: Number(first), day: Number(second) },
    ];
    return yearless(sign === '.' ? days.slice(0, 1) : days, weekday, thisYear);
  }
  if (first.length === 3 || (first.length === 4 && third.length === 4)) return 'unreadable';
  if (first.length === 4) return certain({ year: Number(first), month: Number(second), day: Number(third) }, weekday);
  // A date with full stops is day.month.year, wherever it is written.
  const days = daysByOrder([first, second, third]).filter(([order]) => sign !== '.' || order === 'dmy');
  if (days.length === 0) return 'no-such-day';
  const fitting = days.filter(([, day]) => weekday === undefined || dayOfWeek(day) === weekday);
  return fitting.length === 0 ? 'other-weekday' : { day: new Map(fitting), isYearless: false };
}

/** Valid dates by order. A four-digit year is never first here. */
function daysByOrder(numbers: readonly string[]): [DateOrder, CivilDay][] {
  return PLACES.flatMap(([order, [year, month, day]]): [DateOrder, CivilDay][] => {
    if (order === 'ymd' && numbers[2]?.length === 4) return [];
    const civil = { year: fullYear(numbers[year] ?? ''), month: Number(numbers[month]), day: Number(numbers[day]) };
    return isDay(civil) ? [[order, civil]] : [];
  });
}

/** Years to search on either side: a date has the same weekday again after five, six or eleven years. */
const NEARBY = 3;

/** The nearest such date, if the weekday is given. */
export function yearlessDay(
  day: Omit<CivilDay, 'year'>,
  weekday: number | undefined,
  thisYear: number,
): CivilDay | 'no-year' | 'other-weekday' {
  if (weekday === undefined) return 'no-year';
  for (const distance of [0, 1, -1, 2, -2, NEARBY, -NEARBY]) {
    const civil = { year: thisYear + distance, ...day };
    if (isDay(civil) && dayOfWeek(civil) === weekday) return civil;
  }
  return 'other-weekday';
}

function yearless(
  days: readonly Omit<CivilDay, 'year'>[],
  weekday: number | undefined,
  thisYear: number,
): FoundDay | NoDate {
  if (weekday === undefined) return 'no-year';
  const found = days.flatMap((day, index): [DateOrder, CivilDay][] => {
    const civil = yearlessDay(day, weekday, thisYear);
    return typeof civil === 'string' ? [] : [[index === 0 ? 'dmy' : 'mdy', civil]];
  });
  const [only] = found;
  if (only === undefined) return 'other-weekday';
  return { day: days.length === 1 ? only[1] : new Map(found), isYearless: true };
}

/** Two digits as in POSIX: 69 to 99 are 19xx. */
export function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 69 ? 2000 + year : 1900 + year;
}

export function isDay(day: CivilDay): boolean {
  return exists({ ...day, hour: 0, minute: 0, second: 0 });
}

/** 0 is Sunday. */
export function dayOfWeek({ year, month, day }: CivilDay): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDay();
}

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
