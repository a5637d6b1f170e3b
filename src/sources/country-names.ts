/** In the languages of the pages. */
const LANGUAGES = ['en', 'de', 'fr', 'es'];

/** Other names of countries, in lower case. */
const OTHERS = [
  'usa',
  'u.s.a.',
  'us',
  'u.s.',
  'uk',
  'u.k.',
  'england',
  'scotland',
  'wales',
  'northern ireland',
  'the netherlands',
];

let known: ReadonlySet<string> | undefined;

/** Whether this is the name of a country. */
export function isCountry(text: string): boolean {
  known ??= countryNames();
  return known.has(text.trim().toLowerCase());
}

function countryNames(): ReadonlySet<string> {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const names = LANGUAGES.flatMap((language) => {
    const called = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.map((code) => called.of(code)?.toLowerCase()).filter((name) => name !== undefined);
  });
  return new Set([...names, ...OTHERS]);
}
