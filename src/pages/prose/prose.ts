import { LRUCache } from 'lru-cache';
import { cleaned } from '#representations/feeds/feed-text.ts';
import { isHtml, MAX_TAGS } from '#representations/prose-text.ts';
import { html, type Html, NOTHING, verbatim } from '../frame/html.ts';
import { writeHtml } from './html.ts';
import { Insertions } from './insertions.ts';
import { writeMarkdown } from './markdown.ts';
import { writePlain } from './plain.ts';
import { ProseWriter } from './prose-writer.ts';
import { writeTextile } from './textile.ts';

/**
 * Renders catalogue text in any supported format: paragraphs, lists, links, formulas. Empty if there is nothing to
 * read.
 * @param topLevel the level of its first headings: one below the heading above it
 */
export function prose(text: string, topLevel = 3): Html {
  const { html: shown } = shownProse(text, topLevel);
  // Safe, because ProseWriter writes every element itself and escapes all text.
  return shown === '' ? NOTHING : html`<div class="prose" lang="">${verbatim(shown)}</div>`;
}

/** The beginning of a text on one line, without markup: for link previews and search engines. */
export function summaryOf(text: string): string {
  return shownProse(text, 3).summary;
}

/** Maximum characters of the source: most words are found near the beginning, and parsing markup takes time. */
const LONGEST_SEARCHED = 4_000;

/** A text on one line, without markup, to search for words in. */
export function searchedProse(text: string): string {
  return plainProse(text, LONGEST_SEARCHED);
}

/** Characters of source that are enough for a line, with some links and tags. */
const LINE_SOURCE = 400;

/** The first words of a text on one line, without markup; `''` if there is nothing to read. */
export function proseLine(text: string): string {
  return cutAtWord(plainProse(text, LINE_SOURCE), LONGEST_LINE);
}

/** Maximum characters of a line. */
const LONGEST_LINE = 120;

/** Catalogue text as a page shows it. */
interface ShownProse {
  /** Valid and well-formed HTML; `''` if there is nothing to read. */
  readonly html: string;
  /** The first words on one line, without markup. */
  readonly summary: string;
}

/** Maximum characters of an abstract; longer texts are shown as plain text. */
const LONGEST_MARKED_UP = 16_000;
/** Maximum characters of cached text and HTML. */
const KEPT = 4 * 1024 * 1024;

const WRITERS: Readonly<Record<ProseFormat, typeof writePlain>> = {
  html: writeHtml,
  textile: writeTextile,
  markdown: writeMarkdown,
  plain: writePlain,
};

const kept = new LRUCache<string, ShownProse>({
  maxSize: KEPT,
  maxEntrySize: KEPT / 8,
  sizeCalculation: ({ html }, text) => html.length + text.length + 500,
});

/**
 * Renders a text of any format as HTML, which is cached.
 * @param topLevel the level of its first headings, 1 to 6
 */
export function shownProse(text: string, topLevel: number): ShownProse {
  const key = `${String(topLevel)}${text}`;
  let shown = kept.get(key);
  if (shown === undefined) {
    const lines = withLineFeeds(text);
    kept.set(key, (shown = write(lines, { format: formatOf(lines), topLevel })));
  }
  return shown;
}

/**
 * The first characters of a text, or slightly more, as words on one line.
 * @param most characters of its source, including markup
 * @param readsTex whether TeX is shown as its characters, or as it was written
 */
export function plainProse(text: string, most: number, readsTex = true): string {
  const lines = withLineFeeds(text);
  const beginning = beginningOf(lines, most);
  // The beginning alone may not be recognised as HTML.
  const format = lines.includes('<') ? formatOf(lines) : proseFormatOf(beginning);
  const isAsItIs = format === 'plain' && !INSERTED.test(beginning) && WORDS.test(beginning);
  const isCut = beginning.length < lines.length;
  const plain = isAsItIs
    ? cleaned(beginning)
    : write(beginning, { format, topLevel: 3, longestSummary: most, readsTex, isCut }).summary;
  return plain.replace(/\s+/g, ' ').trim();
}

