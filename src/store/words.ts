import { withAccents } from '#catalogue/tex-accents.ts';

/*
 * What a word is, for both engines, so that they find the same talks: letters and digits of any script (Unicode's L and
 * N, and private use), without case and accents.
 */

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;
const MARKS = /\p{M}+/gu;
/** Anything but ASCII and the usual dashes and quotation marks. */
const NOT_PLAIN = /[^\0-\x7f\u2010-\u2027]/;
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Letters that Unicode does not decompose into a letter and an accent, but that people type without the stroke. */
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

/** Indexed in place of an empty title: a word that nobody types. */
export const UNTITLED = '\ue001untitled';

/** The words of a text, in order. */
export function wordsOf(text: string): string[] {
  return folded(text).match(WORD) ?? [];
}

/** The words to index of a text; TeX's accents, as in `Erd\H{o}s`, are resolved. */
export function searchedWords(text: string): string[] {
  return wordsOf(withAccents(text));
}

/** Whether all words of a text are ASCII, so that only their case must be folded. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text);
}

/**
 * A text for tokenizers that know only ASCII letters and digits, and ignore case: they find all of its indexed words.
 */
export function asciiText(written: string): string {
  const text = withAccents(written);
  return isPlain(text) ? text : wordsOf(text).map(asciiWord).join(' ');
}

/**
 * Spells a non-ASCII word in hexadecimal, after a character that ASCII words lack, so that different words stay
 * different.
 */
export function asciiWord(word: string): string {
  return BEYOND_ASCII.test(word) ? spelled(word) : word;
}

/** The prefixes with which `asciiWord` may begin for a word that begins with this one. */
export function asciiBeginnings(word: string): readonly string[] {
  return BEYOND_ASCII.test(word) ? [spelled(word)] : [word, spelled(word)];
}

/** A text with its words folded, and the position in the text that each UTF-16 unit of it comes from. */
interface FoldedText {
  readonly folded: string;
  /** Position in the text of a unit of `folded`; the end maps to the end. */
  readonly placeOf: (unit: number) => number;
}

/** Runs of ASCII characters, and single other characters. */
const RUNS = /[\0-\x7f]+|[^\0-\x7f]/gu;

/** Folds a text; its words stay the same as those of `wordsOf`. */
export function foldedText(text: string): FoldedText {
  if (isPlain(text)) return { folded: folded(text), placeOf: (unit) => unit };
  const places: number[] = [];
  let all = '';
  let place = 0;
  for (const [part] of text.matchAll(RUNS)) {
    const isAscii = part.charCodeAt(0) < 0x80;
    all += isAscii ? part.toLowerCase() : folded(part);
    // In a run of ASCII, each unit has its own position.
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
  // To upper case and back, so that ß equals SS, the long s equals s, and final sigma equals sigma.
  const small = text.normalize('NFD').replace(MARKS, '').toUpperCase().toLowerCase().replaceAll('ς', 'σ');
  return small.replace(STROKE, (letter) => STROKES[letter] ?? letter);
}
