import { unaccented } from '#catalogue/folding.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { monthNamed } from '../month-names.ts';
import type { Notes } from '../notes.ts';
import { DATE_ORDERS, type DateOrder, type ReadOptions, type SourceProblem } from '../source-format.ts';
import { wallMidnight } from '../wall-clock.ts';
import { looseDate, type LooseDate, withQuarter } from './loose-date.ts';
import { dayOfSerial, isSerial } from './spreadsheet-serial.ts';
import type { TableField } from './table-fields.ts';
import type { TableMapping, TableRow } from './table-mapping.ts';
import { noDate, UnreadableTime } from './unreadable-time.ts';
import { writtenDate, type WrittenDate, writtenTime } from './written-date.ts';
import { type CivilDay, fullYear, isDay, isInQuestion, type WrittenDay } from './written-day.ts';

/** Columns that may contain a date, a time of day, or both. */
export const BEGINNING = ['start', 'date', 'time'] as const satisfies TableField[];
export const ENDING = ['end', 'end_date'] as const satisfies TableField[];
const DATED = [...BEGINNING, ...ENDING] as const;
export type DatedField = (typeof DATED)[number];

/** A cell as read once the order of dates is known. */
interface Settled extends Omit<WrittenDate, 'day' | 'last'> {
  readonly day: CivilDay | undefined;
  readonly last?: CivilDay | undefined;
}

/** The cells of a table that contain dates and times of day. */
export class DateCells {
  readonly #mapping: TableMapping;
  readonly #notes: Notes;
  readonly #thisYear: number;
  readonly #orders: DateOrders;
  /** By column, how many cells are serial numbers and how many are not. */
  readonly #serials = new Map<DatedField, { yes: number; no: number }>();
  readonly #years: LikelyYears;
  /** The first date that has no year. */
  #yearless: SourceProblem | undefined;
  #order: DateOrder | 'mixed' | null;

  /** @param heading text above the table, which may name a year */
  constructor(mapping: TableMapping, { now, year = '', dateOrder }: ReadOptions, notes: Notes, heading: string) {
    this.#mapping = mapping;
    this.#notes = notes;
    this.#thisYear = Number((year === '' ? now : year).slice(0, 4));
    this.#orders = new DateOrders(Number(now.slice(0, 4)));
    this.#years = new LikelyYears(year, heading);
    this.#order = dateOrder;
  }

