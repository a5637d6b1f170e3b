import { pathLinks, queryString, type Links } from '#representations/links/links.ts';
import { readQuery } from '#search/query/query.ts';
import type { NamedValue } from '#search/query/request.ts';
import { SINCE_1970 } from './older-questions.ts';
import { redirectAnswer } from './page-response.ts';
import type { Route } from '../routes/route.ts';

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
