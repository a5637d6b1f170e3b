import type { NumberKind } from './number-format.ts';
import { elapsedText, serialText } from './serial-date.ts';
import type { SharedStrings } from './shared-strings.ts';
import { BLANK } from './workbook.ts';
import type { SheetCell } from './workbook.ts';
import { richText, valueText } from './xlsx-text.ts';
import { attributeOf, childOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { asWebAddress } from '../web-address.ts';

/** Parts of the workbook that cells refer to. */
export interface XlsxContext {
  readonly strings: SharedStrings;
  readonly styles: readonly NumberKind[];
  readonly is1904: boolean;
}

/** Reads a `c` element (ECMA-376 part 1, 18.3.1.4). */
export function xlsxCell(element: XmlElement, context: XlsxContext): SheetCell {
  const type = attributeOf(element, 't');
  if (type === 'e') return { text: '', fault: 'error' };
  const inline = childOf(element, 'is');
  const formula = childOf(element, 'f');
  const value = valueText(childOf(element, 'v'));
  if (inline === undefined && value === '') {
    return formula === undefined || type === 'str' ? BLANK : { text: '', fault: 'not calculated' };
  }
  const isShared = type === 's' && inline === undefined;
  if (isShared && !context.strings.has(Number(value))) return { text: '', fault: 'missing' };
  const text = inline === undefined ? textOf(value, type, kindOf(element, context), context) : richText(inline);
  const link = formula === undefined ? '' : linkOf(valueText(formula));
  return link === '' ? { text: text.trim() } : { text: text.trim(), link };
}

function kindOf(element: XmlElement, { styles }: XlsxContext): NumberKind | undefined {
  return styles[Number(attributeOf(element, 's'))];
}

function textOf(value: string, type: string, kind: NumberKind | undefined, context: XlsxContext): string {
  switch (type) {
    case 's':
      return context.strings.at(Number(value)) ?? '';
    case 'str':
      return value;
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    case 'd':
      return isoText(value, kind);
    default:
      return numberText(value, kind, context);
  }
}

function numberText(value: string, kind: NumberKind | undefined, { is1904 }: XlsxContext): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const isDate = kind !== undefined && (kind.date || kind.time);
  const date = !isDate ? undefined : kind.elapsed ? elapsedText(number) : serialText(number, kind, is1904);
  return date ?? String(number);
}

/** `2026-10-27T17:30:00` → `2026-10-27 17:30`, or the part of it that the format shows. */
function isoText(value: string, kind: NumberKind | undefined): string {
  const [, date = '', clock = ''] = /^(\d{4}-\d\d-\d\d)?T?(\d\d:\d\d(?::\d\d)?)?/.exec(value) ?? [];
  const time = clock.replace(/:00$/, '').replace(/^(\d\d)$/, '$1:00');
  if (date === '' || clock === '') return date || time || value;
  if (kind !== undefined && kind.date !== kind.time) return kind.date ? date : time;
  return `${date} ${time}`;
}

function linkOf(formula: string): string {
  return asWebAddress(/^\s*HYPERLINK\(\s*"([^"]+)"/i.exec(formula)?.[1] ?? '');
}
