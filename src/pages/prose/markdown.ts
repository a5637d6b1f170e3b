import MarkdownIt, { type StateInline, type Token } from 'markdown-it';
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

/** Writes Markdown, keeping line breaks as authors see them. */
export function writeMarkdown(text: string, insertions: Insertions, writer: ProseWriter): void {
  for (const token of parser.parse(insertions.lift(text, 'backticks'), {})) writeToken(token, writer);
}

const BETWEEN_LETTERS = /[\p{L}\p{N}]/u;

/** `2*3*4` is a product. */
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

function writeToken(token: Token, writer: ProseWriter): void {
  BLOCKS[token.type]?.(writer, token);
  for (const child of token.children ?? []) writeInline(child, writer);
}

function writeInline(token: Token, writer: ProseWriter): void {
  const mark = MARKS[token.tag];
  if (mark !== undefined && token.nesting === 1) writer.openMark(mark);
  else if (mark !== undefined && token.nesting === -1) writer.closeMark(mark);
  else if (token.type === 'softbreak' || token.type === 'hardbreak') writer.break();
  else if (token.type === 'link_open') writer.openLink(String(token.attrGet('href') ?? ''));
  else if (token.type === 'link_close') writer.closeMark('a');
  else if (token.type === 'image') writer.image(String(token.attrGet('src') ?? ''), token.content);
  else if (token.type === 'code_inline') {
    writer.openMark('code');
    writer.text(token.content);
    writer.closeMark('code');
  } else if (token.content !== '') writer.text(token.content);
}
