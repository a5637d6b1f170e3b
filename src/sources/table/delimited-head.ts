import type { Problem } from '#catalogue/problem.ts';
import { foldedHeader, headersKnown, isHeaderOfTalks } from './table-fields.ts';

export const DELIMITERS = [',', '\t', ';', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Rows at the beginning of a file among which its headers are. */
export const HEADER_WITHIN = 30;
/** Cells of a row that are looked at. */
const MOST_CELLS = 1000;

/** Whether a file that begins so is a table, of talks or of something like it. */
export function looksDelimited(head: string): boolean {
  if (/^\s*(?:[[{<%]|BEGIN:|---)/i.test(head)) return false;
  const rows = headRows(head, delimiterOf(head));
  if (rows.some((cells) => cells.length > 1 && isHeaderOfTalks(cells))) return true;
  return rows.length > 2 && sameLength(rows) >= MOSTLY && rows.some((cells) => headersKnown(cells) > 0);
}

/** A file of Excel or LibreOffice is a zip archive. */
export function isPackedFile(head: string): boolean {
  return head.startsWith('PK\x03\x04');
}

/** What to tell whoever gives one. */
export const PACKED_FILE: Problem = {
  code: 'packed-file',
  where: '',
  what: 'It is a workbook of Excel or LibreOffice, or another packed file, and no text.',
  hint: 'Open it there, save the sheet as “CSV UTF-8”, and import that.',
};

/** Of rows that have as many cells as most, for it to be a table. */
const MOSTLY = 0.8;

/**
 * What parts the cells: what the file says itself (`sep=;`, as Excel writes), or else that by which most headers are known, or else that
 * by which most rows are as long as each other.
 *
 * @param head the beginning of the file
 * @param wanted headers that somebody has named
 */
export function delimiterOf(head: string, wanted: Iterable<string> = []): Delimiter {
  const [, said] = /^sep=([,;|\t])\r?\n/i.exec(head) ?? [];
  const own = DELIMITERS.find((delimiter) => delimiter === said);
  if (own !== undefined) return own;
  const names = [...wanted];
  const scores = DELIMITERS.map((delimiter) => {
    const rows = headRows(head, delimiter);
    const known = Math.max(0, ...rows.map((cells) => headerScore(cells, names)));
    return { delimiter, known: known > 1 ? known : 0, same: sameLength(rows) };
  });
  const [best] = scores.sort((a, b) => b.known - a.known || b.same - a.same);
  return best?.delimiter ?? ',';
}

/** Which of the first rows has the headers: that in which most is known; the first with several cells when nothing is. */
export function headerIndex(rows: readonly (readonly string[])[], wanted: Iterable<string>): number {
  const names = [...wanted];
  const scores = rows.map((cells) => headerScore(cells, names));
  const best = Math.max(0, ...scores);
  const index =
    best > 0 ? scores.indexOf(best) : rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 1);
  return Math.max(0, index);
}

function headerScore(cells: readonly string[], wanted: readonly string[]): number {
  const folded = new Set(cells.slice(0, MOST_CELLS).map(foldedHeader));
  const named = wanted.filter((name) => folded.has(foldedHeader(name))).length;
  return headersKnown(cells) + 2 * named;
}

/** Of rows that are not empty, how large a part has as many cells as most have; 0 when those have one. */
function sameLength(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[length, count] = [1, 0]] = [...counts].sort((a, b) => b[1] - a[1]);
  return length > 1 ? count / rows.length : 0;
}

/** The first rows of a text, by the rules of RFC 4180 and without those that are empty; a last one that is cut off is left out. */
function headRows(head: string, delimiter: Delimiter): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < head.length && rows.length < HEADER_WITHIN; at++) {
    const cell = cellAt(head, at, delimiter);
    at = cell.end;
    if (cells.length < MOST_CELLS) cells.push(cell.text);
    if (at < head.length ? head.charAt(at) === delimiter : rows.length > 0) continue;
    if (cells.some((text) => text.trim() !== '')) rows.push(cells);
    cells = [];
  }
  return rows;
}

/** The cell that begins somewhere, and where it ends: at what parts it from the next, a line end, or the end of the text. */
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
