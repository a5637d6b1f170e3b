import type { PlaceId } from '#catalogue/place.ts';
import { calendarDocument, type CalendarContent } from './calendar-document.ts';
import type { ShownFilters } from './calendar-frame.ts';
import { continuingTalkList, moreTalks, type CalendarTalk } from './calendar-talks.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { pager } from '../frame/parts.ts';
import { words } from '../frame/words.ts';
import { TALK_LISTING } from '../fragments.ts';
import { insert } from '../messages.ts';
import { timeGrid, type GridColumn } from './time-grid.ts';
import type { View } from '../frame/view.ts';

export interface DayContent extends CalendarContent {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** With those that go on from earlier days. */
  readonly total: number;
  /** How many of them this page shows; the server inserts them. */
  readonly shown: number;
  /** The requested page, from 1, and how many there are. */
  readonly page: number;
  readonly pages: number;
  /** All parameters but the page. */
  readonly asked: ShownFilters;
}

/** The talks of a day, one below the other. */
export function dayPage(content: DayContent, view: View): string {
  const { day, total, shown, page, pages, asked } = content;
  const { messages, links } = view;
  const href = (one: number): string => links.calendarDay(day, [...asked, { name: 'page', value: String(one) }]);
  const talks = shown === 0 ? html`<p class="none">${messages.browse.group.noneOnPage}</p>` : TALK_LISTING;
  const listed = html`<h2>${messages.list.talks(total)}</h2>
    ${talks} ${pager({ page, pages, href, messages })}`;
  return calendarDocument(content, ofDay('day', content, total === 0, total === 0 ? NOTHING : listed, view), view);
}

export interface RoomsContent extends CalendarContent {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** In the order of their names. */
  readonly rooms: readonly Room[];
  /** How many talks of the day are in no column. */
  readonly more: number;
}

interface Room {
  /** Its name, with that of its building; `''` for talks that have no room. */
  readonly name: string;
  readonly id: PlaceId | undefined;
  /** In order of start. */
  readonly talks: readonly CalendarTalk[];
  /** Talks that began on an earlier day. */
  readonly continuing: readonly CalendarTalk[];
}

/** The talks of a day as a grid: a column for each room, beside a scale of hours. */
export function roomsPage(content: RoomsContent, view: View): string {
  const { day, rooms, more, filters } = content;
  const columns = rooms.map((room, at) => roomColumn(room, at, content, view));
  const grid = html`<div class="sideways">${timeGrid('rooms', columns, view)}</div>
    ${moreTalks({ view, more, day, filters })}`;
  return calendarDocument(
    content,
    ofDay('rooms', content, rooms.length === 0, rooms.length === 0 ? NOTHING : grid, view),
    view,
  );
}

function roomColumn(
  { name, id, talks, continuing }: Room,
  at: number,
  { day, filters, today }: RoomsContent,
  view: View,
): GridColumn {
  const { elsewhere } = view.messages.browse.calendar;
  const label = name === '' ? html`${elsewhere}` : words(name);
  const others = filters.filter((one) => one.name !== 'venue' && one.name !== 'subvenues');
  const inRoom = id === undefined ? filters : [...others, { name: 'venue', value: id }];
  return {
    id: `room-${String(at + 1)}`,
    heading: html`<span class="day" id="room-${at + 1}" data-day="${day}"
      >${id === undefined ? label : html`<a href="${view.links.venue(id)}">${label}</a>`}</span
    >`,
    states: [...(day < today ? ['is-over'] : []), ...(id === undefined ? [] : ['is-room'])],
    talks,
    above: continuingTalkList(continuing, day, view),
    more: (hidden) => moreTalks({ view, more: hidden, day, filters: inRoom }),
    isNarrow: false,
  };
}

function ofDay(
  kind: 'day' | 'rooms',
  { day }: { readonly day: string },
  isEmpty: boolean,
  grid: Html,
  { messages, dates }: View,
) {
  const { calendar } = messages.browse;
  return {
    kind,
    at: day,
    title: insert(calendar.titleOfDay, { day: dates.longDate(day) }),
    beside: dates.termWeek(day),
    first: day,
    last: day,
    none: isEmpty ? calendar.noneOnDay : undefined,
    labels: { previous: calendar.previousDay, current: messages.search.today, next: calendar.nextDay },
    grid,
  };
}
