import type { ComponentChildren } from 'preact';
import type { PageLinks } from '#representations/links/page-links.ts';
import {
  CalendarHead,
  Filtered,
  FollowCalendar,
  Keys,
  type ShownFilters,
  type CalendarPlaces,
  type CalendarTurns,
  type NameOf,
} from './calendar-frame.tsx';
import { DayForm } from './calendar-day.tsx';
import { EmptyState } from '../frame/empty-state.tsx';
import { htmlDocument } from '../frame/layout.tsx';
import { NearestTalks, type Nearest } from './nearest-talks.tsx';
import { linkBudgetFor } from '../lists/link-budget.ts';
import { otherForms, searchAlternates } from '../search/search-forms.ts';
import { sharedTitle } from '../frame/shared-page.ts';
import type { View } from '../frame/view.ts';

/** What a month and a week have besides their days. */
export interface CalendarContent {
  /** `yyyy-mm-dd` */
  readonly today: string;
  /** Those beside this one, and the one that today is in; undefined where there is none to go to. */
  readonly turns: {
    readonly previous: string | undefined;
    readonly next: string | undefined;
    readonly current: string;
  };
  readonly places: CalendarPlaces;
  readonly filters: ShownFilters;
  readonly nameOf: NameOf;
  readonly nearest: Nearest;
}

interface Calendar {
  readonly kind: 'month' | 'week';
  /** Which one: `yyyy-mm` or `yyyy-Www`. */
  readonly at: string;
  readonly title: string;
  /** Its first and its last day, `yyyy-mm-dd`. */
  readonly first: string;
  readonly last: string;
  /** What is said where it has no talk; undefined where it has. */
  readonly none: string | undefined;
  readonly labels: Readonly<Record<keyof CalendarTurns, string>>;
  readonly table: () => ComponentChildren;
}

const ADDRESSES: Readonly<Record<Calendar['kind'], (links: PageLinks, at: string, filters: ShownFilters) => string>> = {
  month: (links, month, filters) => links.month(month, filters),
  week: (links, week, filters) => links.week(week, filters),
};

/** A calendar that is a table: what stands above and below it is the same for all. */
export function calendarDocument(content: CalendarContent, calendar: Calendar, view: View): string {
  const { places, filters, nameOf, nearest } = content;
  const { kind, at, title, first, last, none } = calendar;
  const address = (one: string, asked = filters): string => ADDRESSES[kind](view.links, one, asked);
  const turn = (to: string | undefined, label: string) => (to === undefined ? undefined : { label, href: address(to) });
  const turns = {
    previous: turn(content.turns.previous, calendar.labels.previous),
    current: turn(content.turns.current, calendar.labels.current),
    next: turn(content.turns.next, calendar.labels.next),
  };
  const room = linkBudgetFor(filters);
  const shown = [{ name: 'from', value: first }, { name: 'to', value: last }, ...filters];
  const canonical = (links: View['links']): string => ADDRESSES[kind](links, at, []);
  return htmlDocument(view, {
    title,
    canonical,
    alternates: searchAlternates(otherForms(shown), view, room),
    openGraph: sharedTitle(title, canonical, view),
    current: 'calendar',
    kind: 'calendar-page',
    robots: 'noindex',
    wide: true,
    children: (
      <>
        <CalendarHead view={view} title={title} kind={kind} places={places} turns={turns} filters={filters}>
          <Filtered view={view} filters={filters} nameOf={nameOf} href={(one) => address(at, one)} />
        </CalendarHead>
        {none !== undefined && (
          <EmptyState title={none}>
            <NearestTalks view={view} nearest={nearest} href={(one) => address(one)} />
          </EmptyState>
        )}
        {calendar.table()}
        <Keys view={view} />
        <DayForm view={view} filters={filters} room={room} />
        <FollowCalendar view={view} filters={filters} room={room} nameOf={nameOf} />
      </>
    ),
  });
}
