import { zipFile } from './zip-file.ts';

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

const NAMESPACES = [
  'office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
  'table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"',
  'text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'xlink="http://www.w3.org/1999/xlink"',
  'calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"',
]
  .map((namespace) => `xmlns:${namespace}`)
  .join(' ');

/** The content of a LibreOffice workbook. @param tables `table:table` elements */
function odsContent(tables: string): string {
  const hiding =
    '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
  return `<?xml version="1.0"?><office:document-content ${NAMESPACES}><office:automatic-styles>${hiding}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
}

export function odsFile(tables: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  return zipFile({ mimetype: ODS_TYPE, 'content.xml': odsContent(tables), ...parts });
}

/** A table of rows from `odsRow`. @param style `ta2` hides the table */
export function odsTable(name: string, rows: readonly string[], style = 'ta1'): string {
  return `<table:table table:name="${name}" table:style-name="${style}"><table:table-column table:number-columns-repeated="16384"/>${rows.join('')}</table:table>`;
}

/** @param attributes of the row */
export function odsRow(cells: readonly string[], attributes = ''): string {
  return `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`;
}

export function odsText(text: string, attributes = ''): string {
  return odsValue('string', '', text, attributes);
}

/** @param said the attribute with the value, such as `office:value="1"` */
export function odsValue(type: string, said: string, shown: string, attributes = ''): string {
  const paragraphs = shown.split('\n').map((line) => `<text:p>${line}</text:p>`);
  return `<table:table-cell office:value-type="${type}" ${said} ${attributes}>${paragraphs.join('')}</table:table-cell>`;
}

export const ODS_BLANK = '<table:table-cell/>';
