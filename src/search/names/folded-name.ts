import { wordsOf } from '#store/words.ts';

/** Behind every name that begins with a letter. */
const LAST = '\uffff';

/** Of alphabets; a script with a character for each syllable or word has too many to be a list's letters. */
const LETTER = /^(?![\p{Script=Han}\p{Script=Ethiopic}\p{Script=Yi}])\p{L}/u;

/** As most names are: their words need not be looked for. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** What names are ordered by: their words without case, accents and punctuation. */
export function foldedName(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  const folded = wordsOf(name).join(' ');
  return LETTER.test(folded) ? folded : LAST + folded;
}

/** Of Korean syllables, which are folded to their parts: the first consonants as they stand by themselves, from U+1100. */
const CONSONANTS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const FIRST_CONSONANT = 0x1100;

/** The letter that a folded name is found under, as a capital; `#` for names that begin with none. */
export function letterOf(folded: string): string {
  const first = folded.codePointAt(0);
  if (first === undefined || folded.startsWith(LAST)) return OTHER;
  return CONSONANTS[first - FIRST_CONSONANT] ?? String.fromCodePoint(first).toUpperCase();
}

export const OTHER = '#';
