import { columnsByContent, isWithoutHeaders } from '../table/columns-by-content.ts';
import { HEADER_WITHIN, hasWanted, headerIndex } from '../table/delimited-head.ts';
import type { ReadOptions } from '../source-format.ts';
import { isHeaderOfTalks } from '../table/table-fields.ts';
import type { TableField } from '../table/table-fields.ts';
import { TableMapping } from '../table/table-mapping.ts';
import { wantedHeaders } from '../table/text-rows.ts';
import type { TextRow } from '../table/text-rows.ts';
import type { SheetRow } from './workbook.ts';

/** Fields that take the address of a hyperlink, not its text. */
const ADDRESSES = ['url', 'online', 'booking_url'] as const satisfies readonly TableField[];

/** A sheet whose first rows are read ahead, to see whether it is a table of talks. */
export class SheetTable {
  readonly #first: readonly SheetRow[];
  readonly #rest: AsyncGenerator<SheetRow, void>;
  readonly #options: ReadOptions;

  private constructor(first: readonly SheetRow[], rest: AsyncGenerator<SheetRow, void>, options: ReadOptions) {
    this.#first = first;
    this.#rest = rest;
    this.#options = options;
  }

  static async of(rows: AsyncGenerator<SheetRow, void>, options: ReadOptions): Promise<SheetTable> {
    const first: SheetRow[] = [];
    while (first.filter(({ cells }) => cells.length > 0).length < HEADER_WITHIN) {
      const next = await rows.next();
      if (next.done === true) break;
      first.push(next.value);
    }
    return new SheetTable(first, rows, options);
  }

  get isEmpty(): boolean {
    return this.#first.length === 0;
  }

  /** Whether it has headers of talks, a header that `--map` names, or talks without headers. */
  get isOfTalks(): boolean {
    const rows = this.#first.map(textsOf);
    if (rows.some((cells) => isHeaderOfTalks(cells)) || hasWanted(rows, wantedHeaders(this.#options))) return true;
    return rows.length > 1 && isWithoutHeaders(rows) && columnsByContent(rows, this.#options.mapping).ok;
  }

  /** Headers as far as they are known, for problems. */
  get headers(): readonly string[] {
    return textsOf(this.#first[this.#headerIndex] ?? { number: 0, isHidden: false, cells: [] });
  }

  /** The rows as text, with the addresses of hyperlinks where these are wanted. */
  async *rows(): AsyncGenerator<TextRow, void> {
    const links = this.#links();
    const header = this.#first[this.#headerIndex];
    try {
      for (const row of this.#first) yield textRow(row, links, row === header);
      for await (const row of this.#rest) yield textRow(row, links, false);
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#rest.return();
  }

  get #headerIndex(): number {
    return headerIndex(this.#first.map(textsOf), wantedHeaders(this.#options));
  }

  #links(): Links {
    const { headers } = this;
    const mapping = TableMapping.of({ headers, line: 0 }, this.#options.mapping);
    if ('code' in mapping) return NO_LINKS;
    const replaced = ADDRESSES.map((field) => mapping.columnOf(field)).filter((column) => column !== undefined);
    const title = mapping.columnOf('title');
    const isLinked = (row: SheetRow): boolean => title !== undefined && row.cells[title]?.link !== undefined;
    if (title === undefined || mapping.has('url') || !this.#first.some(isLinked)) return { replaced, added: undefined };
    const width = headers.findLastIndex((header) => header !== '') + 1;
    return { replaced, added: { from: title, to: width, header: `Link (of ${headers[title] ?? ''})` } };
  }
}

interface Links {
  /** Columns in which an address replaces the text. */
  readonly replaced: readonly number[];
  /** A column added for the addresses of the hyperlinks in another. */
  readonly added: { readonly from: number; readonly to: number; readonly header: string } | undefined;
}

const NO_LINKS: Links = { replaced: [], added: undefined };

function textsOf({ cells }: SheetRow): string[] {
  return cells.map(({ text }) => text);
}

function textRow(row: SheetRow, { replaced, added }: Links, isHeader: boolean): TextRow {
  const cells = textsOf(row);
  if (!isHeader) {
    for (const column of replaced) {
      const link = row.cells[column]?.link;
      if (link !== undefined) cells[column] = link;
    }
  }
  if (added === undefined) return { line: row.number, cells };
  const link = isHeader ? added.header : row.cells[added.from]?.link;
  if (link === undefined) return { line: row.number, cells: cells.slice(0, added.to) };
  while (cells.length < added.to) cells.push('');
  cells[added.to] = link;
  return { line: row.number, cells };
}
