import { LRUCache } from 'lru-cache';
import { cleaned } from '#representations/feeds/feed-text.ts';
import { proseFormatOf, type ProseFormat } from './format.ts';
import { writeHtml } from './html.ts';
import { Insertions } from './insertions.ts';
import { writeMarkdown } from './markdown.ts';
import { writePlain } from './plain.ts';
import { ProseWriter } from './prose-writer.ts';
import { writeTextile } from './textile.ts';

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
