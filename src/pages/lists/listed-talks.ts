import type { NamedValue } from '#search/query/request.ts';
import type { WhenForm } from '#search/query/value-forms.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { pager } from '../frame/pager.ts';
import { TALK_LISTING } from '../fragments.ts';
import type { View } from '../frame/view.ts';

/** How many talks a page lists of those that there are. The talks themselves are put in by the server. */
export interface TalkPart {
  readonly total: number;
  readonly shown: number;
}

/** The talks of a series, a person, a place and so on, a page of them. */
export interface ListedTalks {
  /** Which of them this page is about. On the first page of those to come stand the latest past ones too. */
  readonly when: WhenForm;
  /** From 1; may be past the last. */
  readonly page: number;
  /** Talks on a page. */
  readonly count: number;
  /** Those to come, in order: the first list of the page, if any of them are shown. */
  readonly upcoming: TalkPart;
  /** Those that were, the latest first: the other list. */
  readonly past: TalkPart;
}

export type Query = readonly NamedValue[];

interface ListedProps {
  readonly list: ListedTalks;
  readonly view: View;
  /** This page with a question of its own. */
  readonly href: (query: Query) => string;
}

/** Talks to come, and then those that were. */
export function talkSections({ list, view, href }: ListedProps): Html {
  const { when, page, count, upcoming, past } = list;
  const { group } = view.messages.browse;
  const pages = Math.ceil((when === 'past' ? past.total : upcoming.total) / count);
  const turns = pager({ page, pages, href: (one) => href(queryOf(when, one)), messages: view.messages });
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
  const all = html`<p><a href="${href(queryOf('past', 1))}">${group.allPast(total)}</a></p>`;
  return html`<section class="listed">
    <h2>${group.past}</h2>
    ${shown > 0 ? TALK_LISTING : NOTHING} ${total > shown ? all : NOTHING}
  </section>`;
}

function talkSection(part: TalkPart, none: string, view: View): Html {
  if (part.shown > 0) return TALK_LISTING;
  return html`<p class="none">${part.total === 0 ? none : view.messages.browse.group.noneOnPage}</p>`;
}

/** What a page of talks is asked for by: nothing for the first of those to come. */
export function queryOf(when: WhenForm, page: number): Query {
  return [
    ...(when === 'upcoming' ? [] : [{ name: 'when', value: when }]),
    ...(page === 1 ? [] : [{ name: 'page', value: String(page) }]),
  ];
}

/**
 * The same talks elsewhere: where they can be searched, and in a calendar.
 * @param filters what a search has to ask for to find them
 * @param month `yyyy-mm`
 */
export function otherViews(filters: Query, month: string, view: View): Html {
  const { group } = view.messages.browse;
  return html`<ul class="choices">
    <li><a href="${view.links.search(filters)}">${group.search}</a></li>
    <li><a href="${view.links.month(month, filters)}">${group.inCalendar}</a></li>
  </ul>`;
}
