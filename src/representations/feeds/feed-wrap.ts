/** Two columns wide in terminals: East Asian scripts, their punctuation, and most emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u;
/** Zero width: combining and invisible characters. */
const ON_ANOTHER = /[\p{M}\p{Cf}]/u;
const NARROW = /^[\x20-\x7e]*$/;

/** Columns of a text in a monospaced font. */
export function columnsOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += columnsOfCharacter(character);
  return columns;
}

function columnsOfCharacter(character: string): number {
  if (ON_ANOTHER.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/**
 * UTF-16 units in a line, and in a word that is not broken: three octets each leave room for what is put around them in
 * the 998 octets of a line of mail (RFC 5322, 2.1.1).
 */
const MAX_UNITS = 250;

interface Wrapping {
  /** Columns of a line. */
  readonly width: number;
  /** Columns of the first line that are taken; it stays empty if no word fits into the rest. */
  readonly taken?: number;
  /** How a word is written; what it adds is counted. */
  readonly shown?: (word: string) => string;
}

/**
 * One line of text as lines of so many columns, broken at spaces. A word that is longer than a line is broken
 * anywhere, as scripts without spaces are; a web address stays whole.
 */
export function wrappedLines(text: string, { width, taken = 0, shown = (word) => word }: Wrapping): string[] {
  const lines: string[] = [];
  let line = '';
  let columns = taken;
  const end = (): void => {
    lines.push(line);
    line = '';
    columns = 0;
  };
  for (const word of text.split(/[ \t\n]+/)) {
    pieces(word, width).forEach((piece, at) => {
      const written = shown(piece);
      const size = columnsOf(written) + (line === '' ? 0 : 1);
      const full = (line !== '' || columns > 0) && columns + size > width;
      const heavy = line !== '' && line.length + written.length > MAX_UNITS;
      if (at > 0 || full || heavy) end();
      columns += line === '' ? columnsOf(written) : size;
      line += line === '' ? written : ` ${written}`;
    });
  }
  if (line !== '') end();
  return lines;
}

function pieces(word: string, width: number): string[] {
  if (word === '') return [];
  if (NARROW.test(word) && (word.length <= width || (/^https?:\/\//.test(word) && word.length <= MAX_UNITS)))
    return [word];
  const found: string[] = [];
  let piece = '';
  let columns = 0;
  for (const character of word) {
    const size = columnsOfCharacter(character);
    // A mark stays with its letter, unless there is no end of marks.
    if ((size > 0 && columns + size > width) || piece.length > MAX_UNITS) {
      found.push(piece);
      piece = '';
      columns = 0;
    }
    piece += character;
    columns += size;
  }
  found.push(piece);
  return found;
}
