/** Combining marks and joiners, which belong to the preceding character. */
const BELONGS_TO_LAST = /[\p{M}\u200d]/u;
const JOINER = '\u200d';
/** Characters that take one byte in HTML. */
const PLAIN = /^[\x20!#-%'-;=?-~]*$/;

/** Cuts text between characters if its HTML is too long. @param most bytes of escaped UTF-8 */
export function shortened(text: string, most: number): string {
  // No character takes more than the six bytes of an escaped quotation mark.
  if (text.length * 6 <= most || (text.length <= most && PLAIN.test(text))) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > most) return `${text.slice(0, whole(text, end)).trimEnd()}…`;
    end += character.length;
  }
  return text;
}

function bytesOf(character: string): number {
  switch (character) {
    case '&':
      return 5;
    case '<':
    case '>':
      return 4;
    case '"':
      return 6;
    default:
      return Buffer.byteLength(character);
  }
}

/** The last position up to `end` that is not within a character. */
function whole(text: string, end: number): number {
  let at = end;
  while (at > 0 && (BELONGS_TO_LAST.test(characterAt(text, at)) || text.charAt(at - 1) === JOINER)) {
    at -= 1;
    if (/[\udc00-\udfff]/.test(text.charAt(at))) at -= 1;
  }
  return at;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}
