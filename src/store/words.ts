import { withAccents } from '#catalogue/tex-accents.ts';

/*
 * What a word is, for all engines: each finds the same talks. Letters and digits of any script (Unicode's L and N, and
 * private ones), without case and accents.
 */

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
const MARKS = /\p{M}+/gu;
/** Beyond ASCII and the dashes and quotation marks that parts of sentences are set off with. */
const NOT_PLAIN = /[^\0-\x7f\u2010-\u2027]/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Letters that are no others with an accent to Unicode, but are to whoever types without them. */
const STROKES: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ŧ: 't',
  þ: 'th',
};
const STROKE = /[æđðħłøœŧþ]/g;

/** UTF-16 units of a word that a store must keep; of a longer one it may keep the rest or not. */
export const LONGEST_KEPT = 200;

/** What a talk without a title is found by: a word that nobody types. */
export const UNTITLED = '\ue001untitled';

/** The words of a text, in order. */
export function wordsOf(text: string): string[] {
  return folded(text).match(WORD) ?? [];
}

/** The words that a text is found by: TeX's accents, as in `Erd\H{o}s`, are read. */
export function searchedWords(text: string): string[] {
  return wordsOf(withAccents(text));
}

/** Whether the words of a text are its letters and digits in ASCII, whose case alone must be folded. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/** A text whose searched words anybody finds who takes ASCII letters and digits for words, and does not tell their case. */
export function asciiText(written: string): string {
  const text = withAccents(written);
  return isPlain(text) ? text : wordsOf(text).map(asciiWord).join(' ');
}

/** Behind a sign that no word in ASCII has: no two words become the same. */
export function asciiWord(word: string): string {
  return BEYOND_ASCII.test(word) ? spelled(word) : word;
}

/** With which of these `asciiWord` begins a word that begins with this one. */
export function asciiBeginnings(word: string): readonly string[] {
  return BEYOND_ASCII.test(word) ? [spelled(word)] : [word, spelled(word)];
}

/** A text with its words folded, and where in the text each UTF-16 unit of that comes from. */
export interface FoldedText {
  readonly folded: string;
  /** The place of a unit in the text; of the end, the end. */
  readonly placeOf: (unit: number) => number;
}

/** Characters of ASCII together, others one by one. */
const RUNS = /[\0-\x7f]+|[^\0-\x7f]/gu;

/** The words in `folded` are those of the text. */
export function foldedText(text: string): FoldedText {
  if (isPlain(text)) return { folded: folded(text), placeOf: (unit) => unit };
  const places: number[] = [];
  let all = '';
  let place = 0;
  for (const [part] of text.matchAll(RUNS)) {
    const isAscii = part.charCodeAt(0) < 0x80;
    all += isAscii ? part.toLowerCase() : folded(part);
    // Of a run, each unit has its own place.
    for (let unit = place; places.length < all.length; unit += isAscii ? 1 : 0) places.push(unit);
    place += part.length;
  }
  return { folded: all, placeOf: (unit) => places[unit] ?? text.length };
}

function spelled(word: string): string {
  return `\ue000${Buffer.from(word).toString('hex')}`;
}

function folded(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  // There and back: ß and SS, s and the long s, sigma at the end and in the middle are then one.
  const small = text.normalize('NFD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return small.replace(STROKE, (letter) => STROKES[letter] ?? letter);
}
