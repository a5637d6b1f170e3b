import type { Result, Problem } from '#catalogue/problem.ts';
import { calendarIn } from './calendar-date.ts';
import type { Day } from './calendar-date.ts';
import { THEMES } from './calendar-question.ts';
import type { Theme } from './calendar-question.ts';
import {
  among,
  dividedQuery,
  type IgnoredParameter,
  MAX_PAIRS,
  type NamedValue,
  otherValue,
  type QueryPair,
  readQuery,
  RequestParameters,
} from './request.ts';
import { readQuestion } from './question.ts';
import type { Question, SearchRules } from './question.ts';
import { canonicalBoolean } from './value-forms.ts';
import { FROM_TODAY, readWindow } from './window.ts';
import type { DependsOn } from './window.ts';

/** Layouts of a list on another site. */
export const EMBED_LAYOUTS = ['list', 'compact', 'table', 'cards', 'month'] as const;
export type EmbedLayout = (typeof EMBED_LAYOUTS)[number];

/** A list of talks for another site: a search, from today unless it has a `from`, and how it looks. */
export interface EmbedQuestion extends EmbedLook {
  readonly question: Question;
  /** The first day; the `month` layout begins with the month of this day. */
  readonly from: Day;
  /** The search as a canonical query. */
  readonly asked: readonly NamedValue[];
  /** How it looks, as a query. */
  readonly look: readonly NamedValue[];
  readonly deprecatedDate: boolean;
  readonly dependsOn: DependsOn;
  readonly ignored: readonly IgnoredParameter[];
}

interface EmbedLook {
  readonly layout: EmbedLayout;
  readonly theme: Theme;
  /** Whether to link to the pages before and after. */
  readonly paging: boolean;
  /** Whether to return only the list, for a server that puts it into a page of its own. */
  readonly fragment: boolean;
}

const BOOLEAN = among(['true', 'false']);

/** The parameters that searches do not have. `lang` has the languages of the pages. */
const LOOK = { layout: among(EMBED_LAYOUTS), theme: among(THEMES), paging: BOOLEAN, fragment: BOOLEAN } as const;

/** Parameters for programs, which have no effect on the pages that a list links to. */
const FOR_PROGRAMS: readonly string[] = ['facets', 'updated_since', 'alarm', 'strict'];

/**
 * Reads the query of a list on another site.
 * @param languages allowed values of `lang`
 * @returns the list, or all problems at once, with the parameter's name as `where`
 */
export function parseEmbed(
  query: string,
  rules: SearchRules,
  now: Date,
  languages: readonly string[],
): Result<EmbedQuestion> {
  const { search, given: written } = dividedQuery(query, (name) => name in LOOK || name === 'lang');
  const given = written.map(canonical);
  const request = new RequestParameters(search, 'search', rules, true);
  const { window, days, deprecatedDate, dependsOn } = readWindow(request, rules, now, FROM_TODAY);
  const question = readQuestion(request, rules, window);
  const ignored = request.ignored();
  const others = { given, problems: request.problems };
  const look = {
    layout: otherValue(others, 'layout', LOOK.layout) ?? 'list',
    theme: otherValue(others, 'theme', LOOK.theme) ?? 'auto',
    paging: otherValue(others, 'paging', LOOK.paging) === 'true',
    fragment: otherValue(others, 'fragment', LOOK.fragment) === 'true',
  };
  otherValue(others, 'lang', among(languages));
  return request.result({
    ...look,
    question,
    from: days.from ?? calendarIn(rules.timeZone).dayAt(now),
    asked: request.asked.filter(({ name }) => !FOR_PROGRAMS.includes(name)),
    look: given.flatMap(({ name, value = '' }) => (name === 'lang' || value === '' ? [] : [{ name, value }])),
    deprecatedDate,
    dependsOn,
    ignored,
  });
}

function canonical(pair: QueryPair): QueryPair {
  const isBoolean = pair.name === 'paging' || pair.name === 'fragment';
  return isBoolean && pair.value !== undefined ? { ...pair, value: canonicalBoolean(pair.value) } : pair;
}

/** The query of the page on which people build a list of talks for their own site. */
interface BuilderQuestion extends EmbedQuestion {
  /** Part of a name to look for; `''` for none. */
  readonly find: string;
  /** The language of the list; `''` for the language of the page around it. */
  readonly language: string;
}

