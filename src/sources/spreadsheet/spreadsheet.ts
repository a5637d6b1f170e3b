import { fileFailure, FileFailure } from '../file-failure.ts';
import { Notes } from '../notes.ts';
import { peek } from '../peek.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceNote } from '../source-format.ts';
import { columnsByContent, isWithoutHeaders } from '../table/columns-by-content.ts';
import { hasWanted, HEADER_WITHIN, headerIndex } from '../table/delimited-head.ts';
import { isHeaderOfTalks, type TableField } from '../table/table-fields.ts';
import { TableMapping } from '../table/table-mapping.ts';
import { readTextRows, type TextRow, wantedHeaders } from '../table/text-rows.ts';
import { attributeOf, childrenOf } from '../xml/xml-element.ts';
import { cellName, inSheet, withCells } from './cell-name.ts';
import { ODS_CONTENT, odsWorkbook } from './ods.ts';
import { ENCRYPTED, partItems, SAVE_OPEN, WORKBOOK, ZipParts } from './parts.ts';
import {
  BLANK,
  type CellFault,
  COMPOUND,
  type Sheet,
  type SheetCell,
  type SheetRow,
  type Workbook,
} from './workbook.ts';
import { relationsOf, xlsxWorkbook } from './xlsx.ts';

/** Reads the sheets of a workbook that are tables of talks, or those that `--sheet` names. */
export async function* readSpreadsheet(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  try {
    const workbook = await openWorkbook(file.chunks);
    yield* (options.sheets ?? []).length > 0 ? namedSheets(workbook, options) : sheetsOfTalks(workbook, options);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    yield { talks: [], failure: error.problem };
  }
}

async function* namedSheets(workbook: Workbook, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const wanted = new Map((options.sheets ?? []).map((name) => [folded(name), name]));
  const names: string[] = [];
  for await (const sheet of workbook.sheets()) {
    names.push(sheet.name);
    if (!wanted.delete(folded(sheet.name))) continue;
    const notes = new Notes();
    yield* readSheet(sheet, await SheetTable.of(readableRows(sheet, notes), options), { options, notes });
  }
  const [missing] = wanted.values();
  if (missing === undefined) return;
  const hint = `It has ${quoted(names)}.`;
  throw fileFailure('unknown-sheet', `The workbook has no sheet “${missing}”.`, hint, '--sheet');
}

async function* sheetsOfTalks(workbook: Workbook, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const others: string[] = [];
  const hidden: string[] = [];
  let isFound = false;
  for await (const sheet of workbook.sheets()) {
    if (sheet.isHidden) {
      hidden.push(sheet.name);
      continue;
    }
    const notes = new Notes();
    const table = await SheetTable.of(readableRows(sheet, notes), options);
    if (table.isOfTalks) {
      isFound = true;
      yield* readSheet(sheet, table, { options, notes });
    } else {
      await table.close();
      if (!table.isEmpty) others.push(sheet.name);
    }
  }
  if (isFound) yield { talks: [], notes: notRead(others, hidden) };
  else yield* noneOfTalks(workbook, { others, hidden }, options);
}

/** The problem that no sheet has talks: what is missing in the only sheet, or the names of all sheets. */
async function* noneOfTalks(
  workbook: Workbook,
  { others, hidden }: { readonly others: readonly string[]; readonly hidden: readonly string[] },
  options: ReadOptions,
): AsyncGenerator<SourceBatch> {
  const [only, second] = others;
  if (only !== undefined && second === undefined) {
    yield* namedSheets(workbook, { ...options, sheets: [only] });
    return;
  }
  const all = [...others, ...hidden];
  if (all.length === 0) throw fileFailure('no-rows', 'The workbook is empty.', 'Check that it is the right file.');
  const hint = `Name the sheet with --sheet; it has ${quoted(all)}.`;
  throw fileFailure('no-table', 'No visible sheet has headers of talks: a title, and a date or time.', hint);
}

