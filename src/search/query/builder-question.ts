import type { Result } from '#catalogue/problem.ts';
import { parseEmbed, type EmbedQuestion } from './embed-question.ts';
import { readQuery } from './query.ts';
import type { SearchRules } from './question.ts';

/** The query of the page on which people build a list of talks for their own site. */
interface BuilderQuestion extends EmbedQuestion {
  /** Part of a name to look for; `''` for none. */
  readonly find: string;
  /** The language of the list; `''` for the language of the page around it. */
  readonly language: string;
}

const MAX_PAIRS = 1000;
/** In characters. */
const LONGEST_NAME = 200;

/** Reads the query of the page on which lists are built: that of the list, and the parameters of the page itself. */
export function parseBuilder(
  query: string,
  rules: SearchRules,
  now: Date,
  languages: readonly string[],
): Result<BuilderQuestion> {
  const pairs = query.split('&', MAX_PAIRS).map((text) => ({ text, pair: readQuery(text, 1)[0] }));
  const valueOf = (wanted: string): string => pairs.find(({ pair }) => pair?.name === wanted)?.pair?.value ?? '';
  const list = pairs.filter(({ pair }) => pair !== undefined && !OWN.includes(pair.name)).map(({ text }) => text);
  const parsed = parseEmbed(list.join('&'), rules, now, languages);
  const language = valueOf('language');
  const isKnown = language === '' || languages.includes(language);
  const problem = {
    code: 'bad-lang',
    where: 'language',
    what: `“${language.slice(0, LONGEST_NAME)}” is not a language of the lists.`,
    hint: `Write one of: ${languages.join(', ')}.`,
  };
  if (!parsed.ok || !isKnown)
    return { ok: false, problems: [...(parsed.ok ? [] : parsed.problems), ...(isKnown ? [] : [problem])] };
  return { ok: true, value: { ...parsed.value, find: valueOf('find').slice(0, LONGEST_NAME), language } };
}

/** The page's own parameters. `lang` is the language of the page, `language` that of the list. */
const OWN: readonly string[] = ['find', 'language', 'lang', 'fragment'];