/** In characters. */
const LONGEST_NAME = 200;

/** The periods to choose from, as values of `from` and `to`: each is another one tomorrow, so that a list stays current. */
export const BUILDER_PERIODS = {
  today: { from: 'today', to: 'today' },
  tomorrow: { from: 'tomorrow', to: 'tomorrow' },
  week: { from: 'today', to: 'plus6' },
  month: { from: 'today', to: 'plus30' },
  term: { from: 'term', to: 'term' },
} as const;
type BuilderPeriod = keyof typeof BUILDER_PERIODS;

function isPeriod(text: string): text is BuilderPeriod {
  return Object.hasOwn(BUILDER_PERIODS, text);
}

/** Reads the query of the page on which lists are built: that of the list, and the parameters of the page itself. */
export function parseBuilder(
  query: string,
  rules: SearchRules,
  now: Date,
  languages: readonly string[],
): Result<BuilderQuestion> {
  const pairs = query.split('&', MAX_PAIRS).map((text) => ({ text, pair: readQuery(text, 1)[0] }));
  const valueOf = (wanted: string): string => pairs.find(({ pair }) => pair?.name === wanted)?.pair?.value ?? '';
  const when = valueOf('when');
  const period = isPeriod(when) ? BUILDER_PERIODS[when] : undefined;
  const left = period === undefined ? OWN : [...OWN, 'from', 'to'];
  const list = pairs.filter(({ pair }) => pair !== undefined && !left.includes(pair.name)).map(({ text }) => text);
  if (period !== undefined) list.push(`from=${period.from}`, `to=${period.to}`);
  const parsed = parseEmbed(list.join('&'), rules, now, languages);
  const language = valueOf('language');
  const problems = parsed.ok ? [] : [...parsed.problems];
  const expect = (
    where: string,
    given: string,
    choices: readonly string[],
    problem: { code: string; what: string },
  ) => {
    if (given === '' || choices.includes(given)) return;
    const what = `“${given.slice(0, LONGEST_NAME)}” is not ${problem.what}.`;
    problems.push({ code: problem.code, where, what, hint: `Write one of: ${choices.join(', ')}.` });
  };
  expect('language', language, languages, { code: 'bad-lang', what: 'a language of the lists' });
  expect('when', when, Object.keys(BUILDER_PERIODS), { code: 'bad-period', what: 'a period' });
  if (!parsed.ok || problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...parsed.value, find: valueOf('find').slice(0, LONGEST_NAME), language } };
}

/** The page's own parameters. `when` is one of BUILDER_PERIODS, in place of `from` and `to`; `lang` is the language of the page, `language` that of the list. */
const OWN: readonly string[] = ['find', 'language', 'lang', 'fragment', 'when'];

/** A consumer request (oembed.com, 2.2). */
export interface OembedQuestion {
  /** The address to embed, as given. */
  readonly url: string;
  /** As given; `json` by default. */
  readonly format: string;
  /** CSS pixels; Infinity if not given. */
  readonly maxWidth: number;
  readonly maxHeight: number;
}

/** In characters. */
const LONGEST_URL = 8000;

export function parseOembed(query: string): Result<OembedQuestion> {
  const pairs = readQuery(query).filter(({ value }) => value !== '');
  const problems: Problem[] = [];
  const pixels = (name: string): number => {
    const text = pairs.find((one) => one.name === name)?.value ?? 'none';
    if (text === 'none') return Infinity;
    if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text);
    problems.push({
      code: 'bad-size',
      where: name,
      what: 'It is not a number of pixels.',
      hint: 'Give a whole number from 1.',
    });
    return Infinity;
  };
  const url = pairs.find(({ name }) => name === 'url')?.value ?? '';
  if (url === '' || url.length > LONGEST_URL)
    problems.push({
      code: url === '' ? 'missing-parameter' : 'bad-url',
      where: 'url',
      what: url === '' ? 'It is required.' : 'It is too long.',
      hint: 'Give the address of a page with talks.',
    });
  const format = pairs.find(({ name }) => name === 'format')?.value ?? 'json';
  const value = { url, format, maxWidth: pixels('maxwidth'), maxHeight: pixels('maxheight') };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}
