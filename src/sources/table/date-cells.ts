import { shownValue } from '#catalogue/shown-value.ts';
import { DateOrders, ORDER_IN_WORDS } from './date-orders.ts';
import { DATE_ORDERS } from '../source-format.ts';
import type { DateOrder, ReadOptions, SourceProblem } from '../source-format.ts';
import type { Notes } from '../notes.ts';
import { dayOfSerial, isSerial } from './spreadsheet-serial.ts';
import type { TableField } from './table-fields.ts';
import type { TableMapping, TableRow } from './table-mapping.ts';
import { LikelyYears, isYearless } from './likely-years.ts';
import { UnreadableTime, noDate } from './unreadable-time.ts';
import { looseDate, withQuarter } from './loose-date.ts';
import type { LooseDate } from './loose-date.ts';
import { writtenTime } from './written-date.ts';
import type { WrittenDate } from './written-date.ts';
import { isInQuestion } from './written-day.ts';
import type { CivilDay, WrittenDay } from './written-day.ts';

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
