import MarkdownIt, { type StateInline, type Token } from 'markdown-it';
import { isWrapped, paragraphWidth, wrapWidth } from './plain.ts';
import type { Insertions } from './insertions.ts';
import type { Mark } from './open-marks.ts';
import type { ProseWriter } from './prose-writer.ts';

/**
 * CommonMark without HTML (texts with HTML are parsed as HTML or shown as they are) and without indented code (people
 * indent paragraphs). Bare addresses are extracted before, so that `_` in them has no meaning.
 */
const parser = new MarkdownIt('commonmark', { html: false, maxNesting: 40 });
parser.disable(['code', 'html_block', 'html_inline']);
parser.inline.ruler.before('emphasis', 'lone star', loneStar);

/** Writes Markdown. Line breaks are kept as authors see them, except those of programs that wrap lines. */
export function writeMarkdown(text: string, insertions: Insertions, writer: ProseWriter): void {
  const source = markdownOf(text);
  const lifted = insertions.lift(source, 'backticks');
  const lines = lifted.split('\n').map((line) => insertions.source(line));
  const width = wrapWidth(source.split('\n'));
  for (const token of parser.parse(lifted, {})) {
    BLOCKS[token.type]?.(writer, token);
    const [first = 0, end = 0] = token.map ?? [];
    const breaks = token.children === null ? undefined : new Breaks(lines.slice(first, end).map(withoutQuote), width);
    for (const child of token.children ?? []) writeInline(child, writer, breaks);
  }
}

function withoutQuote(line: string): string {
  return line.replace(/^(?:\s*>)+ ?/, '');
}

/** The line breaks of a paragraph, in order. */
class Breaks {
  readonly #lines: readonly string[];
  readonly #width: number | undefined;
  #passed = 0;

  constructor(lines: readonly string[], width: number | undefined) {
    this.#lines = lines;
    this.#width = width ?? paragraphWidth(lines);
  }

  /** Whether a program made the next break. */
  isNextWrapped(): boolean {
    const at = this.#passed;
    this.#passed += 1;
    return isWrapped(this.#lines[at] ?? '', this.#lines[at + 1] ?? '', this.#width);
  }
}

const BETWEEN_LETTERS = /[\p{L}\p{N}]/u;

/** A star that is no markup: `2*3*4` is a product. */
function loneStar(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (src.charCodeAt(pos) !== 0x2a) return false;
  if (!BETWEEN_LETTERS.test(src.charAt(pos - 1)) || !BETWEEN_LETTERS.test(src.charAt(pos + 1))) return false;
  if (!silent) state.pending += '*';
  state.pos += 1;
  return true;
}

const BLOCKS: Readonly<Record<string, (writer: ProseWriter, token: Token) => void>> = {
  heading_open: (writer, { tag }) => writer.heading(Number(tag.slice(1))),
  heading_close: (writer) => writer.endBlock(),
  paragraph_open: (writer, { hidden }) => {
    if (!hidden) writer.paragraph();
  },
  paragraph_close: (writer) => writer.endBlock(),
  blockquote_open: (writer) => writer.openQuote(),
  blockquote_close: (writer) => writer.closeQuote(),
  bullet_list_open: (writer) => writer.openList('ul'),
  bullet_list_close: (writer) => writer.closeList('ul'),
  ordered_list_open: (writer, token) => writer.openList('ol', Number(token.attrGet('start') ?? 1)),
  ordered_list_close: (writer) => writer.closeList('ol'),
  list_item_open: (writer) => writer.openItem(),
  list_item_close: (writer) => writer.closeItem(),
  fence: (writer, { content }) => writer.code(content),
  hr: (writer) => writer.rule(),
};

const MARKS: Readonly<Record<string, Exclude<Mark, 'a'>>> = { strong: 'strong', em: 'em' };

function writeInline(token: Token, writer: ProseWriter, breaks: Breaks | undefined): void {
  const mark = MARKS[token.tag];
  const write = INLINES[token.type];
  if (mark !== undefined && token.nesting === 1) writer.openMark(mark);
  else if (mark !== undefined && token.nesting === -1) writer.closeMark(mark);
  else if (write !== undefined) write(writer, token, breaks);
  else if (token.content !== '') writer.text(token.content);
}

const INLINES: Readonly<Record<string, (writer: ProseWriter, token: Token, breaks: Breaks | undefined) => void>> = {
  softbreak: (writer, _, breaks) => {
    if (breaks?.isNextWrapped() === true) writer.text(' ');
    else writer.break();
  },
  hardbreak: (writer, _, breaks) => {
    breaks?.isNextWrapped();
    writer.break();
  },
  link_open: (writer, token) => writer.openLink(String(token.attrGet('href') ?? '')),
  link_close: (writer) => writer.closeMark('a'),
  image: (writer, token) => writer.image(String(token.attrGet('src') ?? ''), token.content),
  code_inline: (writer, { content }) => {
    writer.openMark('code');
    writer.text(content);
    writer.closeMark('code');
  },
};

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
function markdownOf(text: string): string {
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
