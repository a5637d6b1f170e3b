import { fileFailure, type FileFailure } from '../file-failure.ts';
import { SAVE_AGAIN, partItems, type ZipParts } from './parts.ts';
import { LAST_ROW, BLANK, type Sheet, type SheetRow, type Workbook, type SheetCell } from './workbook.ts';
import { attributeOf, childrenOf, type XmlElement } from '../xml/xml-element.ts';
import type { XmlItem } from '../xml/xml.ts';
import { MAX_COLUMNS } from '../table/table-fields.ts';
import { writtenDate, writtenTime } from '../table/written-date.ts';
import { asWebAddress } from '../web-address.ts';

export const ODS_CONTENT = 'content.xml';

const SHAPE = {
  root: 'document-content',
  containers: [
    'automatic-styles',
    'body',
    'spreadsheet',
    'table',
    'table-rows',
    'table-header-rows',
    'table-row-group',
  ],
  item: 'table-row',
};

/** Reads an OpenDocument 1.3 workbook, as LibreOffice and others write it. All sheets are in one part. */
export function odsWorkbook(parts: ZipParts): Workbook {
  return { sheets: () => sheets(partItems(ODS_CONTENT, parts.read(ODS_CONTENT), SHAPE)) };
}

async function* sheets(items: AsyncGenerator<XmlItem>): AsyncGenerator<Sheet> {
  const hiddenStyles = new Set<string>();
  /** The sheet being read; `next` is the next item of the part. */
  let table: XmlElement | undefined;
  let next = await items.next();
  const isHidden = (of: XmlElement): boolean => hiddenStyles.has(attributeOf(of, 'table:style-name'));
  /** Rows read of elements that stand for more than one: a small file could have any number. */
  let copies = 0;
  async function* rows(of: XmlElement): AsyncGenerator<SheetRow, void> {
    let number = 1;
    for (; next.done !== true && tableOf(next.value) === of; next = await items.next()) {
      const { element } = next.value;
      if (element.name !== 'table-row') continue;
      for (const row of odsRows(element, number)) {
        if (row.number > number && ++copies > LAST_ROW) throw tooManyCopies();
        yield row;
      }
      number += rowsIn(element);
    }
  }
  try {
    while (next.done !== true) {
      const { element } = next.value;
      const found = tableOf(next.value);
      if (found !== undefined && found !== table) {
        table = found;
        yield { name: attributeOf(found, 'table:name'), isHidden: isHidden(found), rows: () => rows(found) };
        continue;
      }
      addHiding(element, hiddenStyles);
      next = await items.next();
    }
  } finally {
    await items.return(undefined);
  }
}

function tooManyCopies(): FileFailure {
  return fileFailure(
    'too-large',
    `Its rows are repeated more than ${LAST_ROW.toLocaleString('en')} times.`,
    SAVE_AGAIN,
  );
}

function tableOf({ within }: XmlItem): XmlElement | undefined {
  return within.find(({ name }) => name === 'table');
}

/** Adds the style if it hides sheets. */
function addHiding(element: XmlElement, styles: Set<string>): void {
  if (element.name !== 'style') return;
  const isHiding = childrenOf(element, 'table-properties').some((of) => attributeOf(of, 'table:display') === 'false');
  if (isHiding) styles.add(attributeOf(element, 'style:name'));
}

/** Limit on copies of a row; formatting down to the end of a sheet is written as a million. */
const MAX_COPIES = 1000;

/** The rows that a `table:table-row` element stands for, at most MAX_COPIES. @param number of the first row */
function* odsRows(row: XmlElement, number: number): Generator<SheetRow> {
  const isHidden = /^(?:collapse|filter)$/.test(attributeOf(row, 'table:visibility'));
  const cells = cellsOf(row);
  if (cells.length === 0) return;
  const copies = rowsIn(row);
  const read = copies > MAX_COPIES ? 1 : copies;
  for (let copy = 0; copy < read; copy++) yield { number: number + copy, isHidden, cells };
}

