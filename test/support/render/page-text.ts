import { TALK_LIST, TALKS_HERE, type Fragments } from '#pages/fragments.ts';

/** The text of a page, with `TALKS_HERE` in place of its talks. */
export function fragmentsText(fragments: Fragments): string {
  return fragments.map((part) => (part === TALK_LIST ? TALKS_HERE.markup : part.toString())).join('');
}
