import type { NamedValue } from '#search/query/request.ts';
import type { WhenForm } from '#search/query/value-forms.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { pager } from '../frame/pager.ts';
import { TALK_LISTING } from '../fragments.ts';
import type { View } from '../frame/view.ts';

/** How many talks a page lists, and how many there are. The server inserts the talks themselves. */
interface TalkPart {
  readonly total: number;
  readonly shown: number;
}

/** A page of the talks of a series, person, place and so on. */
export interface ListedTalks {
  /** Which of them this page lists. The first page of upcoming talks also shows the latest past ones. */
  readonly when: WhenForm;
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  /** Talks per page. */
  readonly count: number;
  /** Upcoming talks, in order: the first list of the page, if any are shown. */
  readonly upcoming: TalkPart;
  /** Past talks, latest first: the second list. */
  readonly past: TalkPart;
}

export type Query = readonly NamedValue[];

interface ListedProps {
  readonly list: ListedTalks;
  readonly view: View;
  /** The address of this page with another query. */
  readonly href: (query: Query) => string;
}

/** Upcoming talks, then past ones. */
export function talkSections({ list, view, href }: ListedProps): Html {
  const { when, page, count, upcoming, past } = list;
  const { group } = view.messages.browse;
  const pages = Math.ceil((when === 'past' ? past.total : upcoming.total) / count);
  const turns = pager({ page, pages, href: (one) => href(listQuery(when, one)), messages: view.messages });
  if (when === 'past')
    return html`<section class="listed">
      <h2>${group.past}</h2>
      ${talkSection(past, group.nonePast, view)} ${turns}
      <p><a href="${href([])}">${upcoming.total === 0 ? group.upcoming : group.allUpcoming(upcoming.total)}</a></p>
    </section>`;
  return html`<section class="listed">
      <h2>${group.upcoming}</h2>
      ${talkSection(upcoming, group.noneUpcoming, view)} ${turns}
    </section>
    ${past.total > 0 ? latestPast(past, href, view) : NOTHING}`;
}

function latestPast({ total, shown }: TalkPart, href: ListedProps['href'], view: View): Html {
  const { group } = view.messages.browse;
  const all = html`<p><a href="${href(listQuery('past', 1))}">${group.allPast(total)}</a></p>`;
  return html`<section class="listed">
    <h2>${group.past}</h2>
    ${shown > 0 ? TALK_LISTING : NOTHING} ${total > shown ? all : NOTHING}
  </section>`;
}

function talkSection(part: TalkPart, none: string, view: View): Html {
  if (part.shown > 0) return TALK_LISTING;
  return html`<p class="none">${part.total === 0 ? none : view.messages.browse.group.noneOnPage}</p>`;
}

/** The query of a page of talks; empty for the first page of upcoming talks. */
export function listQuery(when: WhenForm, page: number): Query {
  return [
    ...(when === 'upcoming' ? [] : [{ name: 'when', value: when }]),
    ...(page === 1 ? [] : [{ name: 'page', value: String(page) }]),
  ];
}

/**
 * Links to the same talks in the search and in a calendar, and to the form for putting them on another site.
 * @param filters the search parameters that find them
 * @param month `yyyy-mm`
 */
export function otherViews(filters: Query, month: string, view: View): Html {
  const { group } = view.messages.browse;
  return html`<ul class="choices">
    <li><a href="${view.links.search(filters)}">${group.search}</a></li>
    <li><a href="${view.links.month(month, filters)}">${group.inCalendar}</a></li>
    <li><a href="${view.links.embed(filters)}">${view.messages.embed.here}</a></li>
  </ul>`;
}
