import { columnName } from '#sources/spreadsheet/cell-name.ts';
import { zipFile } from './zip-file.ts';

/** A cell: its content, and its attributes other than its reference. */
export interface XlsxCell {
  readonly attributes?: string;
  readonly content: string;
}

export interface XlsxSheet {
  readonly name: string;
  readonly state?: string;
  /** Rows of cells; null for a missing row or cell. */
  readonly rows: readonly (readonly (string | number | XlsxCell | null)[] | null)[];
  /** Numbers of hidden rows, from 1. */
  readonly hidden?: readonly number[];
  readonly merges?: readonly string[];
  /** Web addresses by cell reference. */
  readonly links?: Readonly<Record<string, string>>;
  /** XML before the rows. */
  readonly before?: string;
}

interface XlsxOptions {
  readonly is1904?: boolean;
  readonly isStrict?: boolean;
  /** Whether texts are stored as shared strings. */
  readonly isShared?: boolean;
  /** Files to add or replace. */
  readonly parts?: Readonly<Record<string, string>>;
}

const FORMATS = ['dd/mm/yyyy', 'hh:mm', 'dd/mm/yyyy hh:mm', '[h]:mm', '0.00" d"'] as const;

/** A number with a format. */
export function formatted(value: number, format: (typeof FORMATS)[number]): XlsxCell {
  return { attributes: `s="${FORMATS.indexOf(format) + 1}"`, content: `<v>${value}</v>` };
}

export function xlsxFile(sheets: readonly XlsxSheet[], options: XlsxOptions = {}): Buffer {
  return zipFile({ ...xlsxParts(sheets, options), ...options.parts });
}

/** The files of a workbook, as Excel writes them. */
export function xlsxParts(sheets: readonly XlsxSheet[], options: XlsxOptions = {}): Record<string, string> {
  const { main, relations, office } = options.isStrict === true ? STRICT : TRANSITIONAL;
  const strings: string[] = [];
  const ids = sheets.map((_, index) => index + 1);
  const named = sheets.map(({ name, state }, index) => {
    const hidden = state === undefined ? '' : ` state="${state}"`;
    return `<sheet name="${escaped(name)}" sheetId="${index + 1}"${hidden} r:id="rId${index + 1}"/>`;
  });
  const worksheets = sheets.map((sheet, index): [string, string][] => [
    [`xl/worksheets/sheet${index + 1}.xml`, worksheet(sheet, `xmlns="${main}" xmlns:r="${office}"`, options, strings)],
    [
      `xl/worksheets/_rels/sheet${index + 1}.xml.rels`,
      relationships(
        Object.values(sheet.links ?? {}).map(
          (link) => `Type="${office}/hyperlink" Target="${escaped(link)}" TargetMode="External"`,
        ),
      ),
    ],
  ]);
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships([`Type="${office}/officeDocument" Target="xl/workbook.xml"`]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${options.is1904 === true ? ' date1904="1"' : ''}/><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...ids.map((id) => `Type="${office}/worksheet" Target="worksheets/sheet${id}.xml"`),
      `Type="${office}/styles" Target="/xl/styles.xml"`,
      `Type="${office}/sharedStrings" Target="sharedStrings.xml"`,
    ]),
    'xl/styles.xml': styles(main),
    ...Object.fromEntries(worksheets.flat()),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  };
  function relationships(all: readonly string[]): string {
    const each = all.map((said, index) => `<Relationship Id="rId${index + 1}" ${said}/>`);
    return `<Relationships xmlns="${relations}">${each.join('')}</Relationships>`;
  }
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TRANSITIONAL = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  relations: PACKAGE,
  office: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const STRICT = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  relations: PACKAGE,
  office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};

function styles(main: string): string {
  const formats = FORMATS.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${escaped(code)}"/>`);
  const cells = FORMATS.map((_, index) => `<xf numFmtId="${170 + index}"/>`);
  return `<styleSheet xmlns="${main}"><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${cells.join('')}</cellXfs></styleSheet>`;
}

function worksheet(sheet: XlsxSheet, namespaces: string, { isShared }: XlsxOptions, strings: string[]): string {
  const rows = sheet.rows.map((cells, index) => {
    if (cells === null) return '';
    const hidden = sheet.hidden?.includes(index + 1) === true ? ' hidden="1"' : '';
    const written = cells.map((cell, column) => cellOf(cell, `${columnName(column)}${index + 1}`));
    return `<row r="${index + 1}"${hidden}>${written.join('')}</row>`;
  });
  const merges = (sheet.merges ?? []).map((ref) => `<mergeCell ref="${ref}"/>`);
  const links = Object.keys(sheet.links ?? {}).map((ref, index) => `<hyperlink ref="${ref}" r:id="rId${index + 1}"/>`);
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet ${namespaces}>${sheet.before ?? ''}<sheetData>${rows.join('')}</sheetData><mergeCells>${merges.join('')}</mergeCells><hyperlinks>${links.join('')}</hyperlinks></worksheet>`;
  function cellOf(cell: string | number | XlsxCell | null, name: string): string {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
    if (typeof cell !== 'string') return `<c r="${name}" ${cell.attributes ?? ''}>${cell.content}</c>`;
    if (isShared !== true) return `<c r="${name}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
    strings.push(escaped(cell));
    return `<c r="${name}" t="s"><v>${strings.length - 1}</v></c>`;
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
