/** SQL text ends at a NUL, and a surrogate without its partner has no UTF-8. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** As it came but for what no store can keep; without blanks at its ends. */
export function storable(text = ''): string {
  return text.replace(UNSTORABLE, (character) => (character === '\0' ? '' : '\ufffd')).trim();
}

/** The same on one line: of names and titles, which some systems wrap. */
export function name(text: string): string {
  return storable(text).replace(/\s+/gu, ' ');
}

export function isSomething(text: string): boolean {
  return storable(text) !== '';
}

/** At most so many characters, with an ellipsis if it was longer. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // A cut may leave half of a surrogate pair.
  return `${text
    .slice(0, longest - 1)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}…`;
}
