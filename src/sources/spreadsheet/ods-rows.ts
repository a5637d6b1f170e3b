import { MAX_COLUMNS } from '../table/table-fields.ts';
import { odsCell } from './ods-cell.ts';
import { BLANK } from './workbook.ts';
import type { SheetCell, SheetRow } from './workbook.ts';
import { attributeOf, childrenOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Limit on copies of a row; formatting down to the end of a sheet is written as a million. */
const MAX_COPIES = 1000;

/** The rows that a `table:table-row` element stands for, at most MAX_COPIES. @param number of the first row */
export function* odsRows(row: XmlElement, number: number): Generator<SheetRow> {
  const isHidden = /^(?:collapse|filter)$/.test(attributeOf(row, 'table:visibility'));
  const cells = cellsOf(row);
  if (cells.length === 0) return;
  const copies = rowsIn(row);
  const read = copies > MAX_COPIES ? 1 : copies;
  for (let copy = 0; copy < read; copy++) yield { number: number + copy, isHidden, cells };
}

/** Number of rows that the element stands for. */
export function rowsIn(row: XmlElement): number {
  return repeated(row, 'table:number-rows-repeated');
}

function cellsOf(row: XmlElement): SheetCell[] {
  const cells: SheetCell[] = [];
  let next = 0;
  for (const element of childrenOf(row)) {
    const isCovered = element.name === 'covered-table-cell';
    if (!isCovered && element.name !== 'table-cell') continue;
    const columns = repeated(element, 'table:number-columns-repeated');
    const cell = isCovered ? BLANK : odsCell(element);
    // One more than the limit, so that the reader notices that there are too many.
    const end = Math.min(next + columns, MAX_COLUMNS + 1);
    if (cell !== BLANK) {
      while (cells.length < next) cells.push(BLANK);
      while (cells.length < end) cells.push(cell);
    }
    next = end;
  }
  return cells;
}

function repeated(element: XmlElement, attribute: string): number {
  const count = Number(attributeOf(element, attribute));
  return Number.isInteger(count) && count > 0 ? count : 1;
}
