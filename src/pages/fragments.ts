import { html } from './frame/html.ts';

/** The place of a list of talks. The server inserts the talks, which it caches as bytes. */
export const TALK_LIST = Symbol('talks');

/** The parts of a page in order: markup, as text or bytes, and places of lists. */
export type Fragments = readonly (string | Buffer | typeof TALK_LIST)[];

/** Marks the place of a list while a page is text. Escaped text never contains it. */
export const TALKS_HERE = html`<!--talks-->`;

/** A list of talks in a page. */
export const TALK_LISTING = html`<div class="listing">${TALKS_HERE}</div>`;

/** Splits a page at its lists of talks. */
export function fragmentsOf(page: string): Fragments {
  return page.split(TALKS_HERE.markup).flatMap((text, at) => (at === 0 ? [text] : [TALK_LIST, text]));
}
