import { columnsByContent, isWithoutHeaders, noHeaders } from './columns-by-content.ts';
import { HEADER_WITHIN, hasWanted, headerIndex } from './delimited-head.ts';
import { FileFailure } from '../file-failure.ts';
import type { ReadOptions, SourceBatch, SourceProblem } from '../source-format.ts';
import { MAX_COLUMNS } from './table-fields.ts';
import { tooManyColumns, type TableRow } from './table-mapping.ts';
import { readTable, type Table } from './table-reader.ts';

/** A row before the headers are known. */
export interface TextRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Headers that `--map` names. */
export function wantedHeaders({ mapping }: Pick<ReadOptions, 'mapping'>): readonly string[] {
  return [...mapping.values()].flatMap((written) => [written, ...written.split(/[+|]/)]);
}

/** Finds the headers among the first rows, if there are any, and reads the table. @throws FileFailure */
export async function* readTextRows(
  rows: AsyncGenerator<TextRow, void>,
  options: ReadOptions,
): AsyncGenerator<SourceBatch> {
  const wanted = wantedHeaders(options);
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
  if (headers.length > MAX_COLUMNS) throw new FileFailure(tooManyColumns(header.line));
  const rest = following(first.slice(at + 1), rows, headers.length);
  const above = first.slice(0, at).filter((row) => !isBlank(row));
  yield* readTable({ headers, line: header.line, rows: rest, above: above.map((row) => row.cells) }, options);
}

/** A table without headers; its columns are named by their numbers. */
function withoutHeaders(first: readonly TextRow[], rest: AsyncIterable<TextRow>, { mapping }: ReadOptions): Table {
  const begin = first.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1);
  const rows = first.slice(begin);
  const found = columnsByContent(
    rows.map(({ cells }) => cells),
    mapping,
  );
  const line = rows[0]?.line ?? 0;
  if (!found.ok) throw new FileFailure(noHeaders(found.what, line));
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  if (width > MAX_COLUMNS) throw new FileFailure(tooManyColumns(line));
  return {
    headers: Array.from({ length: width }, (_, column) => `#${column + 1}`),
    columns: found.columns,
    line: 0,
    rows: following(rows, rest, width),
    above: first
      .slice(0, begin)
      .filter((row) => !isBlank(row))
      .map((row) => row.cells),
  };
}

/** The first rows, where the header must be; several blank rows count as one. */
async function firstRows(rows: AsyncGenerator<TextRow, void>): Promise<TextRow[]> {
  const first: TextRow[] = [];
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

function isBlank({ cells }: TextRow): boolean {
  return cells.every((cell) => cell === '');
}

async function* following(
  first: readonly TextRow[],
  rest: AsyncIterable<TextRow>,
  columns: number,
): AsyncGenerator<TableRow> {
  for (const { line, cells } of first) yield { line, cells: cells.slice(0, columns) };
  for await (const { line, cells } of rest) yield { line, cells: cells.slice(0, columns) };
}

function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

function noRows(): SourceProblem {
  const hint = 'Export it again, with headers.';
  return { code: 'no-rows', where: '', what: 'The file is empty.', hint, line: 0 };
}
