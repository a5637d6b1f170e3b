import { NOTHING, tight, verbatim, type Html } from '../frame/html.ts';
import { shownProse } from './prose-html.ts';

interface ProseProps {
  readonly text: string;
  /** The level of the text's own first headings: one below the heading that it stands under. */
  readonly topLevel?: number;
}

/** What somebody wrote, in whichever of a few formats: paragraphs, lists, links, formulas. Nothing where there is nothing to read. */
export function Prose({ text, topLevel = 3 }: ProseProps) {
  const { html } = shownProse(text, topLevel);
  // Safe by the way it is made: ProseWriter writes every element itself, and escapes all text.
  return html === '' ? null : <div class="prose" lang="" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The same as markup. */
export function prose(text: string): Html {
  const { html: shown } = shownProse(text, 3);
  return shown === '' ? NOTHING : tight`<div class="prose" lang>${verbatim(shown)}</div>`;
}

/** The first words of a text in one line, without markup: for what machines show of a page. */
export function summaryOf(text: string): string {
  return shownProse(text, 3).summary;
}
