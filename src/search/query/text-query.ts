import { isUnspaced, marked, MARKED, soughtWords } from '#catalogue/folding.ts';
import type { TextTerm } from '#store/store.ts';

/** Free text: talks must contain all its terms. */
export interface TextQuery {
  /** As typed, on one line. */
  readonly text: string;
  /** At least one, without duplicates. */
  readonly terms: readonly TextTerm[];
}

/** `nothing`: only white space was typed. */
export type Typed = TextQuery | 'nothing';

/** In characters. */
export const LONGEST_TEXT = 500;
export const MAX_WORDS = 32;
/** Characters that count as one word in Chinese, Japanese and Korean, which are searched for in overlapping pairs. */
const UNSPACED_A_WORD = 4;
/** The most words of a text that match as prefixes: a prefix of three letters finds as much as many words together. */
export const MAX_BEGINNINGS = 8;
/** In words; longer phrases are searched for in parts. */
const LONGEST_PHRASE = 5;
/** In UTF-16 units; stores can keep longer words than this. */
export const LONGEST_WORD = 100;
/** In bytes of UTF-8: three Latin letters, two Greek ones, or one Han character. */
const SHORTEST_BEGINNING = 3;

/** As typed on keyboards and phones. An unclosed quotation extends to the end. */
const QUOTATION_MARK = /["“”„‟«»＂]/;
const BETWEEN_WORDS = /[\s\0]+/u;

/**
 * Reads free text as people type it. Words joined by punctuation (`e-mail`) form a phrase, and so do those in quotation
 * marks, which match whole words. Han, kana and hangul match anywhere. Any other word of three letters or more also
 * matches as a prefix; so does the last one in quotation marks if an asterisk follows. There are no operators. Of more
 * than eight words, only those with an asterisk and the longest match as prefixes, eight in all: short ones are
 * prefixes of most words, and narrow a search the least. Undefined: too long, too many words or asterisks, no words, or
 * an asterisk after too short a prefix.
 */
export function readText(typed: string): Typed | undefined {
  const text = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (text === '') return 'nothing';
  if (Array.from(typed).length > LONGEST_TEXT) return undefined;
  const terms = termsIn(typed);
  const words = terms.flatMap((term) => term.words);
  const size = words.reduce((sum, word) => sum + (isUnspaced(word) ? 1 / UNSPACED_A_WORD : 1), 0);
  if (words.length === 0 || size > MAX_WORDS) return undefined;
  if (words.some((word) => word.length > LONGEST_WORD)) return undefined;
  if (terms.some(({ hasAsterisk, isBeginning }) => hasAsterisk && !isBeginning)) return undefined;
  const unique = eachOnce(terms);
  if (unique.filter(({ hasAsterisk }) => hasAsterisk).length > MAX_BEGINNINGS) return undefined;
  return { text, terms: eachOnce(withFewBeginnings(unique).flatMap(inParts)) };
}

/** The words that were typed. A quotation is one part, in plain quotation marks. */
export function partsOf(typed: string): string[] {
  return typed
    .split(QUOTATION_MARK)
    .flatMap((part, index) => (index % 2 === 0 ? part.split(BETWEEN_WORDS) : [`"${part.trim()}"`]))
    .filter((part) => soughtWords(part)[0]?.length !== 0);
}

/** Identifies a term: two terms are equal if their keys are. */
export function keyOfTerm({ words, others = [], isBeginning }: TextTerm): string {
  return [words, ...others].map((spelled) => spelled.join(' ')).join('|') + (isBeginning ? '*' : '');
}

interface TypedTerm extends TextTerm {
  readonly hasAsterisk: boolean;
}

function termsIn(typed: string): TypedTerm[] {
  const parts = typed.split(QUOTATION_MARK);
  return parts.flatMap((part, index) => {
    if (index % 2 === 0) return part.split(BETWEEN_WORDS).flatMap((word) => termOf(word, true, endsInAsterisk(word)));
    // People type the asterisk inside the quotation marks, or right after them.
    const hasAsterisk = endsInAsterisk(part) || parts[index + 1]?.startsWith('*') === true;
    return termOf(part, hasAsterisk, hasAsterisk);
  });
}

function endsInAsterisk(text: string): boolean {
  return /\*[\s\0]*$/u.test(text);
}

function termOf(text: string, mayBegin: boolean, hasAsterisk: boolean): TypedTerm[] {
  const [words = [], ...others] = soughtWords(text);
  const last = words.at(-1);
  if (last === undefined) return [];
  const isLong = Buffer.byteLength(last) >= SHORTEST_BEGINNING;
  const hasOthers = others.length > 0 && { others };
  // A pair of characters is whole; one alone begins a pair, or ends a run.
  if (isUnspaced(last))
    return [{ words, ...hasOthers, isBeginning: Array.from(last).length === 1, hasAsterisk: false }];
  return [{ words, ...hasOthers, isBeginning: mayBegin && isLong, hasAsterisk }];
}

function withFewBeginnings(terms: readonly TypedTerm[]): readonly TextTerm[] {
  const length = ({ words, hasAsterisk }: TypedTerm): number => (hasAsterisk ? Infinity : (words.at(-1)?.length ?? 0));
  const beginnings = terms.filter(({ isBeginning }) => isBeginning);
  // Among words of equal length, the first ones: sorting is stable.
  const longest = new Set(beginnings.sort((one, other) => length(other) - length(one)).slice(0, MAX_BEGINNINGS));
  return terms.map((typed) => {
    const { hasAsterisk: _, ...term } = typed;
    return { ...term, isBeginning: longest.has(typed) };
  });
}

/** Splits a long phrase into parts that overlap by a word: a store cannot interrupt the search for a phrase. */
function inParts(term: TextTerm): TextTerm[] {
  const { words, others = [], isBeginning } = term;
  if (words.length <= LONGEST_PHRASE) return [term];
  const parts: TextTerm[] = [];
  for (let from = 0; from < words.length - 1; from += LONGEST_PHRASE - 1) {
    const [part = [], ...spelled] = [words, ...others].map((all) => all.slice(from, from + LONGEST_PHRASE));
    const isOther = spelled.filter((other) => other.some((word, at) => word !== part[at]));
    const isLast = from + LONGEST_PHRASE >= words.length;
    parts.push({ words: part, ...(isOther.length > 0 && { others: isOther }), isBeginning: isBeginning && isLast });
  }
  return parts;
}

function eachOnce<T extends TextTerm>(terms: readonly T[]): T[] {
  return [...new Map(terms.map((term) => [keyOfTerm(term), term])).values()];
}

const { wordCharacter, unspaced, passed, umlaut, ring } = MARKED;
/** What separates two words of a phrase. */
const BETWEEN = `(?:(?!${wordCharacter}).){1,40}`;
/** The same where one is of a script without spaces. */
const PERHAPS_BETWEEN = `(?:${BETWEEN})?`;
const SPACED = `(?!${unspaced})${wordCharacter}`;
const ENDS_IN_WORD = new RegExp(`${SPACED}$`, 'u');

/** Part of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Returns a function that finds the words and phrases of a query in a text, in order, as the search does. */
export function wordFinder({ terms }: TextQuery): (text: string) => readonly Span[] {
  const patterns = terms.flatMap(({ words, others = [], isBeginning }) =>
    [words, ...others].map((spelled) => phrase(spelled) + endOf(spelled.at(-1) ?? '', isBeginning)),
  );
  const pattern = new RegExp(patterns.join('|'), 'gsu');
  return (text) => {
    const { folded, placeOf } = marked(text);
    const spans: Span[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(folded); match !== null; match = pattern.exec(folded)) {
      const { index } = match;
      const beginsWord = isUnspaced(match[0]) || !ENDS_IN_WORD.test(folded.slice(Math.max(0, index - 2), index));
      if (beginsWord) spans.push({ from: placeOf(index), to: placeOf(pattern.lastIndex) });
      else pattern.lastIndex = index + 1;
    }
    return spans;
  };
}

function endOf(last: string, isBeginning: boolean): string {
  if (isUnspaced(last)) return '';
  return isBeginning ? `(?:${SPACED})*` : `(?!${SPACED})`;
}

/** Pairs of characters that overlap are one run again. */
function phrase(words: readonly string[]): string {
  let pattern = '';
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (!isUnspaced(word)) {
      if (before !== undefined) pattern += isUnspaced(before) ? PERHAPS_BETWEEN : BETWEEN;
      pattern += spaced(word);
      continue;
    }
    const [first = '', second = ''] = word;
    const isOverlapping = before !== undefined && isUnspaced(before) && Array.from(before)[1] === first;
    if (isOverlapping) pattern += second;
    else pattern += (before === undefined ? '' : PERHAPS_BETWEEN) + word;
  }
  return pattern;
}

/** The letters, between which there may be apostrophes, and umlauts that are spelled with an e. */
function spaced(word: string): string {
  const letters = Array.from(word);
  return letters
    .map((letter, at) => {
      const before = letters[at - 1];
      const after = at === letters.length - 1 ? `[${umlaut}${ring}]?` : passed;
      if (letter === 'e' && (before === 'a' || before === 'o' || before === 'u')) return `(?:e|${umlaut})${after}`;
      return letter === 'a' && before === 'a' ? `(?:a|${ring})${after}` : `${letter}${after}`;
    })
    .join('');
}
