/** Characters that need no escape in a quoted field: printable ASCII except `"` and `\`. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** Marks truncated text. */
const CUT = '...';

/** Escapes a code unit. */
type Escape = (code: number) => string;

/**
 * The content of a JSON string.
 *
 * @param most characters of the result, without the truncation mark
 */
export function escapedJson(text: string, most: number): string {
  return escaped(text, most, (code) =>
    code === 0x22 || code === 0x5c ? `\\${String.fromCharCode(code)}` : unicode(code),
  );
}

/**
 * Quoted, with the escapes that Apache and nginx use: `\x22`.
 *
 * @param most as for `escapedJson`
 */
export function quotedText(text: string, most: number): string {
  return escaped(text, most, (code) => (code > 0xff ? unicode(code) : `\\x${hexadecimal(code, 2)}`));
}

function escaped(text: string, most: number, escape: Escape): string {
  if (text.length <= most && PLAIN.test(text)) return text;
  let written = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const piece = PLAIN.test(char) ? char : escape(char.charCodeAt(0));
    if (written.length + piece.length > most) return written + CUT;
    written += piece;
  }
  return written;
}

function unicode(code: number): string {
  return `\\u${hexadecimal(code, 4)}`;
}

function hexadecimal(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
