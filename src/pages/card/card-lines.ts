const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The words of scripts without spaces between them are in its dictionaries, whatever the language. */
const unspaced = new Intl.Segmenter('en', { granularity: 'word' });

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A word of katakana is a foreign one, of which the dictionaries know parts. */
const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;
/** What no line ends with. */
const OPENING = /[\p{Ps}\p{Pi}]$/u;

/** Text in lines that are no wider than `room`, at most so many; the last one says where it was cut. */
export function wrapped(
  text: string,
  room: number,
  width: (text: string) => number,
  most: number,
): { readonly texts: readonly string[]; readonly isWhole: boolean } {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text, room, width)) {
    const longer = line === '' ? piece.text : `${line}${piece.isWord ? ' ' : ''}${piece.text}`;
    if (line === '' || width(longer) <= room) line = longer;
    else if (lines.push(line) === most)
      return { texts: [...lines.slice(0, -1), cut(`${line} …`, room, width)], isWhole: false };
    else line = piece.text;
  }
  if (line !== '') lines.push(line);
  return { texts: lines, isWhole: true };
}

interface Piece {
  readonly text: string;
  /** Whether a space stands before it. */
  readonly isWord: boolean;
}

/** What may begin a line, and of what is wider than a line the characters. */
function* pieces(text: string, room: number, width: (text: string) => number): Generator<Piece> {
  for (const word of text.split(' ')) {
    const parts = (UNSPACED.test(word) ? wordsWithin(word) : [word]).flatMap((part) =>
      width(part) <= room ? [part] : Array.from(graphemes.segment(part), ({ segment }) => segment),
    );
    for (const [at, part] of parts.entries()) if (part !== '') yield { text: part, isWord: at === 0 };
  }
}

/** The words of a text without spaces, with the signs around each: no line begins with a full stop or ends with a bracket. */
function wordsWithin(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of unspaced.segment(text)) {
    const last = words.at(-1);
    const isSame = KATAKANA.test(segment) && KATAKANA.test(last ?? '');
    const begins = isWordLike === true ? !isSame && !OPENING.test(last ?? '') : OPENING.test(segment);
    if (begins || last === undefined) words.push(segment);
    else words[words.length - 1] = last + segment;
  }
  return words;
}

/** With as many characters before the mark as there is room for. */
function cut(text: string, room: number, width: (text: string) => number): string {
  const characters = Array.from(graphemes.segment(text.slice(0, -1).trimEnd()), ({ segment }) => segment);
  while (characters.length > 0 && width(`${characters.join('')}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
