import {
  calendarHead,
  activeFilters,
  followCalendar,
  keyHints,
  type ShownFilters,
  type CalendarPlaces,
  type CalendarTurns,
  type NameOf,
} from './calendar-frame.ts';
import { dayForm } from './calendar-day.ts';
import { emptyState } from '../frame/empty-state.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { nearestTalks, type Nearest } from './nearest-talks.ts';
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
  readonly table: Html;
}

/** A calendar that is a table: what stands above and below it is the same for all. */
export function calendarDocument(content: CalendarContent, calendar: Calendar, view: View): string {
  const { places, filters, nameOf, nearest } = content;
  const { kind, at, title, first, last, none } = calendar;
  const address = (one: string, asked = filters): string => view.links[kind](one, asked);
  const turn = (to: string | undefined, label: string) => (to === undefined ? undefined : { label, href: address(to) });
  const turns = {
    previous: turn(content.turns.previous, calendar.labels.previous),
    current: turn(content.turns.current, calendar.labels.current),
    next: turn(content.turns.next, calendar.labels.next),
  };
  const room = linkBudgetFor(filters);
  const shown = [{ name: 'from', value: first }, { name: 'to', value: last }, ...filters];
  const canonical = (links: View['links']): string => links[kind](at);
  const below = activeFilters({ view, filters, nameOf, href: (one) => address(at, one) });
  const noTalks =
    none === undefined
      ? NOTHING
      : emptyState(
          none,
          nearestTalks(nearest, (one) => address(one), view),
        );
  return htmlDocument(view, {
    title,
    canonical,
    alternates: searchAlternates(otherForms(shown), view, room),
    openGraph: sharedTitle(title, canonical, view),
    current: 'calendar',
    kind: 'calendar-page',
    robots: 'noindex',
    wide: true,
    content: html`${calendarHead({ view, title, kind, places, turns, filters, below })} ${noTalks} ${calendar.table}
    ${keyHints(view)} ${dayForm(filters, room, view)} ${followCalendar({ view, filters, room, nameOf })}`,
  });
}
