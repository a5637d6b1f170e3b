import { calendarDocument, type CalendarContent } from './calendar-document.tsx';
import { DayLink } from './calendar-day.tsx';
import { CalendarTalkList, MoreTalks, type CalendarTalks } from './calendar-talks.tsx';
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
      title: calendar.titleOfWeek(dates.dayAndMonth(first), dates.date(last)),
      first,
      last,
      none: days.every((day) => talksOf(day) === 0) ? calendar.noneInWeek : undefined,
      labels: { previous: calendar.previousWeek, current: calendar.thisWeek, next: calendar.nextWeek },
      table: () => <WeekTable content={content} view={view} />,
    },
    view,
  );
}

function talksOf({ parts }: WeekDay): number {
  return DAY_PARTS.reduce((sum, part) => sum + parts[part].total, 0);
}

interface WeekTableProps {
  readonly content: WeekContent;
  readonly view: View;
}

function WeekTable({ content, view }: WeekTableProps) {
  const { number, days } = content;
  const { calendar } = view.messages.browse;
  return (
    <table class="calendar of-week" data-calendar="week">
      <caption>{calendar.weekNumber(number)}</caption>
      <thead>
        <tr>
          <th scope="col">{calendar.day}</th>
          {DAY_PARTS.map((part) => (
            <th key={part} scope="col">
              {calendar.parts[part]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <DayRow key={day.day} day={day} content={content} view={view} />
        ))}
      </tbody>
    </table>
  );
}

function DayRow({ day, content, view }: WeekTableProps & { readonly day: WeekDay }) {
  const { dates, messages } = view;
  const { filters } = content;
  const isToday = day.day === content.today;
  const total = talksOf(day);
  return (
    <tr class={total === 0 ? 'free' : undefined}>
      <th scope="row" class={isToday ? 'today' : undefined}>
        <DayLink day={day.day} filters={filters} view={view} isOfDay={{ isToday }}>
          <time datetime={day.day}>
            {dates.weekday(day.day, 'long')} {dates.dayAndMonth(day.day)}
          </time>
        </DayLink>{' '}
        <span class="quiet">{messages.list.talks(total)}</span>
      </th>
      {DAY_PARTS.map((part) => {
        const { total: inPart, talks } = day.parts[part];
        return (
          <td key={part} class={inPart === 0 ? 'free' : undefined}>
            <CalendarTalkList view={view} talks={talks} withPlace={true} />
            <MoreTalks view={view} more={inPart - talks.length} day={day.day} filters={filters} />
          </td>
        );
      })}
    </tr>
  );
}
