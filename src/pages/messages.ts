import { type Language, numberText } from './frame/language.ts';
import { memoize } from '#representations/memoize.ts';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };
import es from './messages/es.json' with { type: 'json' };
import fr from './messages/fr.json' with { type: 'json' };

/**
 * The messages of all pages in one language: `messages/en.json`, with a function for each text that depends on a count.
 * `insert` fills in `{names}`. Catalogue text is never part of a message, only inserted, because its language is
 * unknown.
 */
export type Messages = Localised<typeof en>;

/** Texts by plural category of Unicode CLDR. `other` is used for all categories that are not here. */
interface Plural {
  readonly one: string;
  readonly other: string;
}

type Localised<Text> = Text extends Plural
  ? (count: number) => string
  : Text extends object
    ? { readonly [Key in keyof Text]: Localised<Text[Key]> }
    : Text;

/** The messages of all pages in each language. */
export const MESSAGES: Readonly<Record<Language, Messages>> = {
  en: localised(en, 'en'),
  de: localised(de, 'de'),
  fr: localised(fr, 'fr'),
  es: localised(es, 'es'),
};

/** Replaces the `{names}` in a text by values. */
export function insert(text: string, values: Readonly<Record<string, string | number>>): string {
  const parts = partsOf(text);
  let filled = parts[0] ?? '';
  for (let at = 1; at < parts.length; at += 2) {
    const name = parts[at] ?? '';
    const value = values[name];
    if (value === undefined) throw new Error(`no value for {${name}} in “${text}”`);
    filled += String(value) + (parts[at + 1] ?? '');
  }
  return filled;
}

/** Splits a text at its `{names}`, which are at odd indices; cached for more texts than there are. */
const partsOf = memoize((text: string) => text.split(/\{(\w+)\}/), 10_000);

function localised<Text>(texts: Text, language: Language): Localised<Text>;
function localised(texts: unknown, language: Language): unknown {
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return texts;
  if (isPlural(texts)) return counted(texts, language);
  return Object.fromEntries(
    Object.entries(texts).map(([key, inner]: [string, unknown]) => [key, localised(inner, language)]),
  );
}

function isPlural(texts: object): texts is Plural {
  return 'one' in texts && 'other' in texts;
}

function counted({ one, other }: Plural, language: Language): (count: number) => string {
  const rules = new Intl.PluralRules(language);
  return (count) => insert(rules.select(count) === 'one' ? one : other, { count: numberText(count, language) });
}