/** Number of rows that the element stands for. */
function rowsIn(row: XmlElement): number {
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

/** Reads a `table:table-cell` element (OpenDocument 1.3 part 3, 9.1.4). */
function odsCell(element: XmlElement): SheetCell {
  const shown = childrenOf(element, 'p').map(inlineText).join('\n').trim();
  if (attributeOf(element, 'calcext:value-type') === 'error' || isFault(element, shown)) {
    return { text: '', fault: 'error' };
  }
  const text = valueOf(element, shown).trim();
  if (text === '') return BLANK;
  const link = odsLink(element);
  const rows = Number(attributeOf(element, 'table:number-rows-spanned'));
  return { text, ...(link === '' ? {} : { link }), ...(rows > 1 ? { rowSpan: rows } : {}) };
}

/** Whether a formula shows an error: `Err:502`, `#REF!`. */
function isFault(element: XmlElement, shown: string): boolean {
  return (
    attributeOf(element, 'table:formula') !== '' && /^(?:Err:\d+|#(?:REF|N\/A|VALUE|NAME|DIV\/0)[!?]?)$/.test(shown)
  );
}

function valueOf(element: XmlElement, shown: string): string {
  switch (attributeOf(element, 'office:value-type')) {
    case 'date':
      return dateText(attributeOf(element, 'office:date-value'), shown);
    case 'time':
      return timeText(attributeOf(element, 'office:time-value')) ?? shown;
    case 'boolean':
      return attributeOf(element, 'office:boolean-value') === 'true' ? 'TRUE' : 'FALSE';
    case 'float':
      return String(Number(attributeOf(element, 'office:value')));
    case 'string':
      return shown || attributeOf(element, 'office:string-value');
    default:
      return shown;
  }
}

/** Any year will do: it only matters whether a text has a date or a time. */
const ANY_YEAR = 2000;

/** The part of a date that the cell shows. @param value `2026-10-27T17:30:00` */
function dateText(value: string, shown: string): string {
  const [, date, clock] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/.exec(value) ?? [];
  if (date === undefined) return shown;
  if (clock === undefined) return date;
  const time = clock.replace(/:00$/, (seconds, at: number) => (at === 5 ? '' : seconds));
  const day = writtenDate(shown, ANY_YEAR);
  if (typeof day !== 'string' && day.day !== undefined && day.clocks === undefined) return date;
  return typeof day === 'string' && typeof writtenTime(shown) !== 'string' ? time : `${date} ${time}`;
}

/** `PT17H30M00S` → `17:30`. */
function timeText(value: string): string | undefined {
  const [, hours, minutes = '0', seconds = '0'] = /^PT(\d+)H(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(value) ?? [];
  if (hours === undefined) return undefined;
  return [hours, minutes, ...(Number(seconds) === 0 ? [] : [seconds])].map((part) => part.padStart(2, '0')).join(':');
}

/** Limit on the spaces that one element stands for. */
const MAX_SPACES = 1000;

function inlineText({ content }: XmlElement): string {
  return content
    .map((part) => {
      // Line breaks in the XML count as spaces.
      if (typeof part === 'string') return part.replace(/[ \t\r\n]+/g, ' ');
      if (part.name === 's') return ' '.repeat(Math.min(Number(attributeOf(part, 'text:c')) || 1, MAX_SPACES));
      if (part.name === 'tab') return '\t';
      if (part.name === 'line-break') return '\n';
      return part.name === 'annotation' || part.name === 'note' ? '' : inlineText(part);
    })
    .join('');
}

/** The first hyperlink in a cell; `''` when there is none. */
function odsLink(element: XmlElement): string {
  for (const child of childrenOf(element)) {
    if (child.name === 'annotation') continue;
    const link = child.name === 'a' ? asWebAddress(attributeOf(child, 'xlink:href')) : odsLink(child);
    if (link !== '') return link;
  }
  return '';
}
