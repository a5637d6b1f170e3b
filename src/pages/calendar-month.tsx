import { calendarDocument, type CalendarContent } from './calendar-document.js';
import type { CalendarTurns } from './calendar-frame.js';
import { CalendarTalkList, MoreTalks, type CalendarTalks } from './calendar-talks.js';
import type { View } from './view.js';

export interface MonthDay extends CalendarTalks {
  /** `yyyy-mm-dd` */
  readonly day: string;
}

export interface MonthWeek {
  /** `yyyy-Www` */
  readonly week: string;
  readonly number: number;
  /** Seven, Monday first; null for those of another month. */
  readonly days: readonly (MonthDay | null)[];
}

export interface MonthContent extends CalendarContent {
  /** `yyyy-mm` */
  readonly month: string;
  readonly weeks: readonly MonthWeek[];
  /** How many talks the month has. */
  readonly total: number;
}

/** Characters of an address up to which every day leads to its talks: a month has sixty such links. */
const LONGEST_ADDRESS = 400;

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
      title: calendar.titleOfMonth(view.dates.month(month)),
      first: days[0]?.day ?? '',
      last: days.at(-1)?.day ?? '',
      none: total === 0 ? calendar.noneInMonth : undefined,
      labels: { previous: calendar.previousMonth, current: calendar.thisMonth, next: calendar.nextMonth },
      table: (turns) => <MonthTable content={content} turns={turns} view={view} />,
    },
    view,
  );
}

interface MonthTableProps {
  readonly content: MonthContent;
  readonly turns: CalendarTurns;
  readonly view: View;
}

function MonthTable({ content, turns, view }: MonthTableProps) {
  const { month, weeks, total } = content;
  const { messages, dates } = view;
  const firstWeek = weeks[1]?.days ?? [];
  return (
    <table class="calendar" data-calendar="month" data-previous={turns.previous?.href} data-next={turns.next?.href}>
      <caption>
        {dates.month(month)} <span class="quiet">{messages.list.talks(total)}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col" class="week">
            <span class="unseen">{messages.browse.calendar.week}</span>
          </th>
          {firstWeek.map(
            (one) =>
              one !== null && (
                <th key={one.day} scope="col">
                  <abbr title={dates.weekday(one.day, 'long')}>{dates.weekday(one.day, 'short')}</abbr>
                </th>
              ),
          )}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <WeekRow key={week.week} week={week} content={content} view={view} />
        ))}
      </tbody>
    </table>
  );
}

interface WeekRowProps {
  readonly week: MonthWeek;
  readonly content: MonthContent;
  readonly view: View;
}

function WeekRow({ week, content, view }: WeekRowProps) {
  const { calendar } = view.messages.browse;
  const name = calendar.weekNumber(week.number);
  return (
    <tr>
      <th scope="row" class="week">
        <a href={view.links.week(week.week, content.filters)} aria-label={name}>
          {week.number}
        </a>
      </th>
      {week.days.map((day, at) => (day === null ? <td key={at} class="outside" /> : dayCell(day, content, view)))}
    </tr>
  );
}

function dayCell(day: MonthDay, { today, filters }: MonthContent, view: View) {
  const { links, dates, messages } = view;
  const written = dates.longDate(day.day);
  const query = [{ name: 'from', value: day.day }, { name: 'to', value: day.day }, ...filters];
  const address = links.search(query);
  const href = address.length > LONGEST_ADDRESS ? null : address;
  const number = (
    <time datetime={day.day}>
      <span class="weekday">{dates.weekday(day.day, 'short')} </span>
      {Number(day.day.slice(8))}
    </time>
  );
  const classes = [day.day === today ? 'today' : undefined, day.total === 0 ? 'free' : undefined];
  return (
    <td key={day.day} class={classes.filter((one) => one !== undefined).join(' ') || undefined}>
      {href === null ? (
        <p class="day">{number}</p>
      ) : (
        <a
          class="day"
          id={`d${day.day}`}
          data-day={day.day}
          href={href}
          aria-current={day.day === today ? 'date' : undefined}
        >
          {number}
          <span class="unseen">{` ${dates.month(day.day.slice(0, 7))}, ${messages.list.talks(day.total)}`}</span>
        </a>
      )}
      <CalendarTalkList view={view} talks={day.talks} withPlace={false} />
      <MoreTalks view={view} more={day.total - day.talks.length} day={written} href={href} />
    </td>
  );
}
