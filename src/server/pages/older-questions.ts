import { isoDate } from '#search/query/request.ts';
import type { NamedValue } from '#search/query/request.ts';
import { readQuery } from '#search/query/query.ts';
import { pathLinks, queryString } from '#representations/links/links.ts';
import type { Links } from '#representations/links/links.ts';
import { redirectAnswer } from './page-response.ts';
import type { Route } from '../routes/route.ts';

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
const SINCE_1970: NamedValue = { name: 'from', value: '1970-01-01' };

/** Translates the query of OxTalks' `/search_past?q=…`. */
export function pastQuestion(query: string): readonly NamedValue[] {
  const words = givenIn(query).filter(({ name }) => name === 'q');
  return [...words, SINCE_1970, { name: 'to', value: 'today' }];
}

/** The parameters of a query, without empty fields. */
function givenIn(query: string): readonly NamedValue[] {
  return readQuery(query).flatMap(({ name, value = '' }) => (value === '' ? [] : [{ name, value }]));
}

const TODAY: NamedValue = { name: 'from', value: 'today' };

/**
 * The talks that OxTalks shows on a page: the talk itself, all talks of a person, or else upcoming ones unless
 * `show_all` is set.
 */
type TalksShown = 'itself' | 'all' | 'to come';

interface TextPage {
  /** The address of the same in the API. */
  readonly address: (links: Links, id: string) => string;
  readonly shows: TalksShown;
}

/** Wraps the route of a page to redirect `?format=txt`, which OxTalks supports, to the plain text of the API. */
export function withText(route: Route, { address, shows }: TextPage): Route {
  return {
    ...route,
    redirects: true,
    answer: (service, target, id, suffix) => {
      const given = target.query.includes('format=') ? readQuery(target.query) : [];
      // Identifiers have no other characters. For anything else, let the page respond with 404.
      const isText = given.some(({ name, value }) => name === 'format' && value === 'txt') && /^[\w:-]*$/.test(id);
      if (!isText) return route.answer(service, target, id, suffix);
      const path = address(pathLinks(service.publication), id);
      const uri = given.flatMap(({ name, value }) => (name === 'uri' && value !== undefined ? [{ name, value }] : []));
      const showsAll = shows === 'all' || given.some(({ name, value }) => name === 'show_all' && value !== '');
      const window = shows === 'itself' ? [] : [showsAll ? SINCE_1970 : TODAY];
      return redirectAnswer(`${path}.txt${queryString([...uri, ...window])}`);
    },
  };
}
