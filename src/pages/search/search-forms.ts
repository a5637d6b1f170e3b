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

/** The same question in the forms that programs take over. */
export interface OtherForms {
  /** Of feeds: all that match, on one page. */
  readonly feeds: string;
  /** Of the interface, which wants to be told from when on. */
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

/** Where there is little room: as data, and as a calendar. */
const FEW = 2;

/** The same question in other forms, for the head of its page. */
export function searchAlternates({ feeds, data }: OtherForms, { publication }: View, room: LinkBudget): Alternate[] {
  if (room === 'least') return [];
  const list = { subject: 'search', address: (links: Links) => links.talkSearch, query: feeds } as const;
  return alternatesOf(publication, list, data).slice(0, room === 'little' ? FEW : undefined);
}

/** What the reader's calendar calls a search: what is asked of its talks, but when they are. */
export function feedTitle(filters: readonly Filter[], { brand, messages: { search } }: View): string {
  const labels = filters.filter(({ asked: { name } }) => name !== 'from' && name !== 'to').map(({ label }) => label);
  return labels.length === 0 ? `${brand.name}: ${search.homeTitle}` : labels.join(', ');
}

/** Ways to follow a search. @param title what the reader's calendar calls it */
export function subscriptionsTo({ feeds }: OtherForms, title: string, { publication }: View): Subscriptions {
  return subscriptions(`${absoluteLinks(publication).talkSearch}.ics${feeds}`, title);
}

/** A search where it can be followed, and as data. */
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
