import { memoize } from '#representations/memoize.ts';
import { keptByHeader, preferences } from '#representations/negotiation/negotiate.ts';

/** The languages of the pages, the default first. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
};

export function isLanguage(text: string): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The best match for an `Accept-Language` header (RFC 9110, 12.5.4; RFC 4647, 3.4, by primary subtags). */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  return acceptLanguage === undefined ? LANGUAGES[0] : kept(acceptLanguage).language;
}

const kept = keptByHeader((header) => ({ language: chosen(header) }));

function chosen(header: string): Language {
  const asked = preferences(header).map(({ name, quality }) => ({ subtag: name.split('-', 1)[0] ?? '', quality }));
  const named = new Set(asked.map(({ subtag }) => subtag));
  let best: Language = LANGUAGES[0];
  let most = 0;
  for (const { subtag, quality } of asked) {
    const language =
      subtag === '*' ? LANGUAGES.find((one) => !named.has(one)) : LANGUAGES.find((one) => one === subtag);
    if (language === undefined || quality <= most) continue;
    best = language;
    most = quality;
  }
  return best;
}

const formatOf = memoize((language: Language) => new Intl.NumberFormat(language));

/** Formats a whole number with the digit grouping of a language. */
export function numberText(value: number, language: Language): string {
  return value < 1000 ? String(value) : formatOf(language).format(value);
}
