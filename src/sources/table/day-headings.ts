import type { Notes } from '../notes.ts';
import { foldedHeader } from './table-fields.ts';
import type { TableMapping, TableRow } from './table-mapping.ts';
import { writtenDate, writtenTime } from './written-date.ts';

interface Context {
  readonly mapping: TableMapping;
  readonly headers: readonly string[];
  /** The last line above the headers. */
  readonly above: readonly string[];
  readonly notes: Notes;
  /** To find the year of a date without one. */
  readonly thisYear: number;
}

/**
 * Fills in the date where a programme has it as a heading above the talks: a row with only a date, which the rows below
 * do not repeat. If there are times of day, a date in the date column is left to `withMergedDates`.
 */
export async function* withDayHeadings(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
  context: Context,
): AsyncGenerator<TableRow> {
  const headings = new DayHeadings(context);
  for await (const row of rows) {
    if (row.isSparse === true) yield row;
    // Faster than yield*, which makes several promises for each row.
    else for (const taken of headings.take(row)) yield taken;
  }
  yield* headings.end();
}

class DayHeadings {
  readonly #context: Context;
  readonly #dateColumn: number | undefined;
  readonly #timeColumn: number | undefined;
  #date: string | undefined;
  /** A heading with no talk below it so far; if none follows, it is a talk itself. */
  #heading: TableRow | undefined;

  constructor(context: Context) {
    const { mapping, above } = context;
    const start = mapping.columnOf('start');
    const time = mapping.columnOf('time');
    this.#context = context;
    this.#dateColumn = mapping.columnOf('date') ?? (time === undefined ? undefined : start);
    this.#timeColumn = time ?? start;
    if (this.#dateColumn === undefined) this.#date = this.#headingOf(above)?.date;
  }

  /** The rows that can be passed on now. */
  take(row: TableRow): readonly TableRow[] {
    const heading = this.#headingOf(row.cells);
    if (heading !== undefined) {
      const before = this.end();
      const isMerged = heading.column === this.#dateColumn && this.#timeColumn !== undefined;
      this.#date = isMerged ? undefined : heading.date;
      if (isMerged) return [...before, row];
      this.#heading = row;
      return before;
    }
    if (this.#date === undefined) return [row];
    if (this.#isHeader(row)) return [];
    const cells = this.#dated(row, this.#date);
    if (cells === undefined) return [...this.end(), row];
    this.#heading = undefined;
    this.#context.notes.add('below a row with nothing but a date: on that day');
    return [{ ...row, cells }];
  }

  /** The row that was held, if any. */
  end(): readonly TableRow[] {
    const held = this.#heading;
    this.#heading = undefined;
    return held === undefined ? [] : [held];
  }

  /** Undefined: the row has its own date, or too little to be a talk. */
  #dated({ cells }: TableRow, date: string): TableRow['cells'] | undefined {
    const column = this.#dateColumn ?? this.#timeColumn;
    const texts = cells.map(textOf);
    if (column === undefined || !this.#isTalk(texts)) return undefined;
    const own = texts[column] ?? '';
    const isOwn = this.#dateColumn === undefined ? hasYear(own, this.#context.thisYear) : own !== '';
    if (isOwn) return undefined;
    const filled = [...cells];
    // Empty cells at the end of a row may be missing.
    while (filled.length < column) filled.push('');
    filled[column] = `${date} ${withColons(own)}`.trim();
    return filled;
  }

  /** In tables with times, a row with a single cell is another kind of heading. */
  #isTalk(texts: readonly string[]): boolean {
    const titleColumn = this.#context.mapping.columnOf('title');
    if (this.#timeColumn === undefined && titleColumn !== undefined) return (texts[titleColumn] ?? '') !== '';
    return texts.filter((text) => text !== '').length > 1;
  }

  /** Headers are often repeated below each heading. */
  #isHeader({ cells }: TableRow): boolean {
    const { headers } = this.#context;
    return headers.every((header, column) => foldedHeader(textOf(cells[column])) === foldedHeader(header));
  }

  #headingOf(cells: TableRow['cells']): { readonly date: string; readonly column: number } | undefined {
    // The value of merged cells may be repeated in each of them.
    const [only = '', ...others] = new Set(cells.map(textOf).filter((text) => text !== ''));
    const date = only.replace(/^(?:day|tag|jour|día) \d{1,2} ?[:,–-] ?/i, '').replace(/ ?:$/, '');
    if (date === '' || others.length > 0 || !isOneDay(date, this.#context.thisYear)) return undefined;
    return { date, column: cells.findIndex((cell) => textOf(cell) !== '') };
  }
}

function textOf(cell: TableRow['cells'][number]): string {
  return typeof cell === 'string' ? cell.trim() : '';
}

function hasYear(text: string, thisYear: number): boolean {
  return /\d{4}/.test(text) && typeof writtenDate(text, thisYear) !== 'string';
}

/** “10.30” is read as a time when alone, but not after a date. */
function withColons(time: string): string {
  return typeof writtenTime(time) === 'string' ? time : time.replace(/(?<![\d.])(\d{1,2})\.(\d\d)(?![\d.])/g, '$1:$2');
}

/** “12 July” counts as a day; “10.30” is more likely a time. */
function isOneDay(text: string, thisYear: number): boolean {
  const date = writtenDate(text, thisYear);
  if (typeof date === 'string') return date === 'no-year' && /\p{L}{3}/u.test(text);
  return date.day !== undefined && date.clocks === undefined && date.last === undefined;
}
