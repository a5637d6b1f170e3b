import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { MonthContent } from '#pages/calendar/calendar-month.ts';
import type { CalendarTalk } from '#pages/calendar/calendar-talks.ts';
import type { WeekContent } from '#pages/calendar/calendar-week.ts';
import { dateText, daysOf, monthOf, monthText, weekOf, weeksOf, weekText } from '#search/query/civil-days.ts';

const NOWHERE = { before: null, after: null };

/** The talks of a calendar, in venues without a building. */
function inCalendar(talks: readonly TalkDetails[]): readonly CalendarTalk[] {
  return talks.map((details) => ({ details, venueAround: '' }));
}

/** October 2015 with the same talks on every day, and `more` talks that are not shown. */
export function monthContent(talks: readonly TalkDetails[], more = 0): MonthContent {
  const month = { year: 2015, month: 10 };
  const weeks = weeksOf(month).map((days) => ({
    week: weekText(weekOf(days[0] ?? 0)),
    number: weekOf(days[0] ?? 0).week,
    days: days.map((day) =>
      monthText(monthOf(day)) === '2015-10'
        ? { day: dateText(day), total: talks.length + more, talks: inCalendar(talks), continuing: [] }
        : null,
    ),
  }));
  const days = weeks.flatMap((week) => week.days).filter((day) => day !== null);
  return {
    month: '2015-10',
    weeks,
    total: days.reduce((sum, { total }) => sum + total, 0),
    today: '2015-10-06',
    turns: { previous: '2015-09', next: '2015-11', current: '2015-10' },
    places: { month: '2015-10', week: '2015-W41', day: '2015-10-06', agenda: null },
    filters: [],
    nameOf: (_parameter, value) => value,
    nearest: NOWHERE,
  };
}

/** The week of 6 October 2015 with the same talks on every day, and `more` talks that are not shown. */
export function weekContent(talks: readonly TalkDetails[], more = 0): WeekContent {
  return {
    week: '2015-W41',
    number: 41,
    days: daysOf({ year: 2015, week: 41 }).map((day) => ({
      day: dateText(day),
      total: talks.length + more,
      talks: inCalendar(talks),
      continuing: [],
    })),
    today: '2015-10-06',
    turns: { previous: '2015-W40', next: '2015-W42', current: '2015-W41' },
    places: { month: '2015-10', week: '2015-W41', day: '2015-10-06', agenda: null },
    filters: [],
    nameOf: (_parameter, value) => value,
    nearest: NOWHERE,
  };
}
