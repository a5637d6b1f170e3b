import type { Notes } from '../notes.ts';
import { dayOfSerial, isSerial } from './spreadsheet-serial.ts';
import type { TableMapping, TableRow } from './table-mapping.ts';
import { writtenDate, writtenTime } from './written-date.ts';

interface Context {
  readonly mapping: TableMapping;
  readonly notes: Notes;
  /** To find the year of a date without one. */
  readonly thisYear: number;
}

/** A date that applies to the rows below, and the start of the last of these, in seconds since midnight. */
interface Group {
  readonly date: string;
  readonly clock: number;
}

/**
 * Spreadsheets merge the date cells of talks on one day, and export them as a date in the first row of the group and
 * empty cells below. Fills these in, if the row has a time of day that is not before that of the row above. Any other
 * row without a date may be after midnight, or have no date yet.
 */
export async function* withMergedDates(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
  context: Context,
): AsyncGenerator<TableRow> {
  const { mapping } = context;
  const dateColumn = mapping.columnOf('date') ?? mapping.columnOf('start');
  const timeColumn = mapping.columnOf('time') ?? mapping.columnOf('start');
  if (dateColumn === undefined || timeColumn === undefined || dateColumn === timeColumn) {
    yield* rows;
    return;
  }
  const dates = new MergedDates(context, dateColumn, timeColumn);
  for await (const row of rows) {
    if (row.isSparse === true) yield row;
    // Faster than yield*, which makes several promises for each row.
    else for (const taken of dates.take(row)) yield taken;
  }
  yield* dates.end();
}

class MergedDates {
  readonly #context: Context;
  readonly #dateColumn: number;
  readonly #timeColumn: number;
  #group: Group | undefined;
  /** The row above, if it has only a date: it may be the heading of a group, or a talk. */
  #heading: TableRow | undefined;

  constructor(context: Context, dateColumn: number, timeColumn: number) {
    this.#context = context;
    this.#dateColumn = dateColumn;
    this.#timeColumn = timeColumn;
  }

  /** The rows that can be passed on now. */
  take(row: TableRow): readonly TableRow[] {
    const date = textIn(row, this.#dateColumn);
    const clock = clockIn(textIn(row, this.#timeColumn));
    const group = this.#group;
    if (date === '' && group !== undefined && clock !== undefined && clock >= group.clock) {
      this.#heading = undefined;
      this.#group = { ...group, clock };
      this.#context.notes.add('without a date below one with a date: on the same day, as in merged cells');
      // Empty cells at the end of a row may be missing.
      const cells = [...row.cells];
      while (cells.length < this.#dateColumn) cells.push('');
      cells[this.#dateColumn] = group.date;
      return [{ ...row, cells }];
    }
    const before = this.end();
    const isOnlyDate = row.cells.every((cell, column) => column === this.#dateColumn || cell === '');
    if (date !== '') {
      this.#group = isOneDay(date, this.#context.thisYear) ? { date, clock: clock ?? 0 } : undefined;
    } else if (isOnlyDate || clock !== undefined) {
      this.#group = undefined;
    }
    if (date === '' || !isOnlyDate) return [...before, row];
    this.#heading = row;
    return before;
  }

  /** The row that was held, if any. */
  end(): readonly TableRow[] {
    const held = this.#heading;
    this.#heading = undefined;
    return held === undefined ? [] : [held];
  }
}

function textIn(row: TableRow, column: number | undefined): string {
  const cell = column === undefined ? undefined : row.cells[column];
  return typeof cell === 'string' ? cell.trim() : '';
}

function clockIn(text: string): number | undefined {
  if (isSerial(text)) return dayOfSerial(text).clocks?.start;
  const time = writtenTime(text);
  return typeof time === 'string' ? undefined : time.clocks?.start;
}

function isOneDay(text: string, thisYear: number): boolean {
  if (isSerial(text)) return true;
  const date = writtenDate(text, thisYear);
  return typeof date !== 'string' && date.clocks === undefined && date.last === undefined;
}
