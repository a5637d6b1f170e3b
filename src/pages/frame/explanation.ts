import { html, type Html } from './html.ts';

/** Our own documentation: paragraphs at blank lines, and code between backticks. */
export function explanation(text: string): Html {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return html`${paragraphs.map((paragraph) => html`<p>${phrase(paragraph)}</p>`)}`;
}

/** A part of a paragraph, with code between backticks. */
export function phrase(text: string): Html {
  return html`${text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))}`;
}
