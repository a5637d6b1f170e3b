import { html, type Html } from './html.ts';

/**
 * Attributes of an element that holds text which somebody wrote: in the direction of its own script, and in a language
 * that we do not know, rather than in the page's (HTML, 3.2.6.2).
 */
export const THEIRS = html`dir="auto" lang=""`;

/** A few words that somebody wrote, within a line of ours. */
export function words(text: string): Html {
  return html`<bdi lang="">${text}</bdi>`;
}
