import { readFile } from 'node:fs/promises';

/** The rows of the first table under a heading of a Markdown file, without its head; cells without the backquotes around code. */
export async function tableUnder(path: string, heading: string): Promise<string[][]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  const start = lines.findIndex(
    (line) => /^#+ /.test(line) && line.replace(/^#+ /, '').replaceAll('`', '') === heading,
  );
  if (start === -1) throw new Error(`${path} has no heading “${heading}”`);
  const first = lines.findIndex((line, i) => i > start && line.startsWith('|'));
  const next = lines.findIndex((line, i) => i > start && /^#+ /.test(line));
  if (first === -1 || (next !== -1 && next < first)) throw new Error(`${path} has no table under “${heading}”`);
  const rows: string[][] = [];
  for (let i = first + 2; lines[i]?.startsWith('|') === true; i++) rows.push(cellsOf(lines[i] ?? ''));
  return rows;
}

/** The headings of a Markdown file at this level. */
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
