import { wordsOf } from '#catalogue/folding.ts';
import { withAccents } from '#catalogue/tex-accents.ts';

/** Sorts after every name that begins with a letter. */
const LAST = '\uffff';

/** A letter of an alphabet; scripts with a character for each syllable or word have too many to list. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Ethiopic}\p{Script=Yi}])\p{L}/u;

/** Matches most names, which need no word segmentation. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** Marks of kana, which sort as if they were not there. */
const VOICED = /[\u3099\u309a]/g;

/**
 * A name to sort by: its words without case, accents and punctuation; Korean syllables in their parts, as they sort.
 */
export function foldedName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  const folded = wordsOf(withAccents(name)).join(' ').normalize('NFD').replace(VOICED, '');
  return LETTER.test(folded) ? folded : LAST + folded;
}

/** The consonants with which Korean syllables begin, from U+1100, as letters. */
const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FIRST_CONSONANT = 0x1100;

/** The letter that a folded name is listed under, as a capital; `#` for names that do not begin with one. */
export function letterOf(folded: string): string {
  const first = folded.codePointAt(0);
  if (first === undefined || folded.startsWith(LAST)) return OTHER;
  return CONSONANTS[first - FIRST_CONSONANT] ?? String.fromCodePoint(first).toUpperCase();
}

const OTHER = '#';
