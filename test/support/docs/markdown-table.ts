import { readFile } from 'node:fs/promises';

/** The rows of the first table under a heading, without the header row. Removes backquotes. */
export async function tableUnder(path: string, heading: string): Promise<string[][]> {
  const lines = await linesUnder(path, heading);
  const first = lines.findIndex((line) => line.startsWith('|'));
  if (first === -1) throw new Error(`${path} has no table under “${heading}”`);
  const rows: string[][] = [];
  for (let i = first + 2; lines[i]?.startsWith('|') === true; i++) rows.push(cellsOf(lines[i] ?? ''));
  return rows;
}

/**
 * The entries of the definition list under a heading: the terms before the line break, separated by ` · `, followed by
 * the definition after it. Removes backquotes.
 */
export async function definitionsUnder(path: string, heading: string): Promise<string[][]> {
  const lines = await linesUnder(path, heading);
  const first = lines.findIndex((line) => /^- .*\\$/.test(line));
  if (first === -1) throw new Error(`${path} has no list of definitions under “${heading}”`);
  const entries: string[][] = [];
  for (let i = first; lines[i]?.startsWith('- ') === true; i += 2) {
    const [term = '', meaning = ''] = lines.slice(i, i + 2).map((line) => line.slice(2).replaceAll('`', ''));
    entries.push([...term.replace(/\\$/, '').split(' · '), meaning]);
  }
  return entries;
}

/** The lines between a heading of a Markdown file and the next heading of any level. */
async function linesUnder(path: string, heading: string): Promise<string[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const start = lines.findIndex(
    (line) => /^#+ /.test(line) && line.replace(/^#+ /, '').replaceAll('`', '') === heading,
  );
  if (start === -1) throw new Error(`${path} has no heading “${heading}”`);
  const below = lines.slice(start + 1);
  const next = below.findIndex((line) => /^#+ /.test(line));
  return next === -1 ? below : below.slice(0, next);
}

interface MeasuredTable {
  /** Number of its first line, from 1. */
  readonly line: number;
  /** Displayed length of the longest cell in each column, in characters. */
  readonly columns: readonly number[];
}

/** The tables of a Markdown text, except those in code blocks. */
export function tablesOf(text: string): MeasuredTable[] {
  const tables: { line: number; columns: number[] }[] = [];
  const lines = text.split('\n');
  let isCode = false;
  for (const [i, line] of lines.entries()) {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode || !line.startsWith('|')) continue;
    let table = tables.at(-1);
    if (table === undefined || lines[i - 1]?.startsWith('|') !== true) {
      table = { line: i + 1, columns: [] };
      tables.push(table);
    }
    if (/^[|\s:-]+$/.test(line)) continue;
    for (const [column, cell] of cellsOf(line).entries())
      table.columns[column] = Math.max(table.columns[column] ?? 0, shown(cell).length);
  }
  return tables;
}

function shown(cell: string): string {
  return cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', '');
}

/** The headings of a Markdown file at a level. */
export async function headings(path: string, level: number): Promise<string[]> {
  const marker = `${'#'.repeat(level)} `;
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.filter((line) => line.startsWith(marker)).map((line) => line.slice(marker.length).replaceAll('`', ''));
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\|', '|'));
}
