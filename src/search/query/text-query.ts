import type { TextTerm } from '#store/store.ts';
import { wordsOf } from '#store/words.ts';

/** Free text that talks must hold: every one of its terms. */
export interface TextQuery {
  /** As it was typed, in one line. */
  readonly text: string;
  /** At least one; each once. */
  readonly terms: readonly TextTerm[];
}

/** What was typed has nothing in it that asks for anything. */
export type Typed = TextQuery | 'nothing';

/** Characters. */
export const LONGEST_TEXT = 500;
export const MOST_WORDS = 32;
/** Words of a text that may be beginnings: what one of three letters finds is as much as many words together. */
export const MOST_BEGINNINGS = 8;
/** Words that are looked for in one piece. */
const LONGEST_PHRASE = 5;
/** UTF-16 units of a word, and so short of what a store keeps of one. */
export const LONGEST_WORD = 100;
/** Bytes of UTF-8 from which on a word is taken for a beginning: three Latin letters, two Greek ones, one Han character. */
const SHORTEST_BEGINNING = 3;

/** As keyboards and phones write them. One that is not closed goes to the end. */
const QUOTATION_MARK = /["“”„‟«»＂]/;
const BETWEEN_WORDS = /[\s\0]+/u;

/**
 * Reads free text as people type it. Words that punctuation parts (`e-mail`) follow each other, and so do those between
 * quotation marks, which are taken as they stand. Any other word is also the beginning of longer ones, if it has three
 * letters or more; so is the last one between quotation marks with an asterisk behind it. Nothing is an operator.
 * Of more than eight words only the eight longest are beginnings, those with an asterisk first: the others are then often
 * short ones, which begin most words and say least. Undefined: too long, too many words or asterisks, no word at all, or an
 * asterisk behind what is too short for a beginning.
 */
export function readText(typed: string): Typed | undefined {
  const text = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (text === '') return 'nothing';
  if (Array.from(typed).length > LONGEST_TEXT) return undefined;
  const terms = termsIn(typed);
  const words = terms.flatMap((term) => term.words);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  if (words.some((word) => word.length > LONGEST_WORD)) return undefined;
  if (terms.some(({ hasAsterisk, isBeginning }) => hasAsterisk && !isBeginning)) return undefined;
  const unique = eachOnce(terms);
  if (unique.filter(({ hasAsterisk }) => hasAsterisk).length > MOST_BEGINNINGS) return undefined;
  return { text, terms: eachOnce(withFewBeginnings(unique).flatMap(inParts)) };
}

/** What was typed, word by word; what stands between quotation marks is one of them, and keeps plain ones. */
export function partsOf(typed: string): string[] {
  return typed
    .split(QUOTATION_MARK)
    .flatMap((part, index) => (index % 2 === 0 ? part.split(BETWEEN_WORDS) : [`"${part.trim()}"`]))
    .filter((part) => wordsOf(part).length > 0);
}

/** Equal for equal terms. */
export function keyOfTerm({ words, isBeginning }: TextTerm): string {
  return words.join(' ') + (isBeginning ? '*' : '');
}

interface TypedTerm extends TextTerm {
  readonly hasAsterisk: boolean;
}

function termsIn(typed: string): TypedTerm[] {
  const parts = typed.split(QUOTATION_MARK);
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return part.split(BETWEEN_WORDS).flatMap((word) => termOf(word, true, endsInAsterisk(word)));
    // Inside or right behind the marks: both are written.
    const hasAsterisk = endsInAsterisk(part) || parts[index + 1]?.startsWith('*') === true;
    return termOf(part, hasAsterisk, hasAsterisk);
  });
}

function endsInAsterisk(text: string): boolean {
  return /\*[\s\0]*$/u.test(text);
}

function termOf(text: string, mayBegin: boolean, hasAsterisk: boolean): TypedTerm[] {
  const words = wordsOf(text);
  const last = words.at(-1);
  if (last === undefined) return [];
  return [{ words, isBeginning: mayBegin && Buffer.byteLength(last) >= SHORTEST_BEGINNING, hasAsterisk }];
}

function withFewBeginnings(terms: readonly TypedTerm[]): readonly TextTerm[] {
  const length = ({ words, hasAsterisk }: TypedTerm): number => (hasAsterisk ? Infinity : (words.at(-1)?.length ?? 0));
  const beginnings = terms.filter(({ isBeginning }) => isBeginning);
  // Of equally long ones the first: sorting keeps their order.
  const longest = new Set(beginnings.sort((one, other) => length(other) - length(one)).slice(0, MOST_BEGINNINGS));
  return terms.map((term) => ({ words: term.words, isBeginning: longest.has(term) }));
}

/** A long phrase is looked for in parts, each from the last word of the one before: a store cannot stop in the middle of one. */
function inParts({ words, isBeginning }: TextTerm): TextTerm[] {
  const parts: TextTerm[] = [];
  for (let from = 0; from === 0 || from < words.length - 1; from += LONGEST_PHRASE - 1) {
    const isLast = from + LONGEST_PHRASE >= words.length;
    parts.push({ words: words.slice(from, from + LONGEST_PHRASE), isBeginning: isBeginning && isLast });
  }
  return parts;
}

function eachOnce<T extends TextTerm>(terms: readonly T[]): T[] {
  return [...new Map(terms.map((term) => [keyOfTerm(term), term])).values()];
}
