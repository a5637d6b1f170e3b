import { html, NOTHING, verbatim, type Html } from '../frame/html.ts';
import { cutAtWord } from './cut-at-word.ts';
import { plainProse, shownProse } from './prose-html.ts';

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
