import { foldedText } from '#store/words.ts';
import type { TextQuery } from './text-query.ts';

/** Patterns of a character of a word, and of what separates two words of a phrase: see store/words.ts. */
const IN_WORD = String.raw`[\p{L}\p{N}\p{Co}]`;
const BETWEEN = String.raw`[^\p{L}\p{N}\p{Co}]{1,40}`;
const ENDS_IN_WORD = new RegExp(`${IN_WORD}$`, 'u');

/** Part of a text, in UTF-16 units. */
export interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Returns a function that finds the words and phrases of a query in a text, in order, as the search does. */
export function wordFinder({ terms }: TextQuery): (text: string) => readonly Span[] {
  const patterns = terms.map(
    ({ words, isBeginning }) => words.join(BETWEEN) + (isBeginning ? `${IN_WORD}*` : `(?!${IN_WORD})`),
  );
  const pattern = new RegExp(patterns.join('|'), 'gu');
  return (text) => {
    const { folded, placeOf } = foldedText(text);
    const spans: Span[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(folded); match !== null; match = pattern.exec(folded)) {
      const { index } = match;
      const beginsWord = !ENDS_IN_WORD.test(folded.slice(Math.max(0, index - 2), index));
      if (beginsWord) spans.push({ from: placeOf(index), to: placeOf(pattern.lastIndex) });
      else pattern.lastIndex = index + 1;
    }
    return spans;
  };
}