  /** @returns whether the row has a time of day at which its talk begins, as far as can be seen yet */
  observe(row: TableRow): boolean {
    const timed = DATED.filter((field) => this.#observeCell(field, row)?.clocks !== undefined);
    return timed.some((field) => field !== 'end' && field !== 'end_date');
  }

  #observeCell(field: DatedField, row: TableRow): LooseDate | undefined {
    const text = this.#mapping.text(field, row).trim();
    if (text === '') return undefined;
    const seen = this.#serials.get(field) ?? { yes: 0, no: 0 };
    this.#serials.set(field, seen);
    seen[isSerial(text) ? 'yes' : 'no']++;
    const written = looseDate(text, this.#thisYear);
    if (written === 'no-year' && isYearless(text))
      this.#yearless ??= withoutYear(this.#mapping.called(field), text, row);
    if (typeof written === 'string') return undefined;
    if (written.day !== undefined) this.#years.observe(written.day);
    if (this.#order !== null) return written;
    for (const day of [written.day, written.last]) {
      if (day !== undefined) this.#orders.observe(day, text, row.line);
    }
    return written;
  }

  /** @returns a problem when the order or the year cannot be decided */
  decide(): SourceProblem | undefined {
    const areSerials = DATED.filter((field) => this.#isSerial(field)).map((field) => this.#mapping.called(field));
    if (this.#yearless !== undefined && this.#years.areUnknown) return this.#yearless;
    if (areSerials.length > 0) this.#notes.add(`spreadsheet serial numbers read as dates: ${areSerials.join(', ')}`);
    if (this.#order !== null) return undefined;
    const decided = this.#orders.decide();
    if (typeof decided !== 'string') return { ...decided, where: this.#dateHeaders() };
    const { shownBy } = this.#orders;
    if (decided === 'mixed') this.#notes.add(`dates in several orders, as ${shownBy ?? ''} show: ${ONE_BY_ONE}`);
    else if (shownBy !== undefined)
      this.#notes.add(`dates read as ${ORDER_IN_WORDS[decided]}, as ${shownBy} shows (--date-order)`);
    this.#order = decided;
    return undefined;
  }

  #dateHeaders(): string {
    return this.#mapping.called(this.#mapping.has('date') ? 'date' : this.#mapping.has('start') ? 'start' : 'time');
  }

  #isSerial(field: DatedField): boolean {
    const { yes, no } = this.#serials.get(field) ?? { yes: 0, no: 1 };
    return yes > 0 && no === 0;
  }

  #noteSkipped({ skipped }: LooseDate): void {
    if (skipped !== '') this.#notes.add('with words around the date, which are skipped');
  }

  /** Reads a cell, with the order of dates applied. */
  read(field: DatedField, row: TableRow): Settled | undefined {
    const text = this.#mapping.text(field, row).trim();
    if (text === '') return undefined;
    if (this.#isSerial(field) && isSerial(text)) return { ...dayOfSerial(text), last: undefined };
    const date = looseDate(text, this.#thisYear);
    if (typeof date !== 'string') {
      this.#noteSkipped(date);
      const order = this.#order === 'mixed' ? this.#onlyOrder(field, date, text) : (this.#order ?? 'dmy');
      const [day, last] = [date.day, date.last].map((each) => inOrder(order, each, { field, text }));
      this.#pass(field, day, true);
      return { ...date, day, last };
    }
    const time = writtenTime(withQuarter(text));
    const mayBeDate = typeof time === 'string' || field === 'date' || field === 'end_date';
    const likely = date === 'no-year' && mayBeDate ? this.#years.completed(text, this.#thisYear) : undefined;
    if (likely !== undefined) {
      const [day, last] = [likely.date.day, likely.date.last].map((each) => dayIn(each, 'dmy'));
      this.#notes.add(likely.note);
      this.#pass(field, day, false);
      return { ...likely.date, day, last };
    }
    if (typeof time !== 'string') return { ...time, day: undefined, last: undefined };
    throw noDate(field, text, date === 'unreadable' ? time : date);
  }

  /** Start dates are used to find the year of the dates below them. */
  #pass(field: DatedField, day: CivilDay | undefined, isComplete: boolean): void {
    if (day !== undefined && BEGINNING.some((one) => one === field)) this.#years.take(day, isComplete);
  }

  /** Order of a date in a file with mixed orders: the only one that is valid, or any if all give the same day. */
  #onlyOrder(field: DatedField, { day, last = day }: WrittenDate, text: string): DateOrder {
    const possible = [day, last].filter(isInQuestion).map((each) => this.#orders.possible(each));
    const orders = DATE_ORDERS.filter((order) => possible.every((each) => each.includes(order)));
    const [first] = orders;
    if (first === undefined) throw noDate(field, text, 'no-such-day');
    const days = orders.map((order) => JSON.stringify([day, last].map((each) => dayIn(each, order))));
    if (new Set(days).size === 1) return first;
    const ways = orders.map((order) => ORDER_IN_WORDS[order]).join('”, or “');
    const what = `${shownValue(text)} is ambiguous, since dates of this table are in several orders: “${ways}”.`;
    throw new UnreadableTime(field, 'bad-date', what, 'Write it as 2026-10-27, or set --date-order for all dates.');
  }
}

const ONE_BY_ONE = 'each is read by itself, and left out if it is ambiguous (--date-order)';

function inOrder(order: DateOrder, day: WrittenDay | undefined, cell: Cell): CivilDay | undefined {
  const civil = dayIn(day, order);
  if (day === undefined || civil !== undefined) return civil;
  const what = `${shownValue(cell.text)} is not a valid date in the order ${ORDER_IN_WORDS[order]}.`;
  throw new UnreadableTime(cell.field, 'bad-date', what, 'Write it like the others, or as 2026-10-27.');
}

function withoutYear(where: string, text: string, { line }: TableRow): SourceProblem {
  return {
    code: 'unknown-year',
    where,
    what: `Dates such as ${shownValue(text)} have no year, and nothing else in the file tells it.`,
    hint: '--year 2026 tells the year of dates that have none; --year 2026/27 those of an academic year.',
    line,
  };
}

interface Cell {
  readonly field: DatedField;
  readonly text: string;
}

function dayIn(day: WrittenDay | undefined, order: DateOrder): CivilDay | undefined {
  return isInQuestion(day) ? day.get(order) : day;
}

const DAY = 86_400;
/** Dates go on: the next one is expected this far from the one above. */
const AHEAD = 90 * DAY;

/** Where the year of a date comes from. */
type YearFrom = 'operator' | 'other dates' | 'heading';

const NOTES: Readonly<Record<YearFrom, string>> = {
  operator: 'without a year: in the year that --year names',
  'other dates': 'without a year: in the year that fits the other dates of the table',
  heading: 'without a year: in the year named above the table',
};

/** A date with its year filled in. */
interface LikelyDate {
  readonly date: WrittenDate;
  /** For the summary. */
  readonly note: string;
}

/**
 * Finds the year of dates with neither year nor weekday: the one that the operator names; else the one that puts the date
 * nearest to 90 days beyond the date above it, in the direction in which the dates of the table run. Never today's: a
 * list may be an archive.
 */
class LikelyYears {
  readonly #year: number | undefined;
  readonly #heading: number | undefined;
  /** The first complete date of the table. */
  #first: number | undefined;
  /** The date above; `#direction` is 1 while dates ascend and -1 while they descend. */
  #above: number | undefined;
  #direction = 1;
  #from: YearFrom | undefined;

  /** @param year such as `2026` or `2026/27`; `''`: not named. @param heading text above the table */
  constructor(year: string, heading: string) {
    this.#year = middleOf(year);
    this.#heading = middleOf(heading);
  }

  /** Whether nothing tells the year of dates that have none. Final when all dates have been observed. */
  get areUnknown(): boolean {
    return (this.#year ?? this.#heading ?? this.#first) === undefined;
  }

  /** Call for complete dates of the table. */
  observe(day: WrittenDay): void {
    const [civil] = isInQuestion(day) ? day.values() : [day];
    if (civil !== undefined) this.#first ??= wallMidnight(civil);
  }

  /** Call with the date of each row as it is read. */
  take(day: CivilDay, isComplete: boolean): void {
    const at = wallMidnight(day);
    if (this.#above !== undefined && at !== this.#above) this.#direction = at < this.#above ? -1 : 1;
    this.#above = at;
    if (isComplete) this.#from = 'other dates';
  }

  /** Undefined: not certainly a day and a month. */
  completed(text: string, thisYear: number): LikelyDate | undefined {
    if (!isYearless(text) || this.areUnknown) return undefined;
    const near = this.#near();
    const likely = this.#nearest(text, near, thisYear);
    // “Autumn 2026” may end in January.
    const from = this.#from === 'heading' ? (this.#above ?? -Infinity) : -Infinity;
    const isEarlier = likely !== undefined && likely.at < from - AHEAD;
    const best = isEarlier ? this.#nearest(text, from + AHEAD, thisYear) : likely;
    return best === undefined ? undefined : { date: best.date, note: NOTES[this.#from ?? 'heading'] };
  }

  #nearest(
    text: string,
    near: number,
    thisYear: number,
  ): { readonly date: WrittenDate; readonly at: number } | undefined {
    const year = new Date(near * 1000).getUTCFullYear();
    let best: { readonly date: WrittenDate; readonly at: number } | undefined;
    // 29 February may be years away.
    for (let other = year - 4; other <= year + 4; other++) {
      const date = completeIn(text, other, thisYear);
      const day = date?.day;
      if (date === undefined || day === undefined || isInQuestion(day)) continue;
      const at = wallMidnight(day);
      if (best === undefined || Math.abs(at - near) < Math.abs(best.at - near)) best = { date, at };
    }
    return best;
  }

  #near(): number {
    if (this.#year !== undefined) {
      this.#from = 'operator';
      return this.#year;
    }
    if (this.#from === 'heading' && this.#heading !== undefined) return this.#heading;
    if (this.#above !== undefined) return this.#above + this.#direction * AHEAD;
    this.#from = this.#first !== undefined ? 'other dates' : 'heading';
    return this.#first ?? this.#heading ?? 0;
  }
}

/** `12.07.`, which can only be day and month. */
const DOTTED = /^[^\d]{0,20}\d{1,2}\. ?\d{1,2}\.(?! ?\d{2,4}(?!\d|:))/;

/** Whether a text without a year is certainly a day and a month. */
function isYearless(text: string): boolean {
  return hasMonthName(text) || DOTTED.test(text);
}

function hasMonthName(text: string): boolean {
  const words = unaccented(text).match(/\p{L}+/gu);
  return words?.some((word) => monthNamed(word) !== undefined) === true;
}

function completeIn(text: string, year: number, thisYear: number): WrittenDate | undefined {
  const [dotted = ''] = DOTTED.exec(text) ?? [];
  const whole = dotted === '' ? `${text} ${year}` : `${dotted}${year}${text.slice(dotted.length)}`;
  const date = writtenDate(whole, thisYear);
  if (typeof date === 'string') return undefined;
  return isInQuestion(date.day) ? { ...date, day: date.day.get('dmy') } : date;
}

/** Middle of the only year, or only academic year such as 2026/27, in a text. */
function middleOf(text: string): number | undefined {
  const found = [...text.matchAll(/(?<!\d)((?:19|20)\d\d)(?: ?[/–-] ?((?:19|20)?\d\d))?(?![\d.:-])/g)];
  const [year, ...others] = new Set(found.map(([, first]) => first));
  if (year === undefined || others.length > 0) return undefined;
  const further = found.some(
    ([, , second]) => second !== undefined && Number(second) % 100 === (Number(year) + 1) % 100,
  );
  return wallMidnight(
    further ? { year: Number(year) + 1, month: 2, day: 1 } : { year: Number(year), month: 7, day: 2 },
  );
}

/** A date in the file. */
interface Seen {
  readonly text: string;
  readonly line: number;
}

/** A two-digit number can be a leading year if it is within this many years of now. */
const YEARS_BEHIND = 15;
const YEARS_AHEAD = 5;

/**
 * Finds the order of day, month and year in which all dates of a file are valid. A day above 12 or a weekday decides;
 * if nothing does, and it matters, the operator has to set it.
 */
export class DateOrders {
  readonly #thisYear: number;
  #left: readonly DateOrder[] = DATE_ORDERS;
  /** The last date that ruled out an order. */
  #decisive: Seen | undefined;
  /** Two dates that are not valid in the same order. */
  #contradiction: readonly [Seen, Seen] | undefined;
  /** By pair of orders, a date that they read differently. */
  readonly #differing = new Map<string, Seen>();

  constructor(thisYear: number) {
    this.#thisYear = thisYear;
  }

  /** The orders in which a date is likely; none if it is a mistake. */
  possible(day: ReadonlyMap<DateOrder, CivilDay>): readonly DateOrder[] {
    return isMistake(day) ? [] : DATE_ORDERS.filter((order) => this.#isPossible(order, day.get(order)));
  }

  observe(day: WrittenDay, text: string, line: number): void {
    if (!isInQuestion(day) || isMistake(day) || this.#contradiction !== undefined) return;
    const possible = this.#left.filter((order) => this.#isPossible(order, day.get(order)));
    if (possible.length === 0) {
      if (this.#decisive !== undefined) this.#contradiction = [this.#decisive, { text, line }];
      return;
    }
    if (possible.length < this.#left.length) {
      this.#left = possible;
      this.#decisive = { text, line };
    }
    for (const pair of pairsOf(possible)) {
      if (!this.#differing.has(pairKey(pair)) && !isSame(day.get(pair[0]), day.get(pair[1]))) {
        this.#differing.set(pairKey(pair), { text, line });
      }
    }
  }

  #isPossible(order: DateOrder, day: CivilDay | undefined): boolean {
    if (day === undefined) return false;
    if (order !== 'ymd') return true;
    return day.year >= this.#thisYear - YEARS_BEHIND && day.year <= this.#thisYear + YEARS_AHEAD;
  }

  /** The order; `mixed` if there are several; a problem if the operator has to set it. */
  decide(): DateOrder | 'mixed' | SourceProblem {
    if (this.#contradiction !== undefined) return 'mixed';
    const [first = 'dmy'] = this.#left;
    const open = pairsOf(this.#left).map(pairKey);
    const example = [...this.#differing].find(([pair]) => open.includes(pair))?.[1];
    return example === undefined ? first : undecided(example, this.#left);
  }

  /** For the summary: the date that decided the order, or two that contradict each other; undefined if none had to. */
  get shownBy(): string | undefined {
    const seen = this.#contradiction ?? (this.#decisive === undefined ? [] : [this.#decisive]);
    return seen.map(({ text, line }) => `${shownValue(text)} in line ${line}`).join(' and ') || undefined;
  }
}

/** “31/02/26” is a day that does not exist, rather than one in 2031, so it does not tell the order. */
function isMistake(day: ReadonlyMap<DateOrder, CivilDay>): boolean {
  const ymd = day.get('ymd');
  if (ymd === undefined || day.size > 1) return false;
  const first = ymd.year % 100;
  const year = fullYear(String(ymd.day).padStart(2, '0'));
  return first > 0 && first <= 31 && !isDay({ year, month: ymd.month, day: first });
}

/** As shown to people. */
const ORDER_IN_WORDS: Readonly<Record<DateOrder, string>> = {
  dmy: 'day, month, year',
  mdy: 'month, day, year',
  ymd: 'year, month, day',
};

function undecided({ text, line }: Seen, left: readonly DateOrder[]): SourceProblem {
  const ways = left.map((order) => ORDER_IN_WORDS[order]).join('”, or “');
  return {
    code: 'unknown-date-order',
    where: '',
    what: `Dates such as ${shownValue(text)} are ambiguous: “${ways}”.`,
    hint: `Set the order: --date-order ${left.join(', or --date-order ')}.`,
    line,
  };
}

function pairsOf(orders: readonly DateOrder[]): [DateOrder, DateOrder][] {
  return orders.flatMap((first, index) =>
    orders.slice(index + 1).map((second): [DateOrder, DateOrder] => [first, second]),
  );
}

function pairKey([first, second]: readonly [DateOrder, DateOrder]): string {
  return `${first} ${second}`;
}

function isSame(one: CivilDay | undefined, other: CivilDay | undefined): boolean {
  return one?.year === other?.year && one?.month === other?.month && one?.day === other?.day;
}
