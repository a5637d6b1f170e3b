import type { Result } from '#catalogue/problem.ts';
import { calendarIn, type Day } from './calendar-date.ts';
import { THEMES, type Theme } from './display-question.ts';
import { badValue, dividedQuery, textsOf } from './divided-query.ts';
import type { QueryPair } from './query.ts';
import { readQuestion, type Question, type SearchRules } from './question.ts';
import { canonicalBoolean } from './value-forms.ts';
import { FROM_TODAY, readWindow, type DependsOn } from './window.ts';
import { RequestParameters, type IgnoredParameter, type NamedValue } from './request.ts';

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

const BOOLEANS = ['true', 'false'] as const;

/** The parameters that searches do not have, with their values, the default first. `lang` has those of the pages. */
const LOOK = { layout: EMBED_LAYOUTS, theme: THEMES, paging: BOOLEANS, fragment: BOOLEANS } as const;

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
  const chosen = <T extends string>(name: string, choices: readonly T[], usual: T): T => {
    const texts = textsOf(given, name);
    const found = texts.length === 0 ? usual : choices.find((one) => texts.length === 1 && texts[0] === one);
    if (found === undefined) request.problems.push(badValue(name, texts, `Write one of: ${choices.join(', ')}.`));
    return found ?? usual;
  };
  const look = {
    layout: chosen('layout', LOOK.layout, 'list'),
    theme: chosen('theme', LOOK.theme, 'auto'),
    paging: chosen('paging', LOOK.paging, 'false') === 'true',
    fragment: chosen('fragment', LOOK.fragment, 'false') === 'true',
  };
  chosen('lang', languages, languages[0] ?? '');
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
