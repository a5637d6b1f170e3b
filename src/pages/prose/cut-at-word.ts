/** At the end of what is left when a text is cut between words. */
const LOOSE_END = /[\s.,;:–—([{“‘-]+$/u;
/** What a character begins with, or ends without what follows. */
const INCOMPLETE = /(?:\p{Surrogate}|\u200d)$/u;

/** Cuts a text on one line after a word; between characters where there are no spaces. @param most UTF-16 units */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most);
  const cut = space > most / 2 ? text.slice(0, space) : text.slice(0, most).replace(INCOMPLETE, '');
  return `${cut.replace(LOOSE_END, '')}…`;
}
