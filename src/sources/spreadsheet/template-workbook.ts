import { buffer } from 'node:stream/consumers';
import type { TableField } from '../table/table-fields.ts';
import { tableTemplate, templateColumns, type TemplateColumn, type TemplateOptions } from '../table/table-template.ts';
import { columnName } from './cell-name.ts';

/** Last row with data validation. */
const LAST_ROW = 2000;

/** Fixed, so that the same template is always the same file. */
const WRITTEN = { mtime: new Date('2000-01-01T00:00:00Z'), forceDosTimestamp: true } as const;

/** An .xlsx workbook for entering talks: a sheet of talks with data validation, and one that explains the columns. */
export async function templateWorkbook(options: TemplateOptions): Promise<Buffer> {
  const { ZipFile } = await import('yazl');
  const archive = new ZipFile();
  const columns = templateColumns(options);
  const [, ...examples] = tableTemplate(options);
  const parts: Record<string, string> = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', 'worksheets/sheet2.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': templateStyles(),
    'xl/worksheets/sheet1.xml': talksSheet(columns, examples),
    'xl/worksheets/sheet2.xml': helpSheet(columns),
  };
  for (const [name, text] of Object.entries(parts)) archive.addBuffer(Buffer.from(`${HEAD}${text}`), name, WRITTEN);
  archive.end();
  return buffer(archive.outputStream);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${MEDIA_TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MEDIA_TYPE}.worksheet+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${MEDIA_TYPE}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${MEDIA_TYPE}.styles+xml"/></Types>`;

const WORKBOOK =
  `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Talks" sheetId="1" r:id="rId1"/>` +
  '<sheet name="How to fill in" sheetId="2" r:id="rId2"/></sheets></workbook>';

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

/** Formats of columns that are not plain text; widths in characters. */
const STYLES: Partial<Record<TableField, CellStyle>> = { date: 'date', end_date: 'date', time: 'time', end: 'time' };
const WIDTHS: Partial<Record<TableField, number>> = {
  title: 40,
  speakers: 36,
  description: 60,
  date: 12,
  time: 8,
  end: 8,
};
const USUAL_WIDTH = 18;

function talksSheet(columns: readonly TemplateColumn[], examples: readonly (readonly string[])[]): string {
  const styles = columns.map(({ field }) => STYLES[field] ?? 'text');
  const cols = columns.map(({ field }, at) => {
    const width = WIDTHS[field] ?? USUAL_WIDTH;
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${CELL_STYLES[styles[at] ?? 'text']}" customWidth="1"/>`;
  });
  const headers = columns.map(({ header }) => header);
  const rows = [
    row(1, headers, () => 'header'),
    ...examples.map((cells, at) => row(at + 2, cells, (column) => styles[column] ?? 'text')),
  ];
  const checks = columns.flatMap(({ field }, at) => check(field, columnName(at)));
  return (
    `<worksheet xmlns="${MAIN}"><sheetViews><sheetView tabSelected="1" workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${cols.join('')}</cols><sheetData>${rows.join('')}</sheetData>` +
    `<dataValidations count="${checks.length}">${checks.join('')}</dataValidations></worksheet>`
  );
}

function helpSheet(columns: readonly TemplateColumn[]): string {
  const rows = [['Column', 'What to enter'], ...columns.map(({ header, help }) => [header, help])];
  return (
    `<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="18" customWidth="1"/>` +
    '<col min="2" max="2" width="100" customWidth="1"/></cols>' +
    `<sheetData>${rows.map((cells, at) => row(at + 1, cells, () => (at === 0 ? 'header' : 'text'))).join('')}</sheetData></worksheet>`
  );
}

function row(number: number, cells: readonly string[], styleOf: (column: number) => CellStyle): string {
  const written = cells.map((text, column) => {
    const style = styleOf(column);
    const start = `<c r="${columnName(column)}${number}" s="${CELL_STYLES[style]}"`;
    if (text === '') return '';
    if (style === 'date') return `${start}><v>${Date.parse(text) / DAY + DAYS_TO_1970}</v></c>`;
    if (style === 'time') return `${start}><v>${Date.parse(`1970-01-01T${text}:00Z`) / DAY}</v></c>`;
    return `${start} t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  });
  return `<row r="${number}">${written.join('')}</row>`;
}

/** In milliseconds. */
const DAY = 86_400_000;
/** Days from 30 December 1899 to 1 January 1970. */
const DAYS_TO_1970 = 25_569;

/** Data validation of a column. It only warns, so anything can be entered: Lectern also reads `12–15 July 2030`. */
function check(field: TableField, column: string): readonly string[] {
  const cells = `${column}2:${column}${LAST_ROW}`;
  const warns = (attributes: string, formulas: string, message: string): readonly string[] => [
    `<dataValidation ${attributes} errorStyle="warning" allowBlank="1" showErrorMessage="1" error="${escaped(message)}" sqref="${cells}">${formulas}</dataValidation>`,
  ];
  const first = (formula: string): string => `<formula1>${escaped(formula)}</formula1>`;
  switch (field) {
    case 'id':
      return warns('type="custom"', first(`COUNTIF(${column}:${column},${column}2)=1`), 'Another row has this ID.');
    case 'date':
    case 'end_date':
      return warns('type="date" operator="greaterThan"', first('1'), 'This is not a date, such as 2030-01-14.');
    case 'time':
    case 'end':
      return warns(
        'type="time" operator="between"',
        `${first('0')}<formula2>1</formula2>`,
        'This is not a time, such as 17:00.',
      );
    case 'status':
      return warns('type="list"', first('"cancelled,preparation"'), 'Leave it empty, or choose from the list.');
    case 'private':
      return warns('type="list"', first('"yes"'), 'Leave it empty, or choose “yes”.');
    default:
      return [];
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Cell styles, by index in `cellXfs`. */
const CELL_STYLES = { general: 0, header: 1, date: 2, time: 3, text: 4 } as const;
type CellStyle = keyof typeof CELL_STYLES;

/** Number formats; that of text is built in (ECMA-376 part 1, 18.8.30). */
const DATE = 164;
const TIME = 165;
const TEXT = 49;

/** `xl/styles.xml` of the template. */
function templateStyles(): string {
  const top = '<alignment vertical="top" wrapText="1"/>';
  const cells = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>',
    ...[DATE, TIME, TEXT].map(
      (format) =>
        `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1">${top}</xf>`,
    ),
  ];
  return (
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<numFmts count="2"><numFmt numFmtId="${DATE}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${TIME}" formatCode="hh:mm"/></numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE8E4D8"/><bgColor indexed="64"/></patternFill></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}
