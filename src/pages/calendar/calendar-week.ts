import { calendarDocument, type CalendarContent } from './calendar-document.ts';
import { dayLink } from './calendar-day.ts';
import {
  calendarTalkList,
  continuingTalkList,
  moreTalks,
  type CalendarTalk,
  type CalendarTalks,
} from './calendar-talks.ts';
import type { ShownFilters } from './calendar-frame.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

/** The parts of a day, in order. Each shows its first talks. */
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
type DayPart = (typeof DAY_PARTS)[number];

export interface WeekDay {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly parts: Readonly<Record<DayPart, CalendarTalks>>;
  /** Talks that began on an earlier day. */
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

/** A week as a grid: a column for each day, a row for each hour. */
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
      none: days.every((day) => totalOf(day) === 0) ? calendar.noneInWeek : undefined,
      labels: { previous: calendar.previousWeek, current: calendar.thisWeek, next: calendar.nextWeek },
      grid: weekGrid(content, view),
    },
    view,
  );
}

/** The first day, with its year if the last day is in another one. */
function firstDay(first: string, last: string, dates: View['dates']): string {
  return first.slice(0, 4) === last.slice(0, 4) ? dates.dayAndMonth(first) : dates.date(first);
}

function totalOf({ parts, continuing }: WeekDay): number {
  return DAY_PARTS.reduce((sum, part) => sum + parts[part].total, continuing.length);
}

/** A row for each hour and a column for each day; on a phone, the days are below each other. */
function weekGrid(content: WeekContent, view: View): Html {
  const { number, days } = content;
  const hours = days.flatMap((day) => DAY_PARTS.flatMap((part) => hoursOf(day.parts[part].talks, view)));
  const isQuiet = days.slice(5).every((day) => totalOf(day) === 0);
  return html`<p class="calendar-caption">${insert(view.messages.browse.calendar.weekNumber, { week: number })}</p>
    <div class="week-grid${isQuiet ? ' quiet-weekend' : ''}" data-calendar="week">
      ${scale(hours)} ${days.map((day) => dayColumn(day, content, view))}
    </div>`;
}

/** The scale from the first hour to the last, including hours without talks. */
function scale(hours: readonly number[]): Html {
  if (hours.length === 0) return NOTHING;
  const first = Math.min(...hours);
  const marks = Array.from({ length: Math.max(...hours) - first + 1 }, (_, at) => first + at);
  return html`<div class="scale" aria-hidden="true">
    ${marks.map((hour) => html`<span class="hour-${hour}">${String(hour).padStart(2, '0')}:00</span>`)}
  </div>`;
}

function dayColumn(day: WeekDay, content: WeekContent, view: View): Html {
  const { dates, messages } = view;
  const { filters } = content;
  const isToday = day.day === content.today;
  const total = totalOf(day);
  const states = { today: isToday, 'is-over': day.day < content.today, free: total === 0 };
  const classes = ['day-column', ...Object.entries(states).flatMap(([name, is]) => (is ? [name] : []))].join(' ');
  const label = html`<time datetime="${day.day}"
    >${dates.weekday(day.day, 'long')} ${dates.dayAndMonth(day.day)}</time
  >`;
  return html`<section class="${classes}" aria-labelledby="d${day.day}">
    <h2>
      ${dayLink({ day: day.day, filters, view, isOfDay: { isToday }, label })}
      <span class="quiet">${messages.list.talks(total)}</span>
    </h2>
    ${day.continuing.length === 0 ? NOTHING : goingOn(day, filters, view)}
    ${DAY_PARTS.map((part) => partOfDay(part, day, filters, view))}
  </section>`;
}

function goingOn({ day, continuing }: WeekDay, filters: ShownFilters, view: View): Html {
  const shown = continuing.slice(0, CONTINUING);
  return html`<div class="going-on">
    ${continuingTalkList(shown, day, view)} ${moreTalks({ view, more: continuing.length - shown.length, day, filters })}
  </div>`;
}

/** The talks of each hour. The link to talks that are not shown is in the last hour of the part. */
function partOfDay(part: DayPart, { day, parts }: WeekDay, filters: ShownFilters, view: View): Html {
  const { total, talks } = parts[part];
  const hours = [...new Set(hoursOf(talks, view))];
  return html`${hours.map((hour, at) => {
    const starting = talks.filter((one) => hourOf(one, view) === hour);
    const more = at === hours.length - 1 ? total - talks.length : 0;
    return html`<div class="hour hour-${hour}">
      ${calendarTalkList(starting, true, view)} ${moreTalks({ view, more, day, filters })}
    </div>`;
  })}`;
}

function hoursOf(talks: readonly CalendarTalk[], view: View): number[] {
  return talks.map((one) => hourOf(one, view));
}

function hourOf({ details: { talk } }: CalendarTalk, { dates }: View): number {
  return Number(dates.time(talk.start).slice(0, 2));
}
