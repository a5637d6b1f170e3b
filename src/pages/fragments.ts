import { html } from './frame/html.ts';

/** The place of a list of talks. The server puts them in, since it keeps talks rendered as bytes. */
export const TALK_LIST = Symbol('talks');

/** A page in the order in which it is sent: markup as text or as bytes, and places of lists. */
export type Fragments = readonly (string | Buffer | typeof TALK_LIST)[];

/** Marks the place of a list while a page is still text. Escaped text never contains it, since it is markup. */
export const TALKS_HERE = html`<!--talks-->`;

/** A list of talks in a page. */
export const TALK_LISTING = html`<div class="listing">${TALKS_HERE}</div>`;

/** A page cut at its lists of talks. */
export function fragmentsOf(page: string): Fragments {
  return page.split(TALKS_HERE.markup).flatMap((text, at) => (at === 0 ? [text] : [TALK_LIST, text]));
}
