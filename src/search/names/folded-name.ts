import { searchedWords } from '#store/words.ts';

/** Sorts after every name that begins with a letter. */
const LAST = '\uffff';

/** A letter of an alphabet; scripts with a character for each syllable or word have too many to list. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Ethiopic}\p{Script=Yi}])\p{L}/u;

/** Matches most names, which need no word segmentation. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** A name to sort by: its words without case, accents and punctuation. */
export function foldedName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  const folded = searchedWords(name).join(' ');
  return LETTER.test(folded) ? folded : LAST + folded;
}

/** Folding splits Korean syllables into their parts; these are the initial consonants, from U+1100, as letters. */
const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FIRST_CONSONANT = 0x1100;

/** The letter that a folded name is listed under, as a capital; `#` for names that do not begin with one. */
export function letterOf(folded: string): string {
  const first = folded.codePointAt(0);
  if (first === undefined || folded.startsWith(LAST)) return OTHER;
  return CONSONANTS[first - FIRST_CONSONANT] ?? String.fromCodePoint(first).toUpperCase();
}

const OTHER = '#';
