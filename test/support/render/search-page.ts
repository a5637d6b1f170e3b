import assert from 'node:assert/strict';
import type { FoundContent } from '#pages/search/search-content.ts';
import { searchPage } from '#pages/search/search.ts';
import type { NamedValue } from '#search/query/request.ts';
import { fragmentsText } from './page-text.ts';
import { testView } from './view.ts';

/** Search pages, and the parameters of their links. */

export const SLUG = 'd95be2ef-10bb-43d3-a46c-99dccf7151a0';
export const TOPIC = 'http://topics.example.org/moss?form=dry&wet';

/** One value for every parameter. */
export const ASKED: readonly NamedValue[] = [
  { name: 'from', value: '2015-10-01' },
  { name: 'to', value: 'plus30' },
  { name: 'q', value: 'moss & "dark"' },
  { name: 'speaker', value: SLUG },
  { name: 'series', value: SLUG },
  { name: 'venue', value: 'place:1000' },
  { name: 'subvenues', value: 'true' },
  { name: 'organising_department', value: 'place:2000' },
  { name: 'subdepartments', value: 'false' },
  { name: 'topic', value: TOPIC },
  { name: 'order', value: 'relevance' },
  { name: 'count', value: '25' },
  { name: 'cancelled', value: 'omit' },
];

/** Few enough parameters that the page has links. */
export const BRIEF: readonly NamedValue[] = ASKED.filter(({ name }) =>
  ['from', 'q', 'organising_department', 'order', 'count', 'cancelled'].includes(name),
);

export const DAY = Date.parse('2015-10-01') / 86_400_000;

/** The content of a search page, in which tests override what they check. */
export function content(more: Partial<FoundContent> = {}): FoundContent {
  return {
    asked: [],
    nameOf: (parameter, value) => `${parameter} ${value}`,
    counts: { usual: 20, most: 25 },
    days: { from: undefined, to: undefined },
    month: '2015-10',
    total: 1234,
    shown: 20,
    goingOn: 0,
    page: 1,
    count: 20,
    skipped: 0,
    turned: more.asked ?? [],
    names: [],
    facets: [],
    attributes: [],
    ways: [],
    shortcuts: [],
    term: undefined,
    isRanked: false,
    isLatestFirst: false,
    reach: 'upcoming',
    ...more,
  };
}

/** The parameters of a link, as sorted `name=value` pairs. */
export function askedBy(href: string | undefined): string[] {
  const url = new URL(href ?? '', 'https://talks.example.org');
  assert.equal(url.pathname, '/search');
  return [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort();
}

export const view = testView({ here: '/search' });

export function page(found: FoundContent, here = view): string {
  return fragmentsText(searchPage(found, here));
}

/** The search for `BRIEF`, on its second page. */
export const brief = content({ asked: BRIEF, days: { from: DAY, to: undefined }, isRanked: true, page: 2, count: 25 });

/** The search for `ASKED`, on its second page. */
export const full = content({ asked: ASKED, days: { from: DAY, to: DAY + 30 }, isRanked: true, page: 2, count: 25 });

/** Parameters in the form that `askedBy` returns. */
export function asked(values: readonly NamedValue[]): string[] {
  return values.map(({ name, value }) => `${name}=${value}`).sort();
}
