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
