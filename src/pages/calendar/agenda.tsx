import {
  CalendarHead,
  Filtered,
  FollowCalendar,
  type ShownFilters,
  type CalendarPlaces,
  type NameOf,
} from './calendar-frame.tsx';
import { EmptyState } from '../frame/empty-state.tsx';
import { htmlDocument } from '../frame/layout.tsx';
import { Pager } from '../frame/pager.tsx';
import { linkBudgetFor } from '../lists/link-budget.ts';
import { otherForms, searchAlternates } from '../search/search-forms.ts';
import { TalksHere } from '../lists/talk-list.tsx';
import { sharedTitle } from '../frame/shared-page.ts';
import type { View } from '../frame/view.ts';

export interface AgendaContent {
  /** The first day, `yyyy-mm-dd`. */
  readonly from: string;
  /** How many talks are on this page; the server puts them in, under headings for their days. */
  readonly shown: number;
  /** As it was asked for, from 1; may be past the last. */
  readonly page: number;
  readonly turns: AgendaTurns;
  /** The days asked for, as they were asked. */
  readonly days: ShownFilters;
  readonly filters: ShownFilters;
  /** All that was asked, but the number of the page. */
  readonly asked: ShownFilters;
  readonly nameOf: NameOf;
  readonly places: CalendarPlaces;
}

/** The pages beside this one: where more talks are asked for than a page shows, they are smaller. */
interface AgendaTurns {
  /** From 1; may be past the last. */
  readonly page: number;
  readonly pages: number;
  /** How many talks of it stand before what was asked for, and are not shown. */
  readonly skipped: number;
  /** All that was asked, but the number of the page. */
  readonly asked: ShownFilters;
}

/** Talks one after the other under their days: a calendar for small screens, and for those who read on. */
export function agendaPage(content: AgendaContent, view: View): string {
  const { from, shown, page, days, filters, asked } = content;
  const { messages, links } = view;
  const { calendar } = messages.browse;
  const room = linkBudgetFor(filters);
  const isDated = asked.some(({ name }) => name === 'from');
  const shownHere = [
    ...(isDated ? [] : [{ name: 'from', value: 'today' }]),
    ...asked,
    ...(page === 1 ? [] : [{ name: 'page', value: String(page) }]),
  ];
  return htmlDocument(view, {
    title: calendar.titleOfAgenda,
    canonical: (one) => one.agenda(),
    alternates: searchAlternates(otherForms(shownHere), view, room),
    openGraph: sharedTitle(calendar.titleOfAgenda, (one) => one.agenda(), view),
    current: 'calendar',
    kind: 'agenda-page',
    robots: 'noindex',
    children: (
      <>
        <CalendarHead
          view={view}
          title={calendar.titleOfAgenda}
          kind="agenda"
          places={content.places}
          turns={NO_TURNS}
          filters={filters}
        >
          <Filtered
            view={view}
            filters={filters}
            nameOf={content.nameOf}
            href={(one) => links.agenda([...days, ...one])}
          />
        </CalendarHead>
        <h2>{calendar.from(view.dates.longDate(from))}</h2>
        {shown === 0 ? <EmptyState title={calendar.noneInAgenda} /> : <TalksHere />}
        <Pager
          page={content.turns.page}
          pages={content.turns.pages}
          skipped={content.turns.skipped}
          href={(one) => links.agenda([...content.turns.asked, { name: 'page', value: String(one) }])}
          messages={messages}
        />
        <FollowCalendar view={view} filters={filters} room={room} nameOf={content.nameOf} />
      </>
    ),
  });
}

const NO_TURNS = { previous: undefined, current: undefined, next: undefined };
