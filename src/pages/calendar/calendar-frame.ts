import { type Links, queryString } from '#representations/links/links.ts';
import type { NamedValue } from '#search/query/request.ts';
import { html, type Html, NOTHING } from '../frame/html.ts';
import { pageHeader } from '../frame/parts.ts';
import type { View } from '../frame/view.ts';
import { shortened } from '../frame/words.ts';
import { follow } from '../lists/subscribe.ts';
import { type Chip, chipList, filtersOf } from '../search/search-chips.ts';
import { feedTitle } from '../search/search-forms.ts';
import { type LinkBudget, linkBudgetFor } from '../search/search-links.ts';

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

interface CalendarFormProps {
  readonly view: View;
  /** Which calendar it is: `month`, `week` or `agenda`. */
  readonly kind: string;
  /** A day of the current calendar: `yyyy-mm-dd`. */
  readonly day: string;
  readonly filters: readonly NamedValue[];
}

/** A form, folded, to go to another day in the same kind of calendar and to search for words; it keeps the other filters. */
function calendarForm({ view, kind, day, filters }: CalendarFormProps): Html {
  const { links, messages, language, languageInAddress } = view;
  const { search, browse } = messages;
  const [action = ''] = links.calendar().split('?', 1);
  const words = filters.find(({ name }) => name === 'q')?.value ?? '';
  const kept = [
    { name: 'view', value: kind },
    ...filters.filter(({ name }) => name !== 'q'),
    ...(languageInAddress ? [{ name: 'lang', value: language }] : []),
  ];
  const all = filters.length === 0 ? browse.calendar.filter : browse.calendar.change;
  return html`<details class="calendar-go">
    <summary class="button">${browse.calendar.go}</summary>
    <form class="calendar-form" action="${action}" method="get">
      <p>
        <label for="calendar-day">${browse.calendar.day}</label>
        <input type="date" id="calendar-day" name="day" value="${day}" required />
      </p>
      <p>
        <label for="calendar-words">${search.words}</label>
        <input
          type="search"
          id="calendar-words"
          name="q"
          value="${words}"
          ${words === '' ? NOTHING : html`dir="auto"`}
        />
      </p>
      ${kept.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button type="submit">${browse.calendar.show}</button>
      <a href="${links.search(filters)}">${all}</a>
    </form>
  </details>`;
}

/** The id of the form that days submit when links would be too long. */
const FORM = 'days';

interface DayLinkProps {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly filters: ShownFilters;
  readonly view: View;
  /** Set for the link of the day itself, which keyboard navigation focuses. */
  readonly isOfDay?: { readonly isToday: boolean };
  readonly label: Html;
}

/** Links to the talks of a day; if the filters are long, to an agenda starting on that day. */
export function dayLink({ day, filters, view, isOfDay, label }: DayLinkProps): Html {
  const itself =
    isOfDay === undefined
      ? NOTHING
      : html`class="day" id="d${day}" data-day="${day}" ${isOfDay.isToday ? html`aria-current="date"` : NOTHING}`;
  if (linkBudgetFor(filters) !== 'ample')
    return html`<button type="submit" form="${FORM}" name="from" value="${day}" ${itself}>${label}</button>`;
  return html`<a ${itself} href="${view.links.calendarDay(day, filters)}">${label}</a>`;
}

/** The hidden form that days of a calendar submit; empty if they are links. */
export function dayForm(filters: ShownFilters, room: LinkBudget, view: View): Html {
  if (room === 'ample') return NOTHING;
  const { language, languageInAddress } = view;
  const [action = ''] = view.links.agenda().split('?', 1);
  const all = [...filters, ...(languageInAddress ? [{ name: 'lang', value: language }] : [])];
  return html`<form id="${FORM}" action="${action}" method="get" hidden>
    ${all.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`)}
  </form>`;
}
