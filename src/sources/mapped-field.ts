import { nearestWord } from '#catalogue/nearest-word.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { SourceProblem } from './format.ts';

/** Of the operator's word on what holds what: that a format has no such field. */
export function unknownField(field: string, fields: readonly string[]): SourceProblem {
  return {
    code: 'unknown-field',
    where: '--map',
    what: `There is no field ${shownValue(field)}.`,
    hint: `${didYouMean(field, fields)}The fields are ${fields.join(', ')}.`,
    line: 0,
  };
}

/** UTF-16 units of a word that somebody may have meant. */
const LONGEST = 60;

/** With a blank behind it; `''` when nothing is near. */
export function didYouMean(word: string, words: readonly string[]): string {
  const known = words.map((one) => one.trim()).filter((one) => one !== '' && one.length <= LONGEST);
  const nearest = nearestWord(word, known);
  return nearest === undefined ? '' : `Did you mean ${shownValue(nearest)}? `;
}