async function* readSheet(
  sheet: Sheet,
  table: SheetTable,
  { options, notes }: { readonly options: ReadOptions; readonly notes: Notes },
): AsyncGenerator<SourceBatch> {
  const placed = { name: sheet.name, headers: table.headers };
  try {
    for await (const batch of readTextRows(table.rows(), options)) yield withCells(batch, placed);
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    throw new FileFailure(inSheet(error.problem, placed));
  }
  yield { talks: [], notes: notes.take() };
}

function notRead(others: readonly string[], hidden: readonly string[]): readonly SourceNote[] {
  const said = [
    { what: `a sheet without headers of talks, not read: ${quoted(others)} (--sheet)`, count: others.length },
    { what: `a hidden sheet, not read: ${quoted(hidden)} (--sheet)`, count: hidden.length },
  ];
  return said.filter(({ count }) => count > 0);
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

/** Sheets to name in a message. */
const MAX_NAMED_SHEETS = 20;

function quoted(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED_SHEETS).map((name) => `“${name}”`);
  return `${named.join(', ')}${names.length > MAX_NAMED_SHEETS ? ', …' : ''}`;
}

/** Cells to name for each kind of fault. */
const MAX_NAMED_CELLS = 5;

/** The rows of a sheet, without hidden ones; several blank rows count as one. */
async function* readableRows(sheet: Sheet, notes: Notes): AsyncGenerator<SheetRow, void> {
  const faults = new Faults(sheet.name);
  let last = 0;
  for await (const row of withMergedCells(visible(sheet.rows(), notes), notes)) {
    faults.observe(row);
    if (isBlank(row)) continue;
    if (row.number > last + 1) yield { number: row.number - 1, isHidden: false, cells: [] };
    last = row.number;
    yield row;
  }
  faults.report(notes);
}

async function* visible(rows: AsyncIterable<SheetRow>, notes: Notes): AsyncGenerator<SheetRow> {
  for await (const row of rows) {
    if (!row.isHidden) yield row;
    else if (!isBlank(row)) notes.leave('a hidden row, left out');
  }
}

/** Unticked checkboxes count as blank: they often fill a column down to the last row. */
function isBlank({ cells }: SheetRow): boolean {
  return cells.every(({ text }) => text === '' || text === 'FALSE');
}

/** Collects cells whose value cannot be read. */
class Faults {
  readonly #sheet: string;
  readonly #found = new Map<CellFault, { count: number; readonly first: string[] }>();

  constructor(sheet: string) {
    this.#sheet = sheet;
  }

