import type { Problem } from '#catalogue/problem.ts';
import { columnsByContent, isWithoutHeaders } from './columns-by-content.ts';
import { foldedHeader, headersKnown, isHeaderOfTalks } from './table-fields.ts';

const DELIMITERS = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The header must be among this many rows. */
export const HEADER_WITHIN = 30;
/** Cells of a row to examine. */
const MAX_CELLS = 1000;

/** Whether a file that begins like this is a table of talks or something similar. */
export function looksDelimited(head: string): boolean {
  if (/^\s*(?:[[{<%]|BEGIN:|---)/i.test(head)) return false;
  const rows = headRows(head, delimiterOf(head));
  if (rows.some((cells) => cells.length > 1 && isHeaderOfTalks(cells))) return true;
  if (sameLength(rows) < MOSTLY) return false;
  return (rows.length > 2 && rows.some((cells) => headersKnown(cells) > 0)) || (rows.length > 1 && isOfTalks(rows));
}

/** Whether it is a table of talks without headers. */
function isOfTalks(rows: readonly (readonly string[])[]): boolean {
  const trimmed = rows.map((cells) => cells.map((cell) => cell.trim()));
  return isWithoutHeaders(trimmed) && columnsByContent(trimmed).ok;
}

/** Files of Excel and LibreOffice are zip archives. */
export function isPackedFile(head: string): boolean {
  return head.startsWith('PK\x03\x04');
}

/** The problem with such a file. */
export const PACKED_FILE: Problem = {
  code: 'packed-file',
  where: '',
  what: 'It is a workbook or another archive, not text.',
  hint: 'If it is a workbook, name the format with --from spreadsheet; otherwise unpack it.',
};

/** Share of rows that must have the same number of cells. */
const MOSTLY = 0.8;

/**
 * The delimiter: the one that the file declares (`sep=;`, as Excel writes), else the one by which most headers are
 * recognised, else the one by which its columns can be told by their content, else the one by which most rows have the
 * same length.
 *
 * @param head the first characters of the file
 * @param wanted headers in `--map`
 */
export function delimiterOf(head: string, wanted: Iterable<string> = []): Delimiter {
  const [, said] = /^sep=([,;|\t])\r?\n/i.exec(head) ?? [];
  const own = DELIMITERS.find((delimiter) => delimiter === said);
  if (own !== undefined) return own;
  const names = [...wanted];
  const scores = DELIMITERS.map((delimiter) => {
    const rows = headRows(head, delimiter);
    const known = Math.max(0, ...rows.map((cells) => headerScore(cells, names)));
    const content = known < 2 && isOfTalks(rows) ? 1 : 0;
    return { delimiter, known: known > 1 ? known : 0, content, same: sameLength(rows) };
  });
  const [best] = scores.sort((a, b) => b.known - a.known || b.content - a.content || b.same - a.same);
  return best?.delimiter ?? ',';
}

/** Index of the header: the row with most recognised headers, else the first with several cells. */
export function headerIndex(rows: readonly (readonly string[])[], wanted: Iterable<string>): number {
  const names = [...wanted];
  const scores = rows.map((cells) => headerScore(cells, names));
  const best = Math.max(0, ...scores);
  const index =
    best > 0 ? scores.indexOf(best) : rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 1);
  return Math.max(0, index);
}

/** Whether one of the headers in `--map` is in one of these rows. */
export function hasWanted(rows: readonly (readonly string[])[], wanted: readonly string[]): boolean {
  const names = new Set(wanted.map(foldedHeader));
  return rows.some((cells) => cells.some((cell) => cell !== '' && names.has(foldedHeader(cell))));
}

function headerScore(cells: readonly string[], wanted: readonly string[]): number {
  const folded = new Set(cells.slice(0, MAX_CELLS).map(foldedHeader));
  const named = wanted.filter((name) => folded.has(foldedHeader(name))).length;
  return headersKnown(cells) + 2 * named;
}

/** Share of rows with the most frequent number of cells; 0 when that is one. */
function sameLength(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[length, count] = [1, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  return length > 1 ? count / rows.length : 0;
}

/** First rows of a text (RFC 4180), without empty rows and a last row that may be incomplete. */
function headRows(head: string, delimiter: Delimiter): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < head.length && rows.length < HEADER_WITHIN; at++) {
    const cell = cellAt(head, at, delimiter);
    at = cell.end;
    if (cells.length < MAX_CELLS) cells.push(cell.text);
    if (at < head.length ? head.charAt(at) === delimiter : rows.length > 0) continue;
    if (cells.some((text) => text.trim() !== '')) rows.push(cells);
    cells = [];
  }
  return rows;
}

/** Parses the cell at a position. @returns its end: the delimiter, a line end, or the end of the text */
function cellAt(head: string, begin: number, delimiter: Delimiter): { readonly text: string; readonly end: number } {
  let text = '';
  let isQuoted = false;
  let at = begin;
  for (; at < head.length; at++) {
    const character = head.charAt(at);
    if (isQuoted) {
      if (character !== '"') text += character;
      else if (head.charAt(at + 1) === '"') text += head.charAt(++at);
      else isQuoted = false;
    } else if (character === '"' && text.trim() === '') {
      isQuoted = true;
      text = '';
    } else if (character === delimiter || character === '\n' || character === '\r') {
      break;
    } else {
      text += character;
    }
  }
  return { text, end: at };
}
