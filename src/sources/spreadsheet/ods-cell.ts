import { writtenDate, writtenTime } from '../table/written-date.ts';
import { odsLink, odsText } from './ods-text.ts';
import { BLANK } from './workbook.ts';
import type { SheetCell } from './workbook.ts';
import { attributeOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Reads a `table:table-cell` element (OpenDocument 1.3 part 3, 9.1.4). */
export function odsCell(element: XmlElement): SheetCell {
  const shown = odsText(element);
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
