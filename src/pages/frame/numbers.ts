import type { Language } from './language.ts';

const formats = new Map<Language, Intl.NumberFormat>();

/** A whole number as a language groups its digits. */
export function numberText(value: number, language: Language): string {
  if (value < 1000) return String(value);
  let format = formats.get(language);
  if (format === undefined) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(value);
}
