import { html, NOTHING, verbatim, type Html } from '../frame/html.ts';
import { shownProse } from './prose-html.ts';

/**
 * What somebody wrote, in whichever of a few formats: paragraphs, lists, links, formulas. Nothing where there is nothing
 * to read.
 * @param topLevel of the text's own first headings: one below the heading that it stands under
 */
export function prose(text: string, topLevel = 3): Html {
  const { html: shown } = shownProse(text, topLevel);
  // Safe by the way it is made: ProseWriter writes every element itself, and escapes all text.
  return shown === '' ? NOTHING : html`<div class="prose" lang="">${verbatim(shown)}</div>`;
}

/** The first words of a text in one line, without markup: for what machines show of a page. */
export function summaryOf(text: string): string {
  return shownProse(text, 3).summary;
}
