/** Characters that underline headings, by level. Markdown supports the first two, and takes the third for code. */
const UNDERLINES = '=-~^';
const UNDERLINE = /^([~^])\1{2,}\s*$/;
const TABLE_EDGE = /^\s*\+[-=][-=+]*\+\s*$/;
const TABLE_ROW = /^\s*[+|]/;

/**
 * Rewrites those parts of reStructuredText that a Markdown parser would misread: underlined headings of the third and
 * fourth level; literal blocks, which become code if they look like it and quotes otherwise; and tables, which stay as
 * they are.
 */
export function markdownOf(text: string): string {
  if (!/^[^\S\n]*(?:~~~|\^\^\^|\+[-=])|::[^\S\n]*$/m.test(text)) return text;
  const lines = text.split('\n');
  const all: string[] = [];
  for (let at = 0; at < lines.length;) {
    const { read, written } = literal(lines, at) ?? table(lines, at) ?? title(lines, at) ?? asItIs(lines, at);
    all.push(...written);
    at += read;
  }
  return all.join('\n');
}

/** Source lines, and the Markdown that replaces them. */
interface Rewritten {
  readonly read: number;
  readonly written: readonly string[];
}

function asItIs(lines: readonly string[], at: number): Rewritten {
  return { read: 1, written: lines.slice(at, at + 1) };
}

function literal(lines: readonly string[], at: number): Rewritten | undefined {
  const line = (lines[at] ?? '').trimEnd();
  if (!line.endsWith('::')) return undefined;
  const block = literalBlock(lines, at + 1, indentOf(line));
  if (block.length === 0) return undefined;
  const before = line.slice(0, -2).trim();
  // In Markdown, whatever is indented more than this beside its paragraph continues that.
  const indent = line.slice(0, Math.min(indentOf(line), indentOf(lines.slice(0, at).findLast(isText) ?? '') + 3));
  const head = before === '' ? [] : [`${indent}${before}:`, ''];
  return { read: block.length + 1, written: [...head, ...literalLines(block, indent)] };
}

function table(lines: readonly string[], at: number): Rewritten | undefined {
  if (!TABLE_EDGE.test(lines[at] ?? '')) return undefined;
  const rows = lines.slice(
    at,
    endOf(lines, at, (line) => TABLE_ROW.test(line)),
  );
  return { read: rows.length, written: ['', '```', ...rows, '```', ''] };
}

function title(lines: readonly string[], at: number): Rewritten | undefined {
  const [before = '', line = '', below = ''] = [lines[at - 1], lines[at], lines[at + 1]];
  if (!/^\S/.test(line) || isText(before) || !UNDERLINE.test(below)) return undefined;
  if (below.trimEnd().length < line.trimEnd().length) return undefined;
  return { read: 2, written: [`${'#'.repeat(UNDERLINES.indexOf(below.charAt(0)) + 1)} ${line.trim()}`] };
}

/** The blank and more deeply indented lines from `from` on; none if the first is not blank. */
function literalBlock(lines: readonly string[], from: number, indent: number): readonly string[] {
  if (isText(lines[from] ?? '')) return [];
  const end = endOf(lines, from, (line) => !isText(line) || indentOf(line) > indent);
  const block = lines.slice(from, end);
  return block.some(isText) ? block : [];
}

function endOf(lines: readonly string[], from: number, isWithin: (line: string) => boolean): number {
  let end = from;
  while (end < lines.length && isWithin(lines[end] ?? '')) end += 1;
  return end;
}

/** Signs of code, or of text in columns. */
const CODE = /[{}<>$|\\=]|;\s*$|\w\(|[^.?!:\s] {2,}\S/m;

function literalLines(block: readonly string[], indent: string): readonly string[] {
  const depth = Math.min(...block.filter(isText).map(indentOf));
  const lines = block.map((line) => line.slice(depth));
  const text = lines.join('\n').replace(/^\n+|\n+$/g, '');
  const isCode = CODE.test(text);
  const shown = text.split('\n').map((line) => (isCode ? indent + line : `${indent}> ${line}`));
  return ['', ...(isCode ? [`${indent}\`\`\``, ...shown, `${indent}\`\`\``] : shown), ''];
}

function isText(line: string): boolean {
  return line.trim() !== '';
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
