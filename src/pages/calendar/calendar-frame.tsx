import type { ComponentChildren } from 'preact';
import { queryString, type Links } from '#representations/links/links.ts';
import type { NamedValue } from '#search/query/request.ts';
import { Chips, type Chip } from '../frame/chips.tsx';
import { PageHeader } from '../frame/page-header.tsx';
import type { LinkBudget } from '../lists/link-budget.ts';
import { filtersOf } from '../search/search-chips.ts';
import { feedTitle } from '../search/search-forms.ts';
import { shortened } from '../frame/shortened.ts';
import { Subscribe } from '../lists/subscribe.tsx';
import type { View } from '../frame/view.ts';

/** Which talks a calendar shows: those that carry all of this, a query without days. */
export type ShownFilters = readonly NamedValue[];

/** How a value of a filter is called; itself where it has no name. */
export type NameOf = (parameter: string, value: string) => string;

export type CalendarKind = 'month' | 'week' | 'agenda';

/** The same talks in the other kinds of calendar. */
export interface CalendarPlaces {
  /** `yyyy-mm` */
  readonly month: string;
  /** `yyyy-Www` */
  readonly week: string;
  /** The first day of the agenda, `yyyy-mm-dd`; null for today. */
  readonly agenda: string | null;
}

/** The calendar of one kind before this one, that of today, and the one after; undefined where there is none. */
export interface CalendarTurns {
  readonly previous: CalendarTurn | undefined;
  readonly current: CalendarTurn | undefined;
  readonly next: CalendarTurn | undefined;
}

export interface CalendarTurn {
  readonly href: string;
  readonly label: string;
}

interface CalendarHeadProps {
  readonly view: View;
  readonly title: string;
  readonly kind: CalendarKind;
  readonly places: CalendarPlaces;
  readonly turns: CalendarTurns;
  readonly filters: ShownFilters;
  readonly children?: ComponentChildren;
}

/** What stands above a calendar: its title, the other kinds, and the way back and forth in time. */
export function CalendarHead({ view, title, kind, places, turns, filters, children }: CalendarHeadProps) {
  return (
    <PageHeader title={title} isOurs messages={view.messages}>
      <div class="calendar-bar">
        <Kinds view={view} kind={kind} places={places} filters={filters} />
        <Turns view={view} turns={turns} />
      </div>
      {children}
    </PageHeader>
  );
}

function Kinds({ view, kind, places, filters }: Pick<CalendarHeadProps, 'view' | 'kind' | 'places' | 'filters'>) {
  const { calendar } = view.messages.browse;
  const from = places.agenda === null ? [] : [{ name: 'from', value: places.agenda }];
  const kinds: readonly (readonly [CalendarKind, string, string])[] = [
    ['month', calendar.month, view.links.month(places.month, filters)],
    ['week', calendar.week, view.links.week(places.week, filters)],
    ['agenda', calendar.agenda, view.links.agenda([...from, ...filters])],
  ];
  return (
    <nav class="calendar-kinds" aria-label={calendar.views}>
      <ul>
        {kinds.map(([key, label, href]) => (
          <li key={key}>
            <a href={href} aria-current={key === kind ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Turns({ view, turns }: { readonly view: View; readonly turns: CalendarTurns }) {
  const { previous, current, next } = turns;
  return (
    <nav class="calendar-turns" aria-label={view.messages.browse.calendar.turn}>
      <ul>
        {previous !== undefined && (
          <li>
            <a rel="prev" href={previous.href}>
              {previous.label}
            </a>
          </li>
        )}
        {current !== undefined && (
          <li>
            <a href={current.href}>{current.label}</a>
          </li>
        )}
        {next !== undefined && (
          <li>
            <a rel="next" href={next.href}>
              {next.label}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface FilteredProps {
  readonly view: View;
  readonly filters: ShownFilters;
  readonly nameOf: NameOf;
  /** The same calendar with other filters. */
  readonly href: (filters: ShownFilters) => string;
}

/** What is asked of the talks, each to be taken away, and the way to where more can be asked. */
export function Filtered({ view, filters, nameOf, href }: FilteredProps) {
  if (filters.length === 0) return null;
  const shown = filters.length * queryString(filters).length > MOST_CHARACTERS ? [] : filters;
  const chips = filtersOf({ asked: shown, nameOf, days: NO_DAYS }, view).map(({ asked, kind, label }): Chip => ({
    key: `${asked.name} ${asked.value}`,
    ...(kind === '' ? {} : { kind }),
    label: shortened(label, LONGEST_CHIP),
    without: href(filters.filter((one) => one !== asked)),
  }));
  return (
    <div class="calendar-filtered">
      <Chips chips={chips} messages={view.messages} />
      <p>
        <a href={view.links.search(filters)}>{view.messages.browse.calendar.change}</a>
      </p>
    </div>
  );
}

/** Of all chips, each of which holds the others; where they are more, the search page has them. */
const MOST_CHARACTERS = 4_000;
/** Bytes of a name. */
const LONGEST_CHIP = 100;
const NO_DAYS = { from: undefined, to: undefined };

/** Ways to follow a calendar: not the days that are shown, which are soon over, but what comes. */
export function FollowCalendar({
  view,
  filters,
  room,
  nameOf,
}: Omit<FilteredProps, 'href'> & { readonly room: LinkBudget }) {
  if (room === 'least') return null;
  const list = {
    subject: 'search',
    title: feedTitle(filtersOf({ asked: filters, nameOf, days: NO_DAYS }, view), view),
    address: (links: Links) => links.talkSearch,
    query: queryString(filters),
  } as const;
  const isBrief = room === 'little';
  return <Subscribe list={list} view={view} text={view.messages.browse.calendar.follow} isBrief={isBrief} />;
}

/** How the keyboard moves in a calendar: shown by the script that makes it so, in a place that is kept for it. */
export function Keys({ view }: { readonly view: View }) {
  return (
    <p class="quiet calendar-keys" data-calendar-keys="shown">
      {view.messages.browse.calendar.keys}
    </p>
  );
}
