import { memoize } from '#representations/memoize.ts';
import type { Language } from './language.ts';

const formatOf = memoize((language: Language) => new Intl.NumberFormat(language));

/** Formats a whole number with the digit grouping of a language. */
export function numberText(value: number, language: Language): string {
  return value < 1000 ? String(value) : formatOf(language).format(value);
}
