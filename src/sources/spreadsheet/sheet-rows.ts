import type { Notes } from '../notes.ts';
import { cellName } from './cell-name.ts';
import { BLANK } from './workbook.ts';
import type { CellFault, Sheet, SheetRow, SheetCell } from './workbook.ts';

/** Cells to name for each kind of fault. */
const MAX_NAMED = 5;

/** The rows of a sheet, without hidden ones; several blank rows count as one. */
export async function* readableRows(sheet: Sheet, notes: Notes): AsyncGenerator<SheetRow, void> {
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
      if (found.first.length < MAX_NAMED) found.first.push(cellName(this.#sheet, number, column));
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
