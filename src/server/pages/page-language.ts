import { isLanguage, preferredLanguage, type Language } from '#pages/frame/language.ts';
import { readQuery } from '#search/query/query.ts';
import type { Target } from '../http/target.ts';

/** The language of a page, and where it comes from. */
interface ChosenLanguage {
  readonly language: Language;
  /** Whether it is from the address; else it is from `Accept-Language`. */
  readonly inAddress: boolean;
}

/** `?lang=` if it names a supported language, else the best match for `Accept-Language`. */
export function requestLanguage({ query, acceptLanguage }: Pick<Target, 'query' | 'acceptLanguage'>): ChosenLanguage {
  if (query.includes('lang=')) {
    const asked = readQuery(query).find(({ name }) => name === 'lang')?.value;
    if (asked !== undefined && isLanguage(asked)) return { language: asked, inAddress: true };
  }
  return { language: preferredLanguage(acceptLanguage), inAddress: false };
}

/** The language in cache keys; `''` under `/api`, where nothing depends on it. Encoded paths need not be recognised. */
export function languageKey(target: Target): string {
  return target.path.startsWith('/api') ? '' : requestLanguage(target).language;
}