function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Beginnings of formulas, other TeX, addresses and code. */
const INSERTED = /[\\$`@]|--|https?:/;
const WORDS = /[\p{L}\p{N}]/u;

function formatOf(text: string): ProseFormat {
  return text.length > LONGEST_MARKED_UP ? 'plain' : proseFormatOf(text);
}

interface Writing {
  readonly format: ProseFormat;
  readonly topLevel: number;
  readonly longestSummary?: number;
  readonly readsTex?: boolean;
  readonly isCut?: boolean;
}

function write(
  text: string,
  { format, topLevel, longestSummary, readsTex = true, isCut = false }: Writing,
): ShownProse {
  const insertions = new Insertions({ readsTex, isCut });
  const writer = new ProseWriter(insertions, topLevel, longestSummary);
  WRITERS[format](text, insertions, writer);
  return writer.end();
}

/** The beginning of a text, up to the end of a word if there is one. */
function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, most).replace(/(?<=\s)\S{0,100}$/, '');
}

/** White space and punctuation to strip from the end of a text that was cut between words. */
const LOOSE_END = /[\s.,;:–—([{“‘-]+$/u;
/** The end of a text that was cut within a character. */
const INCOMPLETE = /(?:\p{Surrogate}|\u200d)$/u;

/** Cuts a text on one line after a word, or between characters if it has no spaces. @param most UTF-16 units */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most);
  const cut = space > most / 2 ? text.slice(0, space) : text.slice(0, most).replace(INCOMPLETE, '');
  return `${cut.replace(LOOSE_END, '')}…`;
}

/** The markup language of a text; `plain` unless it is clear. */
type ProseFormat = 'html' | 'textile' | 'markdown' | 'plain';

/** Evidence of a format. */
interface Sign {
  /** A text without any of these strings cannot match; this is cheaper to check than the pattern. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
}

const TEXTILE: readonly Sign[] = [
  // A block with a signature: h2. , bq. , p(note).
  { needs: ['. '], pattern: /^(?:h[1-6]|bq|bc)(?:\([^()\n]{0,80}\)|\{[^{}\n]{0,80}\}|[<>=]{1,2})?\.\.? +\S/m },
  { needs: ['. '], pattern: /^p(?:\([^()\n]{0,80}\)|\{[^{}\n]{0,80}\}|[<>=]{1,2})\.\.? +\S/m },
  // "the programme":https://…
  { needs: ['":'], pattern: /(?:^|[\s(])"[^"\n]{1,300}":(?:https?:\/\/|mailto:)\S/m },
  { needs: ['!'], pattern: /(?:^|\s)![<>=]?https?:\/\/[^\s!]{1,500}!/m },
  // A numbered list; in Markdown it would be two consecutive first-level headings.
  { needs: ['# '], pattern: /^# \S[^\n]{0,400}\n#{1,2} \S/m },
  { needs: ['??'], pattern: /(?:^|\s)\?\?[^?\s][^?\n]{0,200}\?\?(?=[\s.,;:)]|$)/m },
];

const MARKDOWN: readonly Sign[] = [
  { needs: [']('], pattern: /\[[^[\]\n]{1,300}\]\((?:https?:\/\/|mailto:)[^\s()]/ },
  { needs: [']: '], pattern: /^\[[^[\]\n]{1,80}\]: +https?:\/\//m },
  { needs: ['# '], pattern: /^#{1,6} +\S/m },
  { needs: ['\n===', '\n---'], pattern: /^[^\s#>*+-][^\n]{0,200}\n(?:={3,}|-{3,}) *$/m },
  { needs: ['```', '~~~'], pattern: /^(?:```|~~~)/m },
  // reStructuredText: a heading of the fourth level, a literal block, a table.
  { needs: ['\n^^^'], pattern: /^\S[^\n]{0,200}\n\^{3,} *$/m },
  { needs: ['::'], pattern: /::[^\S\n]*\n[^\S\n]*\n[^\S\n]+\S/ },
  { needs: ['+--', '+=='], pattern: /^ {0,20}\+[-=]{2}[-=+]{0,300}\+ *$/m },
  { needs: ['>'], pattern: /^ {0,3}> ?\S/m },
  // At least two items.
  {
    needs: ['- ', '* ', '+ '],
    pattern: /^ {0,3}([-*+]) +\S[^\n]{0,2000}\n(?: {2,}\S[^\n]{0,2000}\n| *\n){0,8} {0,3}\1 +\S/m,
  },
  {
    needs: ['2.', '2)'],
    pattern: /^ {0,3}1[.)] +\S[^\n]{0,2000}\n(?: {2,}\S[^\n]{0,2000}\n| *\n){0,8} {0,3}2[.)] +\S/m,
  },
  { needs: ['**', '__'], pattern: /(?:^|[\s(["'“‘])(\*\*|__)(?=\S)[^\n]{1,400}?\S?\1(?=[\s.,;:!?)\]"'”’]|$)/m },
  { needs: ['*', '_'], pattern: /(?:^|[\s(["'“‘])([*_])(?=[^\s*_])[^\n*_]{1,400}(?<=\S)\1(?=[\s.,;:!?)\]"'”’]|$)/m },
  { needs: ['`'], pattern: /(?:^|[\s(["'“‘])`[^`\s](?:[^`\n]{0,200}[^`\s])?`/m },
];

export function proseFormatOf(text: string): ProseFormat {
  if (isHtml(text)) return text.split('<').length > MAX_TAGS ? 'plain' : 'html';
  if (TEXTILE.some((sign) => shows(text, sign))) return 'textile';
  return MARKDOWN.some((sign) => shows(text, sign)) ? 'markdown' : 'plain';
}

function shows(text: string, { needs, pattern }: Sign): boolean {
  return needs.some((one) => text.includes(one)) && pattern.test(text);
}
