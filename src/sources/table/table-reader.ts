import { FileFailure } from '../file-failure.ts';
import { Findings } from '../findings.ts';
import type { Notes } from '../notes.ts';
import type { ReadOptions, SourceBatch, SourceProblem } from '../source-format.ts';
import { withDayHeadings } from './day-headings.ts';
import { withQuarter } from './loose-date.ts';
import { dayOfSerial, isSerial } from './spreadsheet-serial.ts';
import { shownHeaders, type TableHeader, TableMapping, type TableRow, textOfCell } from './table-mapping.ts';
import { type KeylessTalk, TableKeys, TableTalks } from './table-talks.ts';
import { TableTimes } from './table-times.ts';
import { writtenDate, writtenTime } from './written-date.ts';

export interface Table extends TableHeader {
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>;
  /** Lines above the headers, without blank ones. */
  readonly above: readonly (readonly string[])[];
}

/** Characters of rows read to decide how dates are written and which rows share an address; most tables are smaller. */
const LOOKED_AT = 8 * 1024 * 1024;
/** Overhead of a cell in characters. */
const CELL = 16;

/**
 * Reads a table with headers. Holds the first rows until it is clear how to interpret them, and streams the others.
 */
export async function* readTable(table: Table, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const named = TableMapping.of(table, options.mapping);
  if ('code' in named) {
    yield { talks: [], failure: named };
    return;
  }
  const { first, all } = await peekedRows(table.rows);
  const mapping = withTimesByContent(named, first, table.line);
  if ('code' in mapping) {
    yield { talks: [], failure: mapping };
    return;
  }
  if (options.refusesSlugs === true && mapping.has('slug') && !options.mapping.has('slug')) {
    yield { talks: [], failure: unnamedTable(mapping.called('slug'), table.line) };
    return;
  }
  const reading = new TableReading(mapping, options, table.above);
  if (table.columns !== undefined)
    reading.found.notes.add('a table without headers: columns recognised by their content');
  try {
    const { notes } = reading.found;
    const thisYear = Number((options.year ?? options.now).slice(0, 4));
    const above = table.above.at(-1) ?? [];
    const rows = withDayHeadings(all, { mapping, headers: table.headers, above, notes, thisYear });
    for await (const row of withMergedDates(rows, { mapping, notes, thisYear })) {
      reading.take(row);
      if (reading.hasFailed) break;
      if (reading.isDecided) yield* reading.found.enough();
    }
    reading.end();
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    reading.found.fail(error.problem);
  }
  yield* reading.found.batches();
}

/** Slugs identify talks of the whole catalogue, so the operator has to expect them. */
function unnamedTable(column: string, line: number): SourceProblem {
  return {
    code: 'unnamed-table',
    where: column,
    what: 'This table has slugs, which identify talks of the catalogue.',
    hint: 'If it should have them, name its format with --from: csv, rows or spreadsheet.',
    line,
  };
}

class TableReading {
  /** For the summary: the origin of each field. */
  readonly #how: string;
  readonly found = new Findings();
  readonly #times: TableTimes;
  readonly #talks: TableTalks;
  readonly #keys = new TableKeys();
  /** Rows held until it is decided how to interpret them; undefined afterwards. */
  #held: TableRow[] | undefined = [];
  #size = 0;

  constructor(mapping: TableMapping, options: ReadOptions, above: Table['above']) {
    const { notes } = this.found;
    this.#how = `read with ${mapping.inWords}`;
    this.#times = new TableTimes(mapping, options, notes, above.flat().join(' '));
    this.#talks = new TableTalks(mapping, this.#times, options, this.found);
    notes.leave('a line above the headers, skipped', above.length);
    const { leftOut } = mapping;
    if (leftOut.length > 0) notes.add(`a column that is left out: ${shownHeaders(leftOut)}`, leftOut.length, 'columns');
    this.found.mapped({ origins: mapping.origins, unused: leftOut });
  }

  get hasFailed(): boolean {
    return this.found.hasFailed;
  }

  /** Whether it is clear how to interpret rows. */
  get isDecided(): boolean {
    return this.#held === undefined;
  }

