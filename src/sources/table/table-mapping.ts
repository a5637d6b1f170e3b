import { shownValue } from '#catalogue/shown-value.ts';
import type { SourceProblem } from '../source-format.ts';
import type { SourcePerson } from '../source-talk.ts';
import { didYouMean, unknownField } from '../mapped-field.ts';
import {
  MAX_COLUMNS,
  TABLE_FIELD_NAMES,
  foldedHeader,
  guessedColumns,
  isTableField,
  type TableField,
} from './table-fields.ts';

/** Text, or a list of texts and people in JSON, YAML and TOML. */
export type TableCell = string | readonly (string | SourcePerson)[];

export function textOfCell(cell: TableCell): string {
  return typeof cell === 'string' ? cell : textsOfCell(cell).join(', ');
}

export function textsOfCell(items: Exclude<TableCell, string>): string[] {
  return items.map((item) => (typeof item === 'string' ? item : item.name));
}

export interface TableRow {
  /** From 1: the line where it begins, or the number of the entry. */
  readonly line: number;
  /** In the order of the headers; undefined when absent. */
  readonly cells: readonly (TableCell | undefined)[];
  /** Cells missing at the end are absent rather than empty. */
  readonly isSparse?: true;
}

/**
 * Where a field comes from: a column, a constant, several of these joined with spaces, or the first that is not empty.
 */
type Origin =
  | { readonly column: number; readonly header: string }
  | { readonly constant: string }
  | { readonly parts: readonly Origin[] }
  | { readonly firstOf: readonly Origin[] };

export interface TableHeader {
  readonly headers: readonly string[];
  /** Line of the headers; 0 when they have none. */
  readonly line: number;
  /** Columns of a table without headers, told by their content. */
  readonly columns?: ReadonlyMap<TableField, number>;
}

/** Maps fields to columns. */
export class TableMapping {
  readonly #origins: ReadonlyMap<TableField, Origin>;
  readonly #given: ReadonlySet<string>;
  readonly #headers: readonly string[];

  private constructor(
    origins: ReadonlyMap<TableField, Origin>,
    given: ReadonlySet<string>,
    headers: readonly string[],
  ) {
    this.#origins = origins;
    this.#given = given;
    this.#headers = headers;
  }

  /**
   * @param given by field: a header, `#3` for the third column, `=text` for a constant, `Date+Time` for both,
   * `Title|Series` for the first that is not empty
   */
  static of(
    { headers, line, columns: told }: TableHeader,
    given: ReadonlyMap<string, string>,
  ): TableMapping | SourceProblem {
    const origins = new Map<TableField, Origin>();
    for (const [field, written] of given) {
      if (!isTableField(field)) return unknownField(field, TABLE_FIELD_NAMES);
      const origin = originOf(written, headers);
      if (origin === undefined) return unknownColumn(field, written, { headers, line });
      origins.set(field, origin);
    }
    const columns = new Set([...origins.values()].flatMap(columnsOf));
    const fields = new Set<string>(origins.keys());
    const guessed = told ?? guessedColumns(headers, { columns, fields });
    for (const [field, column] of guessed) {
      if (columns.has(column) || fields.has(field)) continue;
      origins.set(field, guessedOrigin(field, column, headers));
    }
    const mapping = new TableMapping(origins, new Set(given.keys()), headers);
    if (mapping.isOurs && !given.has('url')) origins.delete('url');
    return mapping.#missing(line) ?? mapping;
  }

