import type { SourceBatch, SourceProblem } from '../source-format.ts';
import type { TalkSheet } from '../source-talk.ts';

/** Column letters, such as `AB`. @param column from 0 */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1)
    name = String.fromCharCode(65 + (rest % 26)) + name;
  return name;
}

/** A cell reference such as `Talks!C14` or `'Term 1'!C14`. @param column from 0; undefined: the whole row */
export function cellName(sheet: string, row: number, column?: number): string {
  const name = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
  return `${name}!${column === undefined ? `${row}:${row}` : `${columnName(column)}${row}`}`;
}

export interface CellPosition {
  /** From 1. */
  readonly row: number;
  /** From 0. */
  readonly column: number;
}

/** Parses a reference such as `C14` or `$C$14`; undefined: not a reference. */
export function cellPosition(reference: string): CellPosition | undefined {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/i.exec(reference.trim()) ?? [];
  if (letters === '') return undefined;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits), column: column - 1 };
}

/** Makes problems name cells, `Talks!C14 (Date)`, instead of lines and headers, and sets the sheet of the talks. */
export function withCells(batch: SourceBatch, sheet: TalkSheet): SourceBatch {
  const { talks, problems, failure } = batch;
  const placed = (problem: SourceProblem): SourceProblem => inSheet(problem, sheet);
  return {
    ...batch,
    talks: talks.map((talk) => ({ ...talk, sheet })),
    ...(problems === undefined ? {} : { problems: problems.map(placed) }),
    ...(failure === undefined ? {} : { failure: placed(failure) }),
  };
}

/** The problem, placed at a cell or row of the sheet if there is a sheet. */
export function inSheet<P extends Pick<SourceProblem, 'where' | 'line'>>(problem: P, sheet: TalkSheet | undefined): P {
  const { where, line } = problem;
  if (sheet === undefined || line === 0) return problem;
  const { name, headers } = sheet;
  const [first = ''] = where.split(/[+|]/);
  const column = [where, first].map((header) => headers.indexOf(header)).find((at) => at !== -1 && where !== '');
  return { ...problem, where: `${cellName(name, line, column)}${where === '' ? '' : ` (${where})`}`, line: 0 };
}
