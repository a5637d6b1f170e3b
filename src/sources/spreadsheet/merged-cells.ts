import type { Notes } from '../notes.ts';
import { BLANK } from './workbook.ts';
import type { SheetCell, SheetRow } from './workbook.ts';

interface Merged {
  readonly cell: SheetCell;
  /** Last row of the merged cell. */
  readonly last: number;
}

/**
 * Copies the value of vertically merged cells to each of their rows, except rows that are otherwise empty.
 */
export async function* withMergedCells(rows: AsyncIterable<SheetRow>, notes: Notes): AsyncGenerator<SheetRow, void> {
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
  if (merged.size === 0 || row.cells.every(isBlank)) return row.cells;
  const cells = [...row.cells];
  for (const [column, { cell }] of merged) {
    while (cells.length <= column) cells.push(BLANK);
    if (isBlank(cells[column] ?? BLANK)) cells[column] = cell;
  }
  return cells;
}

function valuesIn(cells: readonly SheetCell[]): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}

function isBlank({ text }: SheetCell): boolean {
  return text === '';
}
