import { indexedText } from '#catalogue/folding.ts';

/* Words as SQLite's tokenizer takes them: it knows letters and case of ASCII as we do, and nothing else of ours. */

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Indexed in place of an empty title: a word that nobody types. */
export const UNTITLED = '\ue001untitled';

/**
 * A text for tokenizers that know only ASCII letters and digits, and ignore case: they find all of its indexed words.
 * Other spellings of its words are at the end.
 */
export function asciiText(written: string): string {
  return indexedText(written, asciiWord);
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

function spelled(word: string): string {
  return `\ue000${Buffer.from(word).toString('hex')}`;
}
