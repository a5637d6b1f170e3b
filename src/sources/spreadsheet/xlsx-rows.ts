import { MAX_COLUMNS } from '../table/table-fields.ts';
import { cellPosition } from './cell-name.ts';
import { partItems } from './part-items.ts';
import { BLANK, LAST_ROW } from './workbook.ts';
import type { SheetCell, SheetRow } from './workbook.ts';
import { xlsxCell } from './xlsx-cell.ts';
import type { XlsxContext } from './xlsx-cell.ts';
import { markKey } from './xlsx-marks.ts';
import type { XlsxMarks } from './xlsx-marks.ts';
import { attributeOf, childrenOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Streams the rows of a worksheet. Ignores the size that the worksheet declares. */
export async function* xlsxRows(
  name: string,
  chunks: AsyncIterable<Buffer>,
  context: XlsxContext & XlsxMarks,
): AsyncGenerator<SheetRow, void> {
  let last = 0;
  for await (const { element } of partItems(name, chunks, {
    root: 'worksheet',
    containers: ['sheetData'],
    item: 'row',
  })) {
    if (element.name !== 'row') continue;
    const said = Number(attributeOf(element, 'r'));
    last = Number.isInteger(said) && said > last && said <= LAST_ROW ? said : last + 1;
    yield { number: last, isHidden: isTrue(attributeOf(element, 'hidden')), cells: cellsOf(element, last, context) };
  }
}

function cellsOf(row: XmlElement, number: number, context: XlsxContext & XlsxMarks): SheetCell[] {
  const cells: SheetCell[] = [];
  let next = 0;
  for (const element of childrenOf(row, 'c')) {
    const column = cellPosition(attributeOf(element, 'r'))?.column ?? next;
    // One more than the limit, so that the reader notices that there are too many.
    if (column > MAX_COLUMNS) continue;
    next = column + 1;
    const cell = xlsxCell(element, context);
    if (cell === BLANK) continue;
    while (cells.length < column) cells.push(BLANK);
    // Cells may come in any order; of two at the same position, the first counts.
    if ((cells[column] ?? BLANK) === BLANK) cells[column] = marked(cell, markKey(number, column), context);
  }
  return cells;
}

function marked(cell: SheetCell, key: string, { rowSpans, links }: XlsxMarks): SheetCell {
  const rowSpan = rowSpans.get(key);
  const link = cell.link ?? links.get(key);
  if (rowSpan === undefined && link === undefined) return cell;
  return { ...cell, ...(rowSpan === undefined ? {} : { rowSpan }), ...(link === undefined ? {} : { link }) };
}

export function isTrue(text: string): boolean {
  return text === '1' || text === 'true';
}
