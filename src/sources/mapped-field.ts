import { nearestWord } from '#catalogue/nearest-word.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { SourceProblem } from './source-format.ts';

/** `--map` names a field that the format does not have. */
export function unknownField(field: string, fields: readonly string[]): SourceProblem {
  return {
    code: 'unknown-field',
    where: '--map',
    what: `Unknown field ${shownValue(field)}.`,
    hint: `${didYouMean(field, fields)}The fields are ${fields.join(', ')}.`,
    line: 0,
  };
}

/** Longest candidate for a suggestion, in characters. */
const MAX_LENGTH = 60;

/** Ends with a space; `''` without a suggestion. */
export function didYouMean(word: string, words: readonly string[]): string {
  const known = words.map((one) => one.trim()).filter((one) => one !== '' && one.length <= MAX_LENGTH);
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '' : `Did you mean ${shownValue(nearest)}? `;
}
