import { isUnspaced, marked, MARKED } from '#catalogue/folding.ts';
import type { TextQuery } from './text-query.ts';

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
