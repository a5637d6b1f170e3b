import { calendarDocument, type CalendarContent } from './calendar-document.ts';
import { dayLink } from './calendar-frame.ts';
import { continuingTalkList, moreTalks, type CalendarTalk, type CalendarTalks } from './calendar-talks.ts';
import { html, NOTHING } from '../frame/html.ts';
import { insert } from '../messages.ts';
import { timeGrid, type GridColumn } from './time-grid.ts';
import type { View } from '../frame/view.ts';

export interface WeekDay extends CalendarTalks {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** Talks that began on an earlier day; the total counts them too. */
  readonly continuing: readonly CalendarTalk[];
}

/** Maximum talks of a day that began on an earlier one. */
const CONTINUING = 4;

export interface WeekContent extends CalendarContent {
  /** `yyyy-Www` */
  readonly week: string;
  readonly number: number;
  /** Seven, Monday first. */
  readonly days: readonly WeekDay[];
}

/** A week as a grid: a column for each day, beside a scale of hours. */
export function weekPage(content: WeekContent, view: View): string {
  const { week, number, days } = content;
  const { messages, dates } = view;
  const { calendar } = messages.browse;
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const columns = days.map((day, at) => dayColumn(day, at > 4, content, view));
  return calendarDocument(
    content,
    {
      kind: 'week',
      at: week,
      title: insert(calendar.titleOfWeek, { first: firstDay(first, last, dates), last: dates.date(last) }),
      // A week of the calendar is that of the term which most of its days are in.
      beside: dates.termWeek(days[3]?.day ?? '') || insert(calendar.weekNumber, { week: number }),
      first,
      last,
      none: days.every(({ total }) => total === 0) ? calendar.noneInWeek : undefined,
      labels: { previous: calendar.previousWeek, current: calendar.thisWeek, next: calendar.nextWeek },
      grid: timeGrid('week', columns, view),
    },
    view,
  );
}

/** The first day, with its year if the last day is in another one. */
function firstDay(first: string, last: string, dates: View['dates']): string {
  return first.slice(0, 4) === last.slice(0, 4) ? dates.dayAndMonth(first) : dates.date(first);
}

function dayColumn(one: WeekDay, isWeekend: boolean, { today, filters }: WeekContent, view: View): GridColumn {
  const { day, total, talks, continuing } = one;
  const { dates, messages } = view;
  const isToday = day === today;
  const states = { today: isToday, 'is-over': day < today, free: total === 0 };
  // On a scale of hours, columns have less room than a list on a phone.
  const label = html`<time datetime="${day}"
    ><span class="in-list">${dates.weekday(day, 'long')} ${dates.dayAndMonth(day)}</span
    ><span class="in-grid">${dates.weekday(day, 'short')} ${Number(day.slice(8))}</span></time
  >`;
  const shown = continuing.slice(0, CONTINUING);
  return {
    id: `d${day}`,
    heading: html`${dayLink({ day, filters, view, isOfDay: { isToday }, label })}
    ${total === 0 ? NOTHING : html`<span class="quiet">${messages.list.talks(total)}</span>`}`,
    states: Object.entries(states).flatMap(([name, is]) => (is ? [name] : [])),
    talks,
    above: continuingTalkList(shown, day, view),
    more: (hidden) => moreTalks({ view, more: total - shown.length - talks.length + hidden, day, filters }),
    isNarrow: isWeekend,
  };
}
