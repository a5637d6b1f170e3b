import { calendarDocument, type CalendarContent } from './calendar-document.ts';
import { dayLink } from './calendar-frame.ts';
import { linkBudgetFor } from '../search/search-links.ts';
import {
  calendarTalkList,
  continuingTalkList,
  moreTalks,
  printedTalkList,
  type CalendarTalk,
  type CalendarTalks,
} from './calendar-talks.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

export interface MonthDay extends CalendarTalks {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** Talks that began on an earlier day; the total counts them too. */
  readonly continuing: readonly CalendarTalk[];
}

/** Maximum talks of a day that began on an earlier one. */
const CONTINUING = 2;

/** Maximum dots of a day in the grid of a phone. */
const MOST_DOTS = 3;

export interface MonthWeek {
  /** `yyyy-Www` */
  readonly week: string;
  readonly number: number;
  /** Seven, Monday first; null for days of another month. */
  readonly days: readonly (MonthDay | null)[];
}

export interface MonthContent extends CalendarContent {
  /** `yyyy-mm` */
  readonly month: string;
  readonly weeks: readonly MonthWeek[];
  /** How many talks the month has. */
  readonly total: number;
}

/** A month as a table of days, each with its first talks. */
export function monthPage(content: MonthContent, view: View): string {
  const { month, weeks, total } = content;
  const { calendar } = view.messages.browse;
  const days = weeks.flatMap((week) => week.days).filter((day) => day !== null);
  return calendarDocument(
    content,
    {
      kind: 'month',
      at: month,
      title: insert(calendar.titleOfMonth, { month: view.dates.month(month) }),
      first: days[0]?.day ?? '',
      last: days.at(-1)?.day ?? '',
      none: total === 0 ? calendar.noneInMonth : undefined,
      labels: { previous: calendar.previousMonth, current: calendar.thisMonth, next: calendar.nextMonth },
      grid: monthTable(content, view),
    },
    view,
  );
}

/** The day whose talks are below the grid of a phone: the first with talks from today on, or else of the month. */
function chosenDay({ weeks, today }: MonthContent): string | undefined {
  const busy = weeks.flatMap(({ days }) => days).filter((day) => day !== null && day.total > 0);
  return (busy.find((day) => day !== null && day.day >= today) ?? busy[0])?.day;
}

function monthTable(content: MonthContent, view: View): Html {
  const { month, weeks, total } = content;
  const chosen = chosenDay(content);
  const { messages, dates } = view;
  const firstWeek = weeks[1]?.days ?? [];
  return html`<table class="calendar" data-calendar="month">
    <caption>
      ${dates.month(month)}
      <span class="quiet">${messages.list.talks(total)}</span>
    </caption>
    <thead>
      <tr>
        <th scope="col" class="week"><span class="unseen">${messages.browse.calendar.week}</span></th>
        ${firstWeek.map((one) =>
          one === null
            ? NOTHING
            : html`<th scope="col">
                <abbr title="${dates.weekday(one.day, 'long')}">${dates.weekday(one.day, 'short')}</abbr>
              </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${weeks.map((week) => weekRow(week, chosen, content, view))}
    </tbody>
  </table>`;
}

function weekRow(week: MonthWeek, chosen: string | undefined, content: MonthContent, view: View): Html {
  const { calendar } = view.messages.browse;
  const name = insert(calendar.weekNumber, { week: week.number });
  return html`<tr>
    <th scope="row" class="week">
      ${
        linkBudgetFor(content.filters) === 'ample'
          ? html`<a href="${view.links.week(week.week, content.filters)}" aria-label="${name}">${week.number}</a>`
          : html`<span class="unseen">${name}</span><span aria-hidden="true">${week.number}</span>`
      }
    </th>
    ${week.days.map((day) => (day === null ? html`<td class="outside"></td>` : dayCell(day, day.day === chosen, content, view)))}
  </tr>`;
}

function dayCell(day: MonthDay, isChosen: boolean, { today, filters }: MonthContent, view: View): Html {
  const { dates, messages } = view;
  const isToday = day.day === today;
  const continuing = day.continuing.slice(0, CONTINUING);
  const states = { today: isToday, free: day.total === 0, chosen: isChosen };
  const classes = Object.entries(states).flatMap(([name, is]) => (is ? [name] : []));
  const label = html`<time datetime="${day.day}">${Number(day.day.slice(8))}</time
    ><span class="dots" aria-hidden="true">${'•'.repeat(Math.min(day.total, MOST_DOTS))}</span
    ><span class="unseen"> ${dates.month(day.day.slice(0, 7))}, ${messages.list.talks(day.total)}</span>`;
  const title = html`${dates.weekday(day.day, 'long')} ${dates.dayAndMonth(day.day)}`;
  return html`<td ${classes.length === 0 ? NOTHING : html`class="${classes.join(' ')}"`}>
    ${dayLink({ day: day.day, filters, view, isOfDay: { isToday }, label })}
    ${day.total === 0 ? NOTHING : html`<h2>${title}</h2>`} ${continuingTalkList(continuing, day.day, view)}
    ${calendarTalkList(day.talks, view)} ${printedTalkList(day.printed, view)}
    ${moreTalks({ view, more: day.total - day.talks.length - continuing.length, day: day.day, filters })}
  </td>`;
}
