import { fileFailure } from '../file-failure.ts';
import type { FileFailure } from '../file-failure.ts';
import { asWebAddress } from '../web-address.ts';
import { cellPosition } from './cell-name.ts';
import type { CellPosition } from './cell-name.ts';
import { partItems } from './part-items.ts';
import { withoutRows } from './without-rows.ts';
import { relationId } from './xlsx-relations.ts';
import type { Relation } from './xlsx-relations.ts';
import { attributeOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Merged cells and hyperlinks, which a worksheet lists apart from the cells. Keys are `row:column`. */
export interface XlsxMarks {
  /** Number of rows that merged cells span. */
  readonly rowSpans: ReadonlyMap<string, number>;
  readonly links: ReadonlyMap<string, string>;
}

const MAX_MARKS = 200_000;
/** Limit on the rows of one hyperlink. */
const MAX_LINKED = 1000;

/** @param chunks of the worksheet; its rows are skipped. @throws FileFailure */
export async function xlsxMarks(
  name: string,
  chunks: AsyncIterable<Buffer>,
  relations: ReadonlyMap<string, Relation>,
): Promise<XlsxMarks> {
  const rowSpans = new Map<string, number>();
  const links = new Map<string, string>();
  const shape = { root: 'worksheet', containers: ['sheetData', 'mergeCells', 'hyperlinks'], item: '' };
  for await (const { element } of partItems(name, withoutRows(chunks), shape)) {
    if (rowSpans.size + links.size > MAX_MARKS) throw tooMany();
    const range = rangeOf(element);
    if (range === undefined) continue;
    const [first, last] = range;
    const rows = last.row - first.row + 1;
    if (element.name === 'mergeCell' && rows > 1) rowSpans.set(markKey(first.row, first.column), rows);
    const address = element.name === 'hyperlink' ? addressOf(element, relations) : '';
    if (address === '') continue;
    for (let row = first.row; row <= last.row && row < first.row + MAX_LINKED; row++) {
      links.set(markKey(row, first.column), address);
    }
  }
  return { rowSpans, links };
}

export function markKey(row: number, column: number): string {
  return `${row}:${column}`;
}

function rangeOf(element: XmlElement): readonly [CellPosition, CellPosition] | undefined {
  const [begin = '', end = begin] = attributeOf(element, 'ref').split(':');
  const [first, last] = [cellPosition(begin), cellPosition(end)];
  return first === undefined || last === undefined ? undefined : [first, last];
}

function addressOf(element: XmlElement, relations: ReadonlyMap<string, Relation>): string {
  const target = relations.get(relationId(element))?.target ?? '';
  const place = attributeOf(element, 'location');
  return target === '' ? '' : asWebAddress(place === '' || target.includes('#') ? target : `${target}#${place}`);
}

function tooMany(): FileFailure {
  const what = `A sheet has more than ${MAX_MARKS} merged cells and hyperlinks.`;
  return fileFailure('too-large', what, 'Save the sheet as CSV.');
}
