import { html, type Html } from './html.ts';

/**
 * Attributes of an element with catalogue text: the direction follows its script, and its language is unknown (HTML,
 * 3.2.6.2).
 */
export const THEIRS = html`dir="auto" lang=""`;

/** Catalogue text within a line of the page's own. */
export function words(text: string): Html {
  return html`<bdi lang="">${text}</bdi>`;
}
