import { TALK_LIST, TALKS_HERE, type Fragments } from '#pages/fragments.ts';

/** A page as one text, with `TALKS_HERE` where talks go. */
export function fragmentsText(fragments: Fragments): string {
  return fragments.map((part) => (part === TALK_LIST ? TALKS_HERE.markup : part.toString())).join('');
}
