import { calendarDocument, type CalendarContent } from './calendar-document.tsx';
import { DayLink } from './calendar-day.tsx';
import { linkBudgetFor } from '../lists/link-budget.ts';
import { CalendarTalkList, MoreTalks, type CalendarTalks } from './calendar-talks.tsx';
import type { View } from '../frame/view.ts';

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
      table: () => <MonthTable content={content} view={view} />,
    },
    view,
  );
}

interface MonthTableProps {
  readonly content: MonthContent;
  readonly view: View;
}

function MonthTable({ content, view }: MonthTableProps) {
  const { month, weeks, total } = content;
  const { messages, dates } = view;
  const firstWeek = weeks[1]?.days ?? [];
  return (
    <table class="calendar" data-calendar="month">
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
        {linkBudgetFor(content.filters) === 'ample' ? (
          <a href={view.links.week(week.week, content.filters)} aria-label={name}>
            {week.number}
          </a>
        ) : (
          <>
            <span class="unseen">{name}</span>
            <span aria-hidden="true">{week.number}</span>
          </>
        )}
      </th>
      {week.days.map((day, at) => (day === null ? <td key={at} class="outside" /> : dayCell(day, content, view)))}
    </tr>
  );
}

function dayCell(day: MonthDay, { today, filters }: MonthContent, view: View) {
  const { dates, messages } = view;
  const isToday = day.day === today;
  const classes = [isToday ? 'today' : undefined, day.total === 0 ? 'free' : undefined];
  return (
    <td key={day.day} class={classes.filter((one) => one !== undefined).join(' ') || undefined}>
      <DayLink day={day.day} filters={filters} view={view} isOfDay={{ isToday }}>
        <time datetime={day.day}>
          <span class="weekday">{dates.weekday(day.day, 'short')} </span>
          {Number(day.day.slice(8))}
        </time>
        <span class="unseen">{` ${dates.month(day.day.slice(0, 7))}, ${messages.list.talks(day.total)}`}</span>
      </DayLink>
      <CalendarTalkList view={view} talks={day.talks} withPlace={false} />
      <MoreTalks view={view} more={day.total - day.talks.length} day={day.day} filters={filters} />
    </td>
  );
}
