import { html, NOTHING, verbatim, type Html } from '../frame/html.ts';
import { shownProse } from './prose-html.ts';

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
