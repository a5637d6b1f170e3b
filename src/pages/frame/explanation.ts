import { html, type Html } from './html.ts';

/** Renders our own documentation: paragraphs separated by blank lines, and code between backticks. */
export function explanation(text: string): Html {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return html`${paragraphs.map((paragraph) => html`<p>${phrase(paragraph)}</p>`)}`;
}

/** Renders part of a paragraph, with code between backticks. */
export function phrase(text: string): Html {
  return html`${text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))}`;
}