  #missing(line: number): SourceProblem | undefined {
    if (!this.has('title')) return missingField('title', 'the title of a talk', { headers: this.#headers, line });
    if (this.has('start') || this.has('date') || this.has('time')) return undefined;
    return missingField('start', 'the start of a talk', { headers: this.#headers, line });
  }

  /** Whether Lectern wrote the table (representations/csv.ts): its addresses are then our own. */
  get isOurs(): boolean {
    return this.has('slug') && this.called('start') === 'start_utc';
  }

  has(field: TableField): boolean {
    return this.#origins.has(field);
  }

  /** Index of the column of a field; undefined unless it is a single column. */
  columnOf(field: TableField): number | undefined {
    const origin = this.#origins.get(field);
    return origin !== undefined && 'column' in origin ? origin.column : undefined;
  }

  /** `''` when empty or absent. */
  text(field: TableField, row: TableRow): string {
    return textOfCell(this.cell(field, row));
  }

  cell(field: TableField, row: TableRow): TableCell {
    return this.said(field, row) ?? '';
  }

  /** Undefined when absent. */
  said(field: TableField, row: TableRow): TableCell | undefined {
    const origin = this.#origins.get(field);
    return origin && cellOf(origin, row);
  }

  /** The name of a field in the file, for messages. */
  called(field: TableField): string {
    const origin = this.#origins.get(field);
    return origin === undefined ? field : nameOf(origin);
  }

  /** For the summary: the origin of each field. */
  get inWords(): string {
    const fields = this.origins.map(
      ([field, from]) => `${field} from ${from}${this.#given.has(field) ? ' (--map)' : ''}`,
    );
    return fields.join(', ');
  }

  /** The origin of each field, in words. */
  get origins(): readonly (readonly [TableField, string])[] {
    return [...this.#origins].map(([field, origin]) => [field, shownOrigin(origin)] as const);
  }

  get headers(): readonly string[] {
    return this.#headers;
  }

  /** Headers of unused columns. */
  get leftOut(): readonly string[] {
    return this.unusedColumns.map((column) => this.#headers[column] ?? '');
  }

  /** Unused columns that have a header. */
  get unusedColumns(): readonly number[] {
    const used = new Set([...this.#origins.values()].flatMap(columnsOf));
    return [...this.#headers.keys()].filter((column) => this.#headers[column]?.trim() !== '' && !used.has(column));
  }

  /** The mapping with further columns. */
  with(columns: readonly (readonly [TableField, number])[]): TableMapping {
    const origins = new Map(this.#origins);
    for (const [field, column] of columns) origins.set(field, { column, header: this.#headers[column] ?? '' });
    return new TableMapping(origins, this.#given, this.#headers);
  }
}

function originOf(written: string, headers: readonly string[]): Origin | undefined {
  const column = columnCalled(written, headers);
  if (column !== undefined) return { column, header: headers[column] ?? '' };
  const firstOf = originsOf(written, '|', headers);
  if (firstOf !== undefined) return { firstOf };
  if (written.startsWith('=')) return { constant: written.slice(1).trim() };
  const [, digits] = /^#(\d{1,4})$/.exec(written) ?? [];
  if (digits !== undefined) {
    const index = Number(digits) - 1;
    return index >= 0 && index < headers.length ? { column: index, header: headers[index] ?? '' } : undefined;
  }
  const parts = originsOf(written, '+', headers);
  return parts === undefined ? undefined : { parts };
}

/** Lists where some entries have `speaker` and others `speakers` have two columns for them. */
function guessedOrigin(field: TableField, column: number, headers: readonly string[]): Origin {
  const origin = (index: number): Origin => ({ column: index, header: headers[index] ?? '' });
  const folded = foldedHeader(headers[column] ?? '');
  const other = ['speaker', 'speakers'].includes(folded)
    ? headers.findIndex((header, index) => index !== column && SPEAKERS.test(foldedHeader(header)))
    : -1;
  return field !== 'speakers' || other === -1 ? origin(column) : { firstOf: [origin(column), origin(other)] };
}

const SPEAKERS = /^speakers?$/;

/** Undefined unless there are several parts, all of them known. */
function originsOf(written: string, between: '|' | '+', headers: readonly string[]): readonly Origin[] | undefined {
  const texts = written.split(between).map((text) => text.trim());
  if (texts.length < 2 || texts.length > MAX_PARTS) return undefined;
  const origins = texts.map((text) => (text === '' ? undefined : originOf(text, headers)));
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

/** Limit on joined columns. */
const MAX_PARTS = 10;

/** Exact match, else ignoring case, accents and punctuation. */
function columnCalled(name: string, headers: readonly string[]): number | undefined {
  const exact = headers.findIndex((header) => header.trim() === name.trim());
  if (exact !== -1) return exact;
  const folded = foldedHeader(name);
  const alike = folded === '' ? -1 : headers.findIndex((header) => foldedHeader(header) === folded);
  return alike === -1 ? undefined : alike;
}

function cellOf(origin: Origin, row: TableRow): TableCell | undefined {
  if ('column' in origin) return row.cells[origin.column] ?? (row.isSparse === true ? undefined : '');
  if ('constant' in origin) return origin.constant;
  const cells = severalOf(origin)
    .map((one) => cellOf(one, row))
    .filter((cell) => cell !== undefined);
  if (cells.length === 0) return undefined;
  if ('firstOf' in origin) return cells.find((cell) => isSomething(cell)) ?? '';
  return cells
    .map(textOfCell)
    .filter((text) => text.trim() !== '')
    .join(' ');
}

function isSomething(cell: TableCell): boolean {
  return typeof cell === 'string' ? cell.trim() !== '' : cell.length > 0;
}

function severalOf(origin: Origin): readonly Origin[] {
  return 'parts' in origin ? origin.parts : 'firstOf' in origin ? origin.firstOf : [];
}

function columnsOf(origin: Origin): number[] {
  return 'column' in origin ? [origin.column] : severalOf(origin).flatMap(columnsOf);
}

function nameOf(origin: Origin): string {
  if ('column' in origin) return origin.header.slice(0, LONGEST_NAME);
  if ('constant' in origin) return '--map';
  return severalOf(origin)
    .map(nameOf)
    .join('parts' in origin ? '+' : '|');
}

const LONGEST_NAME = 60;

function shownOrigin(origin: Origin): string {
  if ('column' in origin) return shownValue(origin.header);
  if ('constant' in origin) return `=${origin.constant.slice(0, LONGEST_NAME)}`;
  return severalOf(origin)
    .map(shownOrigin)
    .join('parts' in origin ? ' and ' : ' or ');
}

/** Headers for a message, up to a readable number. */
export function shownHeaders(headers: readonly string[]): string {
  const shown = headers.slice(0, SHOWN).filter((header) => header.trim() !== '');
  const more = headers.length > SHOWN ? ` and ${(headers.length - SHOWN).toLocaleString('en')} more` : '';
  return `${shown.map((header) => shownValue(header.trim())).join(', ') || 'none'}${more}`;
}

const SHOWN = 40;

function unknownColumn(field: string, written: string, { headers, line }: TableHeader): SourceProblem {
  const parts = written.split(/[+|]/).map((part) => part.trim());
  const unknown = parts.find((part) => originOf(part, headers) === undefined) ?? written;
  return {
    code: 'unknown-column',
    where: '--map',
    what: `The file has no ${shownValue(written)} for ${field}.`,
    hint: `${didYouMean(unknown, headers)}It has ${shownHeaders(headers)}.`,
    line,
  };
}

function missingField(field: string, meaning: string, { headers, line }: TableHeader): SourceProblem {
  return {
    code: 'no-such-column',
    where: field,
    what: `No column was recognised as ${meaning}; it has ${shownHeaders(headers)}.`,
    hint: `Name it: --map '${field}=…'.`,
    line,
  };
}

export function tooManyColumns(line: number): SourceProblem {
  return {
    code: 'too-many-columns',
    where: '',
    what: `It has more than ${MAX_COLUMNS} columns.`,
    hint: 'Export only the columns that are needed.',
    line,
  };
}
