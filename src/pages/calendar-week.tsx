import {
  CalendarHead,
  Filtered,
  Keys,
  type CalendarFilters,
  type CalendarPlaces,
  type CalendarTurns,
  type NameOf,
} from './calendar-frame.js';
import { CalendarTalkList, MoreTalks, type CalendarTalks } from './calendar-talks.js';
import { EmptyState } from './empty-state.js';
import { htmlDocument } from './layout.js';
import { NearestTalks, type Nearest } from './nearest-talks.js';
import type { View } from './view.js';

/** The parts of a day, in their order. */
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

export interface WeekDay {
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly parts: Readonly<Record<DayPart, CalendarTalks>>;
}

export interface WeekContent {
  /** `yyyy-Www` */
  readonly week: string;
  readonly number: number;
  /** Seven, Monday first. */
  readonly days: readonly WeekDay[];
  /** `yyyy-mm-dd` */
  readonly today: string;
  readonly turns: {
    readonly previous: string | undefined;
    readonly next: string | undefined;
    readonly current: string;
  };
  readonly places: CalendarPlaces;
  readonly filters: CalendarFilters;
  readonly nameOf: NameOf;
  readonly nearest: Nearest;
}

/** A week as a table: a row for each day, a column for each part of it. */
export function weekPage(content: WeekContent, view: View): string {
  const { week, days, filters } = content;
  const { messages, dates, links } = view;
  const { calendar } = messages.browse;
  const title = calendar.titleOfWeek(dates.dayAndMonth(days[0]?.day ?? ''), dates.date(days.at(-1)?.day ?? ''));
  const isEmpty = days.every((day) => talksOf(day) === 0);
  return htmlDocument(view, {
    title,
    canonical: (one) => one.week(week),
    current: 'calendar',
    kind: 'calendar-page',
    robots: 'noindex',
    wide: true,
    children: (
      <>
        <CalendarHead
          view={view}
          title={title}
          kind="week"
          places={content.places}
          turns={turnsOf(content, view)}
          filters={filters}
        >
          <Filtered view={view} filters={filters} nameOf={content.nameOf} href={(one) => links.week(week, one)} />
        </CalendarHead>
        {isEmpty && (
          <EmptyState title={calendar.noneInWeek}>
            <NearestTalks view={view} nearest={content.nearest} href={(one) => links.week(one, filters)} />
          </EmptyState>
        )}
        <WeekTable content={content} view={view} />
        <Keys view={view} />
      </>
    ),
  });
}

function talksOf({ parts }: WeekDay): number {
  return DAY_PARTS.reduce((sum, part) => sum + parts[part].total, 0);
}

function turnsOf({ turns, filters }: WeekContent, { links, messages }: View): CalendarTurns {
  const { calendar } = messages.browse;
  const turn = (week: string | undefined, label: string) =>
    week === undefined ? undefined : { label, href: links.week(week, filters) };
  return {
    previous: turn(turns.previous, calendar.previousWeek),
    current: turn(turns.current, calendar.thisWeek),
    next: turn(turns.next, calendar.nextWeek),
  };
}

interface WeekTableProps {
  readonly content: WeekContent;
  readonly view: View;
}

function WeekTable({ content, view }: WeekTableProps) {
  const { number, days } = content;
  const { calendar } = view.messages.browse;
  const { previous, next } = turnsOf(content, view);
  return (
    <table class="calendar of-week" data-calendar="week" data-previous={previous?.href} data-next={next?.href}>
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
  const { dates, links, messages } = view;
  const isToday = day.day === content.today;
  const total = talksOf(day);
  const query = [{ name: 'from', value: day.day }, { name: 'to', value: day.day }, ...content.filters];
  const href = links.search(query);
  return (
    <tr class={total === 0 ? 'free' : undefined}>
      <th scope="row" class={isToday ? 'today' : undefined}>
        <a class="day" id={`d${day.day}`} data-day={day.day} href={href} aria-current={isToday ? 'date' : undefined}>
          <time datetime={day.day}>
            {dates.weekday(day.day, 'long')} {dates.dayAndMonth(day.day)}
          </time>
        </a>{' '}
        <span class="quiet">{messages.list.talks(total)}</span>
      </th>
      {DAY_PARTS.map((part) => {
        const { total: inPart, talks } = day.parts[part];
        return (
          <td key={part} class={inPart === 0 ? 'free' : undefined}>
            <CalendarTalkList view={view} talks={talks} withPlace={true} />
            <MoreTalks view={view} more={inPart - talks.length} day={dates.longDate(day.day)} href={href} />
          </td>
        );
      })}
    </tr>
  );
}
