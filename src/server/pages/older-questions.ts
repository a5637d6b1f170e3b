import { isoDate } from '#search/query/request.ts';
import type { NamedValue } from '#search/query/request.ts';
import { readQuery } from '#search/query/query.ts';

const BROWSE_NAMES: ReadonlyMap<string, string> = new Map([
  ['start_date', 'from'],
  ['to', 'to'],
  ['venue', 'venue'],
  ['organising_department', 'organising_department'],
  ['count', 'count'],
  ['page', 'page'],
]);

/**
 * Translates the query of OxTalks' `/browse?…` to search parameters. There, departments exclude subdepartments unless
 * `include_subdepartments` is ticked. Series are left out: only OxTalks knows their numbers.
 */
export function browseQuestion(query: string): readonly NamedValue[] {
  const given = givenIn(query);
  const question = given.flatMap(({ name, value }): NamedValue[] => {
    const today = BROWSE_NAMES.get(name);
    if (today === undefined) return [];
    return [{ name: today, value: today === 'from' || today === 'to' ? isoDate(value) : value }];
  });
  const names = new Set(given.map(({ name }) => name));
  if (names.has('organising_department') && !names.has('include_subdepartments'))
    question.push({ name: 'subdepartments', value: 'false' });
  return question;
}

/** Earlier than any talk. */
export const SINCE_1970: NamedValue = { name: 'from', value: '1970-01-01' };

/** Translates the query of OxTalks' `/search_past?q=…`. */
export function pastQuestion(query: string): readonly NamedValue[] {
  const words = givenIn(query).filter(({ name }) => name === 'q');
  return [...words, SINCE_1970, { name: 'to', value: 'today' }];
}

/** The parameters of a query, without empty fields. */
function givenIn(query: string): readonly NamedValue[] {
  return readQuery(query).flatMap(({ name, value = '' }) => (value === '' ? [] : [{ name, value }]));
}
