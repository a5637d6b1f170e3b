/** A workbook of any format. */
export interface Workbook {
  /** Its sheets, in order. The rows of each can be read only once, and only before the next sheet. */
  sheets(): AsyncIterable<Sheet>;
}

export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  rows(): AsyncGenerator<SheetRow, void>;
}

export interface SheetRow {
  /** From 1. */
  readonly number: number;
  readonly isHidden: boolean;
  /** From column A. Blank cells at the end may be missing. */
  readonly cells: readonly SheetCell[];
}

export interface SheetCell {
  /** As the spreadsheet program shows it, except dates as 2026-10-27 and times as 17:30. */
  readonly text: string;
  /** Address of the cell's hyperlink. */
  readonly link?: string;
  /** Number of rows it spans, if it is merged with cells below. */
  readonly rowSpan?: number;
  /** Why its value could not be read; `text` is then empty. */
  readonly fault?: CellFault;
}

export type CellFault = 'error' | 'missing' | 'not calculated';

export const BLANK: SheetCell = { text: '' };

/** Excel's own limit. */
export const LAST_ROW = 1_048_576;

/** Magic number of a compound file: a workbook of Excel before 2007, or one with a password. */
export const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const COMPOUND_TEXT = COMPOUND.toString('utf8');

/** Parts that a workbook begins with. Text documents do as well: the reader tells them apart. */
const PARTS = /(?:\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)|mimetypeapplication\/vnd\.oasis\.opendocument\./i;

/** Whether it begins like a workbook. */
export function looksLikeWorkbook(head: string): boolean {
  return (head.startsWith('PK\x03\x04') && PARTS.test(head)) || head.startsWith(COMPOUND_TEXT);
}
