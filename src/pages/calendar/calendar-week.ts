import { calendarDocument, type CalendarContent } from './calendar-document.ts';
import { dayLink } from './calendar-day.ts';
import { calendarTalkList, moreTalks, type CalendarTalks } from './calendar-talks.ts';
import type { ShownFilters } from './calendar-frame.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

/** The parts of a day, in their order. */
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

export interface WeekDay {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly parts: Readonly<Record<DayPart, CalendarTalks>>;
}

export interface WeekContent extends CalendarContent {
  /** `yyyy-Www` */
  readonly week: string;
  readonly number: number;
  /** Seven, Monday first. */
  readonly days: readonly WeekDay[];
}

/** A week as a table: a row for each day, a column for each part of it. */
export function weekPage(content: WeekContent, view: View): string {
  const { week, days } = content;
  const { messages, dates } = view;
  const { calendar } = messages.browse;
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  return calendarDocument(
    content,
    {
      kind: 'week',
      at: week,
      title: insert(calendar.titleOfWeek, { first: firstDay(first, last, dates), last: dates.date(last) }),
      first,
      last,
      none: days.every((day) => talksOf(day) === 0) ? calendar.noneInWeek : undefined,
      labels: { previous: calendar.previousWeek, current: calendar.thisWeek, next: calendar.nextWeek },
      table: weekTable(content, view),
    },
    view,
  );
}

/** With its year if the last day is in another. */
function firstDay(first: string, last: string, dates: View['dates']): string {
  return first.slice(0, 4) === last.slice(0, 4) ? dates.dayAndMonth(first) : dates.date(first);
}

function talksOf({ parts }: WeekDay): number {
  return DAY_PARTS.reduce((sum, part) => sum + parts[part].total, 0);
}

function weekTable(content: WeekContent, view: View): Html {
  const { number, days } = content;
  const { calendar } = view.messages.browse;
  return html`<table class="calendar of-week" data-calendar="week">
    <caption>
      ${insert(calendar.weekNumber, { week: number })}
    </caption>
    <thead>
      <tr>
        <th scope="col">${calendar.day}</th>
        ${DAY_PARTS.map((part) => html`<th scope="col">${calendar.parts[part]}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${days.map((day) => dayRow(day, content, view))}
    </tbody>
  </table>`;
}

function dayRow(day: WeekDay, content: WeekContent, view: View): Html {
  const { dates, messages } = view;
  const { filters } = content;
  const isToday = day.day === content.today;
  const total = talksOf(day);
  const label = html`<time datetime="${day.day}"
    >${dates.weekday(day.day, 'long')} ${dates.dayAndMonth(day.day)}</time
  >`;
  return html`<tr ${total === 0 ? FREE : NOTHING}>
    <th scope="row" ${isToday ? html`class="today"` : NOTHING}>
      ${dayLink({ day: day.day, filters, view, isOfDay: { isToday }, label })}
      <span class="quiet">${messages.list.talks(total)}</span>
    </th>
    ${DAY_PARTS.map((part) => partCell(part, day, filters, view))}
  </tr>`;
}

function partCell(part: DayPart, { day, parts }: WeekDay, filters: ShownFilters, view: View): Html {
  const { total, talks } = parts[part];
  return html`<td ${total === 0 ? FREE : NOTHING}>
    ${calendarTalkList(talks, true, view)} ${moreTalks({ view, more: total - talks.length, day, filters })}
  </td>`;
}

const FREE = html`class="free"`;
