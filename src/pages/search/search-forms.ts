import { alternates } from '#representations/negotiation/alternates.ts';
import { subscriptions, type Subscriptions } from '#representations/links/calendar-services.ts';
import { absoluteLinks, pathLinks, queryString, type Links } from '#representations/links/links.ts';
import type { Alternate } from '#representations/representation.ts';
import type { NamedValue } from '#search/query/request.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { Filter } from './search-chips.ts';
import type { LinkBudget } from '../lists/link-budget.ts';
import { alternatesOf } from '../lists/subscribe.ts';
import type { View } from '../frame/view.ts';

/** The queries of the same search for programs. */
export interface OtherForms {
  /** For feeds: all matches in one document. */
  readonly feeds: string;
  /** For the API, which requires a start. */
  readonly data: string;
}

/** Queries with their `?`. @param asked as of PageSearch */
export function otherForms(asked: readonly NamedValue[]): OtherForms {
  const hasStart = asked.some(({ name }) => name === 'from');
  return {
    feeds: queryString(asked.filter(({ name }) => name !== 'page' && name !== 'count')),
    data: queryString(hasStart ? asked : [{ name: 'from', value: 'today' }, ...asked]),
  };
}

/** With little room only two formats: data and calendar. */
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

/** Links to subscribe to a search, and to its data. */
export function elsewhere(forms: OtherForms, ways: Subscriptions, room: LinkBudget, view: View): Html {
  if (room === 'least') return NOTHING;
  const { messages, publication } = view;
  const { follow, search } = messages;
  const { feeds, data } = forms;
  const { webcal, google, outlook, office } = ways;
  const paths = pathLinks(publication);
  const isAll = room === 'ample';
  const others = isAll
    ? alternates('search', paths.talkSearch, feeds).filter(({ type }) => type !== 'text/calendar')
    : [];
  const onTheWeb = html`<li><a href="${google}">${follow.google}</a></li>
    <li><a href="${outlook}">${follow.outlook}</a></li>
    <li><a href="${office}">${follow.office}</a></li>`;
  return html`<section class="elsewhere">
    <h2>${search.forms}</h2>
    <p>${search.formsText}</p>
    <ul class="choices">
      <li><a href="${webcal}">${follow.apple}</a></li>
      ${onTheWeb}
      <li><a href="${paths.talkSearch}.ics${feeds}">${follow.file}</a></li>
    </ul>
    <p>${search.data}</p>
    <ul class="choices">
      <li><a href="${paths.talkSearch}.json${data}">JSON</a></li>
      ${isAll ? html`<li><a href="${paths.talkSearch}.xml${data}">XML</a></li>` : NOTHING}
      ${others.map(({ href, title: name }) => html`<li><a href="${href}">${name}</a></li> `)}
    </ul>
  </section> `;
}
