import { shownValue } from '#catalogue/shown-value.ts';
import { DateOrders, ORDER_IN_WORDS } from './date-orders.ts';
import type { DateOrder, ReadOptions, SourceProblem } from '../source-format.ts';
import type { Notes } from '../notes.ts';
import { dayOfSerial, isSerial } from './spreadsheet-serial.ts';
import type { TableField } from './table-fields.ts';
import type { TableMapping, TableRow } from './table-mapping.ts';
import { Unreadable, noDate } from './unreadable-time.ts';
import { writtenDate, writtenTime } from './written-date.ts';
import type { WrittenDate } from './written-date.ts';
import { isInQuestion } from './written-day.ts';
import type { CivilDay, WrittenDay } from './written-day.ts';

/** Columns that may contain a date, a time of day, or both. */
export const BEGINNING = ['start', 'date', 'time'] as const satisfies TableField[];
export const ENDING = ['end', 'end_date'] as const satisfies TableField[];
const DATED = [...BEGINNING, ...ENDING] as const;
export type DatedField = (typeof DATED)[number];

/** A cell, once the order of dates is known. */
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
  /** Cells of each column that are serial numbers, and that are not. */
  readonly #serials = new Map<DatedField, { yes: number; no: number }>();
  #order: DateOrder | null;

  constructor(mapping: TableMapping, { now, dateOrder }: ReadOptions, notes: Notes) {
    this.#mapping = mapping;
    this.#notes = notes;
    this.#thisYear = Number(now.slice(0, 4));
    this.#orders = new DateOrders(this.#thisYear);
    this.#order = dateOrder;
  }

  observe(row: TableRow): void {
    for (const field of DATED) {
      const text = this.#mapping.text(field, row).trim();
      if (text === '') continue;
      const seen = this.#serials.get(field) ?? { yes: 0, no: 0 };
      this.#serials.set(field, seen);
      seen[isSerial(text) ? 'yes' : 'no']++;
      if (this.#order !== null) continue;
      const written = writtenDate(text, this.#thisYear);
      if (typeof written === 'string') continue;
      for (const day of [written.day, written.last]) {
        if (day !== undefined) this.#orders.observe(day, text, row.line);
      }
    }
  }

  /** @returns a problem when the order cannot be decided */
  decide(): SourceProblem | undefined {
    const areSerials = DATED.filter((field) => this.#isSerial(field)).map((field) => this.#mapping.called(field));
    if (areSerials.length > 0) this.#notes.add(`spreadsheet serial numbers read as dates: ${areSerials.join(', ')}`);
    if (this.#order !== null) return undefined;
    const decided = this.#orders.decide();
    if (typeof decided !== 'string') return { ...decided, where: this.#dateHeaders() };
    const { shownBy } = this.#orders;
    if (shownBy !== undefined)
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

  /** Reads a cell, with the order of dates applied. */
  read(field: DatedField, row: TableRow): Settled | undefined {
    const text = this.#mapping.text(field, row).trim();
    if (text === '') return undefined;
    if (this.#isSerial(field) && isSerial(text)) return { ...dayOfSerial(text), last: undefined };
    const date = writtenDate(text, this.#thisYear);
    if (typeof date !== 'string') {
      const [day, last] = [date.day, date.last].map((each) => this.#inOrder(field, each, text));
      return { ...date, day, last };
    }
    const time = writtenTime(text);
    if (typeof time !== 'string') return { ...time, day: undefined, last: undefined };
    throw noDate(field, text, date === 'unreadable' ? time : date);
  }

  #inOrder(field: DatedField, day: WrittenDay | undefined, text: string): CivilDay | undefined {
    if (!isInQuestion(day)) return day;
    const order = this.#order ?? 'dmy';
    const civil = day.get(order);
    if (civil !== undefined) return civil;
    const what = `${shownValue(text)} is not a valid date in the order ${ORDER_IN_WORDS[order]}.`;
    throw new Unreadable(field, 'bad-date', what, 'Write it like the others, or as 2026-10-27.');
  }
}
