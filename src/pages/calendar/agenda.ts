import {
  calendarHead,
  activeFilters,
  followCalendar,
  type ShownFilters,
  type CalendarPlaces,
  type NameOf,
} from './calendar-frame.ts';
import { termNote } from './dates.ts';
import { otherForms, searchAlternates, searchAsData, toOtherSites } from '../search/search-forms.ts';
import { emptyState, pager } from '../frame/parts.ts';
import { html, NOTHING } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { linkBudgetFor } from '../search/search-links.ts';
import { TALK_LISTING } from '../fragments.ts';
import { sharedTitle } from '../frame/shared-page.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

export interface AgendaContent {
  /** The first day, `yyyy-mm-dd`. */
  readonly from: string;
  /** How many talks this page shows; the server inserts them, under headings for their days. */
  readonly shown: number;
  /** How many earlier talks go on into the first day; the server inserts them above the others, with a heading. */
  readonly goingOn: number;
  /** The requested page, from 1; may be past the last page. */
  readonly page: number;
  readonly turns: AgendaTurns;
  /** The parameters of the requested days, as given. */
  readonly days: ShownFilters;
  readonly filters: ShownFilters;
  /** All parameters except the page number. */
  readonly asked: ShownFilters;
  readonly nameOf: NameOf;
  readonly places: CalendarPlaces;
}

/** The neighbouring pages. They are smaller than requested if more talks were requested than a page shows. */
interface AgendaTurns {
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  readonly pages: number;
  /** How many talks of the page come before the requested ones and are not shown. */
  readonly skipped: number;
  /** All parameters except the page number. */
  readonly asked: ShownFilters;
}

/** Talks listed by day, for small screens and for continuous reading. */
export function agendaPage(content: AgendaContent, view: View): string {
  const { from, shown, goingOn, page, turns, days, filters, asked, nameOf } = content;
  const { messages, links } = view;
  const { calendar } = messages.browse;
  const room = linkBudgetFor(filters);
  const isDated = asked.some(({ name }) => name === 'from');
  const shownHere = [
    ...(isDated ? [] : [{ name: 'from', value: 'today' }]),
    ...asked,
    ...(page === 1 ? [] : [{ name: 'page', value: String(page) }]),
  ];
  const head = calendarHead({
    view,
    title: calendar.titleOfAgenda,
    kind: 'agenda',
    places: content.places,
    turns: NO_TURNS,
    filters,
    day: from,
    follow: followCalendar({ view, filters, room, nameOf }),
    below: activeFilters({ view, filters, nameOf, href: (one) => links.agenda([...days, ...one]) }),
  });
  return htmlDocument(view, {
    title: calendar.titleOfAgenda,
    canonical: (one) => one.agenda(),
    alternates: searchAlternates(otherForms(shownHere, view), view, room),
    openGraph: sharedTitle(calendar.titleOfAgenda, (one) => one.agenda(), view),
    current: 'calendar',
    kind: 'agenda-page',
    robots: 'noindex',
    content: html`${head}
      <h2>${insert(calendar.from, { day: view.dates.longDate(from) })}${termNote(from, view.dates)}</h2>
      ${shown + goingOn > 0 ? TALK_LISTING : emptyState(calendar.noneInAgenda)}
      ${pager({ ...turns, href: (one) => links.agenda([...turns.asked, { name: 'page', value: String(one) }]), messages })}
      ${room === 'least' ? NOTHING : toOtherSites(filters, view)} ${searchAsData(otherForms(filters, view), room, view)}`,
  });
}

const NO_TURNS = { previous: undefined, current: undefined, next: undefined };