  take(row: TableRow): void {
    if (this.#held === undefined) {
      const talk = this.#read(row);
      if (talk !== undefined) this.#hand(talk);
      return;
    }
    this.#times.observe(row);
    this.#held.push(row);
    for (const cell of row.cells) this.#size += CELL + (cell?.length ?? 0);
    if (this.#size > LOOKED_AT) this.#decide();
  }

  end(): void {
    if (this.#held !== undefined) this.#decide();
  }

  #decide(): void {
    const held = this.#held ?? [];
    const failure = this.#times.decide();
    const rows = failure === undefined ? held : [];
    if (failure !== undefined) this.found.fail(failure);
    const talks = rows.map((row) => this.#read(row)).filter((talk) => talk !== undefined);
    this.#held = undefined;
    for (const talk of talks) this.#keys.observe(talk);
    for (const talk of talks) this.#hand(talk);
  }

  #hand(talk: KeylessTalk): void {
    const formerKey = this.#keys.formerKeyOf(talk);
    if (formerKey !== undefined) talk.formerKey = formerKey;
    talk.key = this.#keys.keyOf(talk);
    this.found.talk(talk);
  }

  /** Undefined: the row is empty, or has a problem, which is recorded. */
  #read(row: TableRow): KeylessTalk | undefined {
    this.found.notes.at(row.line);
    const talk = this.#talks.talk(row);
    if (talk === undefined) return undefined;
    this.found.notes.add(this.#how, 1, 'columns');
    if (!('code' in talk)) return talk;
    if (!this.isDecided) this.#keys.observeUnread(talk.mayBe ?? []);
    this.found.problem(talk, talk.hidden);
    return undefined;
  }
}

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
async function* withMergedDates(
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

/** Rows whose cells are examined. */
const EXAMINED = 50;

/** The first rows of a table, and all rows. */
async function peekedRows(
  rows: AsyncIterable<TableRow> | Iterable<TableRow>,
): Promise<{ readonly first: readonly TableRow[]; readonly all: AsyncGenerator<TableRow> }> {
  const source = streamed(rows);
  const first: TableRow[] = [];
  let failure: { readonly error: unknown } | undefined;
  try {
    while (first.length < EXAMINED) {
      const next = await source.next();
      if (next.done === true) break;
      first.push(next.value);
    }
  } catch (error) {
    // Reported where the rows are read.
    failure = { error };
  }
  async function* all(): AsyncGenerator<TableRow> {
    yield* first;
    if (failure !== undefined) throw failure.error;
    yield* source;
  }
  return { first, all: all() };
}

async function* streamed(rows: AsyncIterable<TableRow> | Iterable<TableRow>): AsyncGenerator<TableRow, void, void> {
  yield* rows;
}

/**
 * The mapping of a table whose dates have no times, with unknown columns of times of day as the time and the end: talks
 * that have times are never all day. A problem if there are too many such columns.
 */
function withTimesByContent(
  mapping: TableMapping,
  rows: readonly TableRow[],
  line: number,
): TableMapping | SourceProblem {
  if (mapping.has('time') || hasTimes(mapping, rows)) return mapping;
  const columns = mapping.unusedColumns.filter((column) => isOfTimes(rows.map(({ cells }) => cells[column] ?? '')));
  const [time, end, more] = columns;
  if (time === undefined) return mapping;
  const isEndKnown = mapping.has('end') || mapping.has('duration');
  if (more !== undefined || (end !== undefined && isEndKnown)) {
    return {
      code: 'unknown-times',
      where: 'time',
      what: `Any of ${shownHeaders(columns.map((column) => mapping.headers[column] ?? ''))} may be the time of the talks.`,
      hint: "Name it: --map 'time=…' --map 'end=…'.",
      line,
    };
  }
  return mapping.with(
    end === undefined
      ? [['time', time]]
      : [
          ['time', time],
          ['end', end],
        ],
  );
}

/** Whether the cells of dates have times of day. */
function hasTimes(mapping: TableMapping, rows: readonly TableRow[]): boolean {
  return rows.some((row) =>
    (['start', 'date'] as const).some((field) => {
      const text = mapping.text(field, row).trim();
      const date = writtenDate(text, ANY_YEAR);
      return typeof date === 'string' ? typeof writtenTime(text) !== 'string' : date.clocks !== undefined;
    }),
  );
}

/** Any year will do: it only matters whether there is a time. */
const ANY_YEAR = 2000;

/** Whether the cells are times of day; digits alone, as in `17.50`, may be anything. */
function isOfTimes(cells: readonly Parameters<typeof textOfCell>[0][]): boolean {
  const texts = cells.map((cell) => textOfCell(cell).trim()).filter((text) => text !== '');
  return (
    texts.length > 0 &&
    texts.every((text) => !/^[\d.,]+$/u.test(text) && typeof writtenTime(withQuarter(text)) !== 'string')
  );
}
