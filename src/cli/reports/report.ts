import type { LocatedProblem, Problem } from '#catalogue/problem.ts';
import { RECORD_KINDS } from '#catalogue/record.ts';
import type { ImportCounts } from '#store/store-import.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import type { Host } from '../host.ts';

/**
 * A line `talks.ndjson:12: start: what is wrong. How to fix it.` for each problem, and their
 * number; '' if there are none.
 */
export function problemReport(problems: readonly LocatedProblem[], more: number): string {
  const count = problems.length + more;
  if (count === 0) return '';
  const rest = more > 0 ? `, of which ${grouped(more)} are not shown (--max-problems shows more)` : '';
  return [...problems.map(problemLine), `${counted(count, 'problem')}${rest}.`, ''].join('\n');
}

function problemLine({ file, line, where, what, hint }: LocatedProblem): string {
  const place = line === 0 ? file : `${file}:${String(line)}`;
  return printable([place, where, `${what} ${hint}`].filter((part) => part !== '').join(': '));
}

/** `LECTERN_PORT: what is wrong. How to fix it.` */
export function settingLine({ where, what, hint }: Problem): string {
  return printable(`${where}: ${what} ${hint}`);
}

/** `12,345`, for whole numbers. Without `Intl`, which takes some 20 ms of every run to load. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `3 problems`, `1 problem`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `3 people`, `1 person`. */
export function people(count: number): string {
  return count === 1 ? '1 person' : `${grouped(count)} people`;
}

/** Lines, and how many more there are. */
export function withRest(lines: readonly string[], count: number, what = ''): string[] {
  const more = count - lines.length;
  return more > 0 ? [...lines, `and ${grouped(more)} more${what === '' ? '' : ` ${what}`}`] : [...lines];
}

/** Rows of cells as printable lines, in columns. */
export function alignedRows(rows: readonly (readonly string[])[]): string {
  const all = rows.map((row) => row.map(printable));
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const COLUMNS = ['added', 'changed', 'unchanged', 'removed'] as const;

/** The result of an import: a row for each type of record that it touched, and a total. */
export function countsTable(counts: ImportCounts): string {
  const rows = RECORD_KINDS.map((type) => [type, ...COLUMNS.map((column) => counts[type][column])] as const);
  const total = COLUMNS.map((column) => RECORD_KINDS.reduce((sum, type) => sum + counts[type][column], 0));
  const shown = rows.filter(([, ...numbers]) => numbers.some((number) => number > 0));
  return [['', ...COLUMNS], ...shown, ['all', ...total]].map(tableRow).join('\n');
}

function tableRow([name, ...cells]: readonly (string | number)[]): string {
  const columns = cells.map((cell) => (typeof cell === 'number' ? grouped(cell) : cell).padStart(12));
  return String(name).padEnd(12) + columns.join('');
}

/** Control characters from a file must not reach a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Says why a command does nothing. @returns its exit status */
export function refused({ stderr }: Host, what: string, status: 'failed' | 'usage'): number {
  stderr.write(`${printable(what)}\n`);
  return EXIT_STATUS[status].status;
}

/** Lists the problems because of which a command changed nothing. @param more problems not listed. @returns its exit status */
export function refusedFor({ stderr }: Host, problems: readonly LocatedProblem[], more = 0): number {
  stderr.write(`${problemReport(problems, more)}Nothing was changed.\n`);
  return EXIT_STATUS.failed.status;
}
