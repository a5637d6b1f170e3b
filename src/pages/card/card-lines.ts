const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Splits text in scripts without spaces between words: its dictionaries cover these in any locale. */
const unspaced = new Intl.Segmenter('en', { granularity: 'word' });

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Words in katakana are foreign words, and dictionaries would split them. */
const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;
/** Punctuation that must not end a line. */
const OPENING = /[\p{Ps}\p{Pi}]$/u;

/** Breaks text into at most `most` lines no wider than `room`; a cut text ends in an ellipsis. */
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
  /** Whether a space precedes it. */
  readonly isWord: boolean;
}

/** The pieces between which a line may break; words wider than a line are split into characters. */
function* pieces(text: string, room: number, width: (text: string) => number): Generator<Piece> {
  for (const word of text.split(' ')) {
    const parts = (UNSPACED.test(word) ? wordsWithin(word) : [word]).flatMap((part) =>
      width(part) <= room ? [part] : Array.from(graphemes.segment(part), ({ segment }) => segment),
    );
    for (const [at, part] of parts.entries()) if (part !== '') yield { text: part, isWord: at === 0 };
  }
}

/**
 * The words of a text without spaces, each with its punctuation: no line begins with a full stop or ends with an
 * opening bracket.
 */
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

/** Shortens the text before the ellipsis until it fits. */
function cut(text: string, room: number, width: (text: string) => number): string {
  const characters = Array.from(graphemes.segment(text.slice(0, -1).trimEnd()), ({ segment }) => segment);
  while (characters.length > 0 && width(`${characters.join('')}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}
