import { subscriptions, type Subscriptions } from '#representations/links/calendar-services.ts';
import { absoluteLinks, type Links, pathLinks, queryString } from '#representations/links/links.ts';
import { alternates } from '#representations/negotiation/alternates.ts';
import type { Alternate } from '#representations/representation.ts';
import { readDate } from '#search/query/civil-days.ts';
import type { NamedValue } from '#search/query/request.ts';
import { withoutTerms } from '#search/query/window.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import type { View } from '../frame/view.ts';
import { alternatesOf, asData, followMenu } from '../lists/subscribe.ts';
import type { Filter } from './search-chips.ts';
import type { LinkBudget } from './search-links.ts';

/** The queries of the same search in feeds and in the API. */
interface OtherForms {
  /** For feeds: all matches in one document. */
  readonly feeds: string;
  /** For the API, which requires a start. */
  readonly data: string;
}

/** The queries, each with its `?`. @param asked as in PageSearch */
export function otherForms(asked: readonly NamedValue[], { brand, dates, now }: View): OtherForms {
  const today = readDate(dates.isoDay(now.toISOString()))?.day ?? 0;
  const hasStart = asked.some(({ name }) => name === 'from');
  return {
    feeds: queryString(asked.filter(({ name }) => name !== 'page' && name !== 'count')),
    data: queryString(
      withoutTerms(hasStart ? asked : [{ name: 'from', value: 'today' }, ...asked], brand.terms, today),
    ),
  };
}

/** Number of formats that are linked if there is little room: data and calendar. */
const FEW = 2;

/** Links to other formats of the search, for the head of a page. */
export function searchAlternates({ feeds, data }: OtherForms, { publication }: View, room: LinkBudget): Alternate[] {
  if (room === 'least') return [];
  const list = { subject: 'search', address: (links: Links) => links.talkSearch, query: feeds } as const;
  return alternatesOf(publication, list, data).slice(0, room === 'little' ? FEW : undefined);
}

/** The name of a subscription to a search: its filters, without dates. */
export function feedTitle(filters: readonly Filter[], { brand, messages: { search } }: View): string {
  const labels = filters.filter(({ asked: { name } }) => name !== 'from' && name !== 'to').map(({ label }) => label);
  return labels.length === 0 ? `${brand.name}: ${search.homeTitle}` : labels.join(', ');
}

/** Ways to subscribe to a search. @param title its name in the reader's calendar */
export function subscriptionsTo({ feeds }: OtherForms, title: string, { publication }: View): Subscriptions {
  return subscriptions(`${absoluteLinks(publication).talkSearch}.ics${feeds}`, title);
}

/** A menu to follow a search, or, with a very long query, only its calendar. */
export function followSearch({ feeds }: OtherForms, ways: Subscriptions, room: LinkBudget, view: View): Html {
  const { messages, publication } = view;
  const calendar = `${absoluteLinks(publication).talkSearch}.ics${feeds}`;
  const feed = room === 'ample' ? `${pathLinks(publication).talkSearch}.atom${feeds}` : undefined;
  const to = room === 'least' ? { webcal: ways.webcal } : { ...ways, feed };
  return followMenu({ calendar, ...to }, messages.search.follow, messages);
}

/** Links to a search in machine-readable formats. */
export function searchAsData({ feeds, data }: OtherForms, room: LinkBudget, { messages, publication }: View): Html {
  if (room === 'least') return NOTHING;
  const { talkSearch } = pathLinks(publication);
  const others = alternates('search', talkSearch, feeds).map(({ href, title }) => [href, title] as const);
  const few = [[`${talkSearch}.json${data}`, 'JSON'] as const, ...others.slice(0, 1)];
  const all = [...few.slice(0, 1), [`${talkSearch}.xml${data}`, 'XML'] as const, ...others];
  return asData(room === 'ample' ? all : few, messages);
}

/** A link to the page for putting a list on another site. @param asked the query of the list */
export function toOtherSites(asked: readonly NamedValue[], { links, messages }: View): Html {
  const list = asked.filter(({ name }) => name !== 'page');
  return html`<p class="to-other-sites"><a href="${links.embed(list)}">${messages.embed.here}</a></p>`;
}
