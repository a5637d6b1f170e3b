import { CsvError, parse } from 'csv-parse';
import type { Parser } from 'csv-parse';
import { columnsByContent, isWithoutHeaders, noHeaders } from './columns-by-content.ts';
import { HEADER_WITHIN, PACKED_FILE, delimiterOf, hasWanted, headerIndex, isPackedFile } from './delimited-head.ts';
import type { Delimiter } from './delimited-head.ts';
import { FileFailure } from '../file-failure.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../source-format.ts';
import { peek } from '../peek.ts';
import { MOST_COLUMNS } from './table-fields.ts';
import { tooManyColumns } from './table-mapping.ts';
import type { TableRow } from './table-mapping.ts';
import { readTable } from './table-reader.ts';
import type { Table } from './table-reader.ts';
import { headText, utf8Lines } from '../text-decoding.ts';

/** Bytes by which the delimiter is recognised. */
const HEAD = 65_536;
/** Bytes. */
const LONGEST_ROW = 4 * 1024 * 1024;

/** A row of the file. */
interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Reads a table (RFC 4180, and what is found in practice), one row at a time. */
export async function* readCsv(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const { head, chunks } = await peek(utf8Lines(file.chunks, LONGEST_ROW), HEAD, () => false);
  const text = headText(head);
  if (isPackedFile(text)) {
    yield { talks: [], failure: { ...PACKED_FILE, line: 0 } };
    return;
  }
  const wanted = [...options.mapping.values()].flatMap((written) => [written, ...written.split(/[+|]/)]);
  const rows = csvRows(chunks, delimiterOf(text, wanted));
  try {
    yield* readRows(rows, wanted, options);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    yield { talks: [], failure: error.problem };
  } finally {
    await rows.return();
  }
}

async function* readRows(
  rows: AsyncGenerator<CsvRow, void>,
  wanted: readonly string[],
  options: ReadOptions,
): AsyncGenerator<SourceBatch> {
  const first = await firstRows(rows);
  const cells = first.map((row) => row.cells);
  if (isWithoutHeaders(cells) && !hasWanted(cells, wanted)) {
    yield* readTable(withoutHeaders(first, rows, options), options);
    return;
  }
  const at = headerIndex(cells, wanted);
  const header = first[at];
  if (header === undefined) throw new FileFailure(noRows());
  const headers = withoutEmptyEnd(header.cells);
  if (headers.length > MOST_COLUMNS) throw new FileFailure(tooManyColumns(header.line));
  const rest = following(first.slice(at + 1), rows, headers.length);
  const passedOver = first.slice(0, at).filter((row) => !isBlank(row)).length;
  yield* readTable({ headers, line: header.line, rows: rest, passedOver }, options);
}

/** A table without headers, whose columns are called by their numbers. */
function withoutHeaders(first: readonly CsvRow[], rest: AsyncIterable<CsvRow>, { mapping }: ReadOptions): Table {
  const begin = first.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  const rows = first.slice(begin);
  const found = columnsByContent(
    rows.map(({ cells }) => cells),
    mapping,
  );
  const line = rows[0]?.line ?? 0;
  if (!found.ok) throw new FileFailure(noHeaders(found.what, line));
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  if (width > MOST_COLUMNS) throw new FileFailure(tooManyColumns(line));
  return {
    headers: Array.from({ length: width }, (_, column) => `#${column + 1}`),
    columns: found.columns,
    line: 0,
    rows: following(rows, rest, width),
    passedOver: first.slice(0, begin).filter((row) => !isBlank(row)).length,
  };
}

/** The rows among which the header is; several blank rows count as one. */
async function firstRows(rows: AsyncGenerator<CsvRow, void>): Promise<CsvRow[]> {
  const first: CsvRow[] = [];
  let filled = 0;
  while (filled < HEADER_WITHIN) {
    const next = await rows.next();
    if (next.done === true) break;
    const last = first.at(-1);
    if (!isBlank(next.value)) filled++;
    else if (last === undefined || isBlank(last)) continue;
    first.push(next.value);
  }
  return first;
}

function isBlank({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell === '');
}

async function* following(
  first: readonly CsvRow[],
  rest: AsyncIterable<CsvRow>,
  columns: number,
): AsyncGenerator<TableRow> {
  for (const { line, cells } of first) yield { line, cells: cells.slice(0, columns) };
  for await (const { line, cells } of rest) yield { line, cells: cells.slice(0, columns) };
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

/** @param chunks UTF-8, with LF line ends */
async function* csvRows(chunks: AsyncIterable<Buffer>, delimiter: Delimiter): AsyncGenerator<CsvRow, void> {
  let read: CsvRow[] = [];
  let line = 1;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    ltrim: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    on_record: (cells: readonly string[], { lines }) => {
      read.push({ line, cells: cells.map((cell) => cell.trim()) });
      line = lines + 1;
      return null;
    },
  });
  // `write` and `end` report it as well.
  parser.on('error', () => undefined);
  try {
    for await (const chunk of chunks) {
      await written(parser, chunk);
      yield* read;
      read = [];
    }
    await ended(parser);
    yield* read;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFailure(brokenRow(error, line));
  } finally {
    parser.destroy();
  }
}

function written(parser: Parser, chunk: Buffer): Promise<void> {
  return new Promise((done, failed) => {
    parser.write(chunk, (error) => {
      if (error) failed(error);
      else done();
    });
  });
}

function ended(parser: Parser): Promise<void> {
  return new Promise((done, failed) => {
    parser.once('error', failed);
    parser.end(done);
  });
}

function brokenRow({ code }: CsvError, line: number): SourceProblem {
  const isOpen = code === 'CSV_QUOTE_NOT_CLOSED';
  const isLong = code === 'CSV_MAX_RECORD_SIZE';
  return {
    code: isOpen ? 'open-quote' : isLong ? 'row-too-long' : 'bad-row',
    where: '',
    what: isOpen
      ? 'A quotation mark in this row is never closed.'
      : isLong
        ? `This row is longer than ${LONGEST_ROW / 1024 / 1024} MiB.`
        : `This row cannot be read (${code}).`,
    hint: 'Check the quotation marks in it, or export the table again.',
    line,
  };
}

function noRows(): SourceProblem {
  const hint = 'Export it again, with headers.';
  return { code: 'no-rows', where: '', what: 'The file is empty.', hint, line: 0 };
}
