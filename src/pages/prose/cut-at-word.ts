/** White space and punctuation to strip from the end of a text that was cut between words. */
const LOOSE_END = /[\s.,;:–—([{“‘-]+$/u;
/** The end of a text that was cut within a character. */
const INCOMPLETE = /(?:\p{Surrogate}|\u200d)$/u;

/** Cuts a text on one line after a word, or between characters if it has no spaces. @param most UTF-16 units */
export function cutAtWord(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most);
  const cut = space > most / 2 ? text.slice(0, space) : text.slice(0, most).replace(INCOMPLETE, '');
  return `${cut.replace(LOOSE_END, '')}…`;
}
