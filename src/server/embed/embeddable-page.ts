import { PATHS } from '#representations/links/links.ts';
import { PAGE_PATHS } from '#representations/links/page-links.ts';
import { readQuery } from '#search/query/query.ts';
import type { NamedValue } from '#search/query/request.ts';

/** A page that can be embedded. */
export interface EmbeddablePage {
  /** Its subject; undefined for a search. */
  readonly shows: { readonly parameter: Shown; readonly value: string } | undefined;
  /** The query of `/embed/talks` that gives the same talks. */
  readonly query: readonly NamedValue[];
}

type Shown = 'talk' | 'series' | 'speaker' | 'organising_department' | 'venue' | 'topic' | 'collection';

/** Earlier than any talk. */
const SINCE_1900 = { name: 'from', value: '1900-01-01' };

/** Pages of a single record, by the path before its identifier. */
const PAGES: readonly (readonly [path: string, parameter: Shown, more: readonly NamedValue[]])[] = [
  [PATHS.talkPage, 'talk', [SINCE_1900]],
  [PATHS.seriesPage, 'series', []],
  [PATHS.collectionPage, 'collection', []],
  [PATHS.personPage, 'speaker', []],
  [PAGE_PATHS.departmentPage, 'organising_department', []],
  [PAGE_PATHS.venuePage, 'venue', [{ name: 'subvenues', value: 'true' }]],
];

/** Pages whose own query selects the talks. */
const SEARCHES: readonly string[] = ['', PAGE_PATHS.search, PAGE_PATHS.agenda, PAGE_PATHS.embed, PAGE_PATHS.embedTalks];

/**
 * What can be embedded for one of our addresses; undefined for any other.
 *
 * @param url as copied by a reader
 */
export function embeddablePage(url: string, baseUrl: string): EmbeddablePage | undefined {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const base = new URL(baseUrl);
  const before = base.pathname.replace(/\/$/, '');
  if (address?.host !== base.host || !/^https?:$/.test(address.protocol)) return undefined;
  if (!`${address.pathname}/`.startsWith(`${before}/`)) return undefined;
  const path = address.pathname.slice(before.length).replace(/\/$/, '');
  const pairs = readQuery(address.search.slice(1)).flatMap(({ name, value }) =>
    value === undefined ? [] : [{ name, value }],
  );
  const language = pairs.filter(({ name }) => name === 'lang');
  if (SEARCHES.includes(path)) return { shows: undefined, query: pairs.filter(({ name }) => name !== 'fragment') };
  const month = /^\/calendar\/month\/(\d{4}-\d\d)$/.exec(path)?.[1];
  if (month !== undefined) {
    const shown = [
      { name: 'layout', value: 'month' },
      { name: 'from', value: `${month}-01` },
    ];
    return { shows: undefined, query: [...shown, ...pairs.filter(({ name }) => name !== 'from' && name !== 'to')] };
  }
  if (path === PAGE_PATHS.topicPage) {
    const uri = pairs.find(({ name }) => name === 'uri')?.value;
    return uri === undefined ? undefined : about('topic', uri, language);
  }
  const page = PAGES.find(([start]) => path.startsWith(start));
  if (page === undefined) return undefined;
  const [start, parameter, more] = page;
  return about(parameter, path.slice(start.length).replace(/%3a/i, ':'), [...more, ...language]);
}

function about(parameter: Shown, value: string, more: readonly NamedValue[]): EmbeddablePage {
  return { shows: { parameter, value }, query: [{ name: parameter, value }, ...more] };
}
