import { queryString, type Links } from '#representations/links/links.ts';
import type { NamedValue } from '#search/query/request.ts';
import { type Chip, chipList, filtersOf } from '../search/search-chips.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { calendarForm } from './calendar-form.ts';
import { pageHeader } from '../frame/page-header.ts';
import { type LinkBudget, linkBudgetFor } from '../search/search-links.ts';
import { feedTitle } from '../search/search-forms.ts';
import { shortened } from '../frame/shortened.ts';
import { follow } from '../lists/follow-menu.ts';
import type { View } from '../frame/view.ts';

/** The filters of a calendar: a query without dates. */
export type ShownFilters = readonly NamedValue[];

/** The display name of a filter value; the value itself if it has none. */
export type NameOf = (parameter: string, value: string) => string;

export type CalendarKind = 'month' | 'week' | 'day' | 'rooms' | 'agenda';

/** The addresses of calendars of a period, in months, weeks or days. */
export const ADDRESSES: Readonly<
  Record<Exclude<CalendarKind, 'agenda'>, (links: View['links'], at: string, filters?: ShownFilters) => string>
> = {
  month: (links, at, filters) => links.month(at, filters),
  week: (links, at, filters) => links.week(at, filters),
  day: (links, at, filters) => links.calendarDay(at, filters),
  rooms: (links, at, filters) => links.calendarRooms(at, filters),
};

/** The periods in which the other kinds of calendar show the same talks. */
export interface CalendarPlaces {
  /** `yyyy-mm` */
  readonly month: string;
  /** `yyyy-Www` */
  readonly week: string;
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** The first day of the agenda, `yyyy-mm-dd`; null for today. */
  readonly agenda: string | null;
}

/** Links to the previous and next calendar of this kind, and to today's; undefined if there is none. */
export interface CalendarTurns {
  readonly previous: CalendarTurn | undefined;
  readonly current: CalendarTurn | undefined;
  readonly next: CalendarTurn | undefined;
}

interface CalendarTurn {
  readonly href: string;
  readonly label: string;
}

interface CalendarHeadProps {
  readonly view: View;
  readonly title: string;
  /** Beside the title; `''` for nothing. */
  readonly beside?: string | undefined;
  readonly kind: CalendarKind;
  readonly places: CalendarPlaces;
  readonly turns: CalendarTurns;
  readonly filters: ShownFilters;
  /** A day of the calendar, `yyyy-mm-dd`, for the form that leads to other days. */
  readonly day: string;
  /** Ways to subscribe, beside the other kinds. */
  readonly follow: Html;
  /** Content below the navigation. */
  readonly below: Html;
}

/** The head of a calendar: its title, links to the other kinds, and navigation back and forth in time. */
export function calendarHead({
  view,
  title,
  beside = '',
  kind,
  places,
  turns,
  filters,
  day,
  follow,
  below,
}: CalendarHeadProps): Html {
  const hasForm = linkBudgetFor(filters) === 'ample' && filters.length < 5;
  return pageHeader({
    title,
    isOurs: true,
    messages: view.messages,
    below: html`${beside === '' ? NOTHING : html`<p class="calendar-beside"><bdi>${beside}</bdi></p>`}${turnNav(turns, view)}
      <div class="calendar-bar">
        ${kindNav({ view, kind, places, filters })}
        ${hasForm ? calendarForm({ view, kind, day, filters }) : NOTHING}${follow}
      </div>
      ${below}`,
  });
}

function kindNav({
  view,
  kind,
  places,
  filters,
}: Pick<CalendarHeadProps, 'view' | 'kind' | 'places' | 'filters'>): Html {
  const { calendar } = view.messages.browse;
  const from = places.agenda === null ? [] : [{ name: 'from', value: places.agenda }];
  const kinds: readonly (readonly [CalendarKind, string, string])[] = [
    ['month', calendar.month, view.links.month(places.month, filters)],
    ['week', calendar.week, view.links.week(places.week, filters)],
    ['day', calendar.day, view.links.calendarDay(places.day, filters)],
    ['rooms', calendar.rooms, view.links.calendarRooms(places.day, filters)],
    ['agenda', calendar.agenda, view.links.agenda([...from, ...filters])],
  ];
  return html`<nav class="calendar-kinds" aria-label="${calendar.views}">
    <ul>
      ${kinds.map(
        ([key, label, href]) =>
          html`<li><a href="${href}" ${key === kind ? html`aria-current="page"` : NOTHING}>${label}</a></li>`,
      )}
    </ul>
  </nav>`;
}

function turnNav(turns: CalendarTurns, view: View): Html {
  const { previous, current, next } = turns;
  return html`<nav class="calendar-turns" aria-label="${view.messages.browse.calendar.turn}">
    <ul>
      ${previous !== undefined ? html`<li><a rel="prev" href="${previous.href}">${previous.label}</a></li>` : NOTHING}
      ${current !== undefined ? html`<li><a href="${current.href}">${current.label}</a></li>` : NOTHING}
      ${next !== undefined ? html`<li><a rel="next" href="${next.href}">${next.label}</a></li>` : NOTHING}
    </ul>
  </nav>`;
}

interface FilteredProps {
  readonly view: View;
  readonly filters: ShownFilters;
  readonly nameOf: NameOf;
  /** The address of the same calendar with other filters. */
  readonly href: (filters: ShownFilters) => string;
}

/** The active filters as removable chips. */
export function activeFilters({ view, filters, nameOf, href }: FilteredProps): Html {
  if (filters.length === 0) return NOTHING;
  const shown = filters.length * queryString(filters).length > MAX_CHARACTERS ? [] : filters;
  const chips = filtersOf({ asked: shown, nameOf }, view).map(({ asked, kind, label }): Chip => ({
    kind,
    label: shortened(label, LONGEST_CHIP),
    without: href(filters.filter((one) => one !== asked)),
  }));
  return html`<div class="calendar-filtered">${chipList(chips, view.messages)}</div>`;
}

/** Maximum characters of all links of chips: each contains all other filters. If there are more, no chips are shown. */
const MAX_CHARACTERS = 4_000;
/** Maximum bytes of a name. */
const LONGEST_CHIP = 100;

/** Ways to subscribe to a calendar: to upcoming talks, not only to the days shown. */
export function followCalendar({
  view,
  filters,
  room,
  nameOf,
}: Omit<FilteredProps, 'href'> & { readonly room: LinkBudget }): Html {
  if (room === 'least') return NOTHING;
  const list = {
    subject: 'search',
    title: feedTitle(filtersOf({ asked: filters, nameOf }, view), view),
    address: (links: Links) => links.talkSearch,
    query: queryString(filters),
  } as const;
  const isBrief = room === 'little';
  return follow({ list, view, text: view.messages.browse.calendar.follow, isBrief });
}

/** Help for keyboard navigation. The script that implements it reveals the text, in space reserved for it. */
export function keyHints(view: View): Html {
  return html`<p class="quiet calendar-keys" data-calendar-keys="shown">${view.messages.browse.calendar.keys}</p>`;
}