  observe({ number, cells }: SheetRow): void {
    for (const [column, { fault }] of cells.entries()) {
      if (fault === undefined) continue;
      const found = this.#found.get(fault) ?? { count: 0, first: [] };
      this.#found.set(fault, found);
      found.count++;
      if (found.first.length < MAX_NAMED_CELLS) found.first.push(cellName(this.#sheet, number, column));
    }
  }

  report(notes: Notes): void {
    for (const [fault, { count, first }] of this.#found) {
      const cells = `${first.join(', ')}${count > first.length ? ', …' : ''}`;
      notes.add(`${IN_WORDS[fault]}: ${cells}`, count);
    }
  }
}

const IN_WORDS: Readonly<Record<CellFault, string>> = {
  error: 'a cell with an error such as #REF!, read as empty',
  missing: 'a cell whose text is missing in the file, read as empty (save it again with a spreadsheet program)',
  'not calculated': 'a formula without a saved result, read as empty (open and save it in a spreadsheet program)',
};

interface Merged {
  readonly cell: SheetCell;
  /** Last row of the merged cell. */
  readonly last: number;
}

/**
 * Copies the value of vertically merged cells to each of their rows, except rows that are otherwise empty.
 */
async function* withMergedCells(rows: AsyncIterable<SheetRow>, notes: Notes): AsyncGenerator<SheetRow, void> {
  const merged = new Map<number, Merged>();
  for await (const row of rows) {
    for (const [column, { last }] of merged) if (last < row.number) merged.delete(column);
    const cells = filled(row, merged);
    notes.add('an empty cell that is merged with one above: its value', valuesIn(cells) - valuesIn(row.cells));
    for (const [column, cell] of row.cells.entries()) {
      if (cell.rowSpan !== undefined) merged.set(column, { cell, last: row.number + cell.rowSpan - 1 });
    }
    yield { ...row, cells };
  }
}

function filled(row: SheetRow, merged: ReadonlyMap<number, Merged>): readonly SheetCell[] {
  if (merged.size === 0 || row.cells.every(isEmptyCell)) return row.cells;
  const cells = [...row.cells];
  for (const [column, { cell }] of merged) {
    while (cells.length <= column) cells.push(BLANK);
    if (isEmptyCell(cells[column] ?? BLANK)) cells[column] = cell;
  }
  return cells;
}

function valuesIn(cells: readonly SheetCell[]): number {
  return cells.filter((cell) => !isEmptyCell(cell)).length;
}

function isEmptyCell({ text }: SheetCell): boolean {
  return text === '';
}

/** Fields that take the address of a hyperlink, not its text. */
const ADDRESSES = ['url', 'online', 'booking_url'] as const satisfies readonly TableField[];

/** A sheet whose first rows are read ahead, to see whether it is a table of talks. */
class SheetTable {
  readonly #first: readonly SheetRow[];
  readonly #rest: AsyncGenerator<SheetRow, void>;
  readonly #options: ReadOptions;

  private constructor(first: readonly SheetRow[], rest: AsyncGenerator<SheetRow, void>, options: ReadOptions) {
    this.#first = first;
    this.#rest = rest;
    this.#options = options;
  }

  static async of(rows: AsyncGenerator<SheetRow, void>, options: ReadOptions): Promise<SheetTable> {
    const first: SheetRow[] = [];
    while (first.filter(({ cells }) => cells.length > 0).length < HEADER_WITHIN) {
      const next = await rows.next();
      if (next.done === true) break;
      first.push(next.value);
    }
    return new SheetTable(first, rows, options);
  }

  get isEmpty(): boolean {
    return this.#first.length === 0;
  }

  /** Whether it has headers of talks, a header that `--map` names, or talks without headers. */
  get isOfTalks(): boolean {
    const rows = this.#first.map(textsOf);
    if (rows.some((cells) => isHeaderOfTalks(cells)) || hasWanted(rows, wantedHeaders(this.#options))) return true;
    return rows.length > 1 && isWithoutHeaders(rows) && columnsByContent(rows, this.#options.mapping).ok;
  }

  /** Headers as far as they are known, for problems. */
  get headers(): readonly string[] {
    return textsOf(this.#first[this.#headerIndex] ?? { number: 0, isHidden: false, cells: [] });
  }

  /** The rows as text, with the addresses of hyperlinks where these are wanted. */
  async *rows(): AsyncGenerator<TextRow, void> {
    const links = this.#links();
    const header = this.#first[this.#headerIndex];
    try {
      for (const row of this.#first) yield textRow(row, links, row === header);
      for await (const row of this.#rest) yield textRow(row, links, false);
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#rest.return();
  }

  get #headerIndex(): number {
    return headerIndex(this.#first.map(textsOf), wantedHeaders(this.#options));
  }

  #links(): Links {
    const { headers } = this;
    const mapping = TableMapping.of({ headers, line: 0 }, this.#options.mapping);
    if ('code' in mapping) return NO_LINKS;
    const replaced = ADDRESSES.map((field) => mapping.columnOf(field)).filter((column) => column !== undefined);
    const title = mapping.columnOf('title');
    const isLinked = (row: SheetRow): boolean => title !== undefined && row.cells[title]?.link !== undefined;
    if (title === undefined || mapping.has('url') || !this.#first.some(isLinked)) return { replaced, added: undefined };
    const width = headers.findLastIndex((header) => header !== '') + 1;
    return { replaced, added: { from: title, to: width, header: `Link (of ${headers[title] ?? ''})` } };
  }
}

interface Links {
  /** Columns in which an address replaces the text. */
  readonly replaced: readonly number[];
  /** A column added for the addresses of the hyperlinks in another. */
  readonly added: { readonly from: number; readonly to: number; readonly header: string } | undefined;
}

const NO_LINKS: Links = { replaced: [], added: undefined };

function textsOf({ cells }: SheetRow): string[] {
  return cells.map(({ text }) => text);
}

function textRow(row: SheetRow, { replaced, added }: Links, isHeader: boolean): TextRow {
  const cells = textsOf(row);
  if (!isHeader) {
    for (const column of replaced) {
      const link = row.cells[column]?.link;
      if (link !== undefined) cells[column] = link;
    }
  }
  if (added === undefined) return { line: row.number, cells };
  const link = isHeader ? added.header : row.cells[added.from]?.link;
  if (link === undefined) return { line: row.number, cells: cells.slice(0, added.to) };
  while (cells.length < added.to) cells.push('');
  cells[added.to] = link;
  return { line: row.number, cells };
}

/** @throws FileFailure when it is not a workbook, or cannot be read */
async function openWorkbook(file: AsyncIterable<Buffer>): Promise<Workbook> {
  const { head, chunks } = await peek(file, COMPOUND.length, () => false);
  if (head.equals(COMPOUND)) throw fileFailure('old-workbook', OLD, 'Save it as .xlsx, without a password.');
  const parts = await ZipParts.open(chunks, WORKBOOK);
  const type = parts.has('mimetype') ? await shortText(parts, 'mimetype') : '';
  if (type.includes('opendocument.spreadsheet') || (type === '' && parts.has(ODS_CONTENT))) {
    if (await isEncrypted(parts)) throw fileFailure('encrypted-file', ENCRYPTED, SAVE_OPEN);
    return odsWorkbook(parts);
  }
  const main = [...(await relationsOf(parts, '')).values()].find((relation) => relation.type === 'officeDocument');
  const part = main?.target ?? 'xl/workbook.xml';
  if (/\.bin$/i.test(part)) throw fileFailure('other-workbook', 'It is a binary Excel workbook (.xlsb).', AS_XLSX);
  if (/(?:^|\/)workbook[^/]*\.xml$/i.test(part) && parts.has(part)) return xlsxWorkbook(parts, part);
  if (parts.has('Index/Document.iwa')) throw fileFailure('other-workbook', 'It is a Numbers document.', AS_XLSX);
  throw fileFailure('no-workbook', otherwise(type, part), 'Unpack it, or give another file.');
}

const OLD = 'It is a workbook of Excel before 2007 (.xls), or protected with a password.';
const AS_XLSX = 'Save it as .xlsx.';

function otherwise(type: string, part: string): string {
  if (/(?:^|\/)document[^/]*\.xml$/i.test(part) || type.includes('opendocument.text')) {
    return 'It is a text document, not a workbook.';
  }
  return 'It is a zip archive, not a workbook.';
}

async function isEncrypted(parts: ZipParts): Promise<boolean> {
  const name = 'META-INF/manifest.xml';
  if (!parts.has(name)) return false;
  try {
    for await (const { element } of partItems(name, parts.read(name), { root: 'manifest', item: '' })) {
      const isContent = attributeOf(element, 'manifest:full-path') === ODS_CONTENT;
      if (isContent && childrenOf(element, 'encryption-data').length > 0) return true;
    }
  } catch (error) {
    // The manifest is only needed to detect encryption.
    if (!(error instanceof FileFailure)) throw error;
  }
  return false;
}

/** The beginning of a part. */
async function shortText(parts: ZipParts, name: string): Promise<string> {
  for await (const chunk of parts.read(name)) return chunk.toString('latin1', 0, LONGEST_TYPE);
  return '';
}

/** Longest media type, in bytes. */
const LONGEST_TYPE = 200;
