/** What stands for itself in a quoted field: printable ASCII but `"` and `\`. */
const PLAIN = /^[ !#-[\]-~]*$/;
/** After what has been cut off. */
const CUT = '...';

/** Writes a code unit that is not plain. */
type Escape = (code: number) => string;

/** Between the quotation marks of JSON. @param most characters of the result, without what says that it was cut */
export function jsonText(text: string, most: number): string {
  return escaped(text, most, (code) =>
    code === 0x22 || code === 0x5c ? `\\${String.fromCharCode(code)}` : unicode(code),
  );
}

/** In quotation marks, as Apache and nginx write what is not printable: `\x22`. @param most as of `jsonText` */
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
