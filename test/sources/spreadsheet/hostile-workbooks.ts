import { odsFile, odsRow, odsTable, odsText } from '../../support/spreadsheet/ods-file.ts';
import type { WorkbookRead } from '../../support/spreadsheet/talk-lines.ts';
import { xlsxFile, xlsxParts } from '../../support/spreadsheet/xlsx-file.ts';
import type { XlsxCell, XlsxSheet } from '../../support/spreadsheet/xlsx-file.ts';
import { zipFile } from '../../support/spreadsheet/zip-file.ts';

export const MEBIBYTE = 1024 * 1024;
export const ROWS = [
  ['Title', 'Date'],
  ['On moss', '27 October 2026'],
];
export const MOSS = 'On moss, 2026-10-27T00:00:00Z, 2026-10-28T00:00:00Z';
export const FERNS = 'On ferns, 2026-10-28T00:00:00Z, 2026-10-29T00:00:00Z';
export const SHEET = 'xl/worksheets/sheet1.xml';
export const RELATIONS = 'xl/_rels/workbook.xml.rels';
export const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const OFFICE = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

type Parts = Readonly<Record<string, string>>;

export const sheet = (rows: XlsxSheet['rows'] = ROWS): XlsxSheet => ({ name: 'Talks', rows });
export const xlsx = (parts: Parts = {}, rows: XlsxSheet['rows'] = ROWS): Buffer =>
  xlsxFile([sheet(rows)], { isShared: true, parts });
export const PARTS = xlsxParts([sheet()], { isShared: true });

export function xlsxWithout(name: string): Buffer {
  return zipFile(Object.fromEntries(Object.entries(PARTS).filter(([part]) => part !== name)));
}

export function xlsxOfRows(rows: string): Buffer {
  const header = `<row r="1">${inline('A1', 'Title')}${inline('B1', 'Date')}</row>`;
  return xlsx({ [SHEET]: `<worksheet ${MAIN}><sheetData>${header}${rows}</sheetData></worksheet>` });
}

export function inline(name: string, text: string): string {
  return `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

export function relatedTo(target: string): Buffer {
  return xlsx({ [RELATIONS]: (PARTS[RELATIONS] ?? '').replace('worksheets/sheet1.xml', target) });
}

export function raw(type: string, content: string): XlsxCell {
  return { attributes: `t="${type}"`, content };
}

const ODS_ROWS = ROWS.map((cells) => odsRow(cells.map((text) => odsText(text))));
export const ods = (...further: readonly string[]): Buffer => odsFile(odsTable('Talks', [...ODS_ROWS, ...further]));

/** The archive with another number in an entry of its directory. @param at offset in the entry, whose name is at 46 */
export function misstated(file: Buffer, name: string, at: number, value: number): Buffer {
  const bytes = Buffer.from(file);
  bytes.writeUInt32LE(value, bytes.lastIndexOf(name) - 46 + at);
  return bytes;
}
export const [CRC, SIZE, OFFSET] = [16, 24, 42];

export const read = (talks: readonly string[], ...notes: readonly string[]): WorkbookRead => ({
  talks,
  problems: [],
  notes,
});
