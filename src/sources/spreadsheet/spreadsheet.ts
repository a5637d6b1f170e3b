import { FileFailure, fileFailure } from '../file-failure.ts';
import { Notes } from '../notes.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceNote } from '../source-format.ts';
import { readTextRows } from '../table/text-rows.ts';
import { openWorkbook } from './open-workbook.ts';
import { readableRows } from './sheet-rows.ts';
import { inSheet, withCells } from './cell-name.ts';
import { SheetTable } from './sheet-table.ts';
import type { Sheet, Workbook } from './workbook.ts';

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
const MAX_NAMED = 20;

function quoted(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).map((name) => `“${name}”`);
  return `${named.join(', ')}${names.length > MAX_NAMED ? ', …' : ''}`;
}
