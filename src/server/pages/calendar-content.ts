import type { TalkDetails } from '#catalogue/talk-details.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { NearDay, Nearest } from '#pages/calendar/calendar-document.ts';
import type { CalendarTalk, CalendarTalks } from '#pages/calendar/calendar-talks.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { calendarIn, type Day, dayOfSecond } from '#search/query/calendar-date.ts';
import type { CalendarFilters } from '#search/query/calendar-question.ts';
import { dateText } from '#search/query/civil-days.ts';
import { noAttributes } from '#search/query/question.ts';
import type { Window } from '#search/query/window.ts';
import type { GoingOn } from './page-documents.ts';

/** How many talks of a calendar are shown. */
interface Shown {
  /** Maximum talks shown of each period. */
  readonly most: number;
  /** Maximum talks of all periods together for all of them to be printed. */
  readonly printed?: number;
}

/** For each period, its number of talks, the first of them, and the others if they are printed. */
export function talksInWindows(
  snapshot: Snapshot,
  filters: CalendarFilters,
  windows: readonly Window[],
  { most, printed = 0 }: Shown,
): CalendarTalks[] {
  const { index } = snapshot;
  const count = Math.max(most, printed);
  const answers = windows.map((window) => index.answer({ ...filters, window, order: 'date', page: 1, count }));
  const isPrinted = answers.reduce((sum, { total }) => sum + total, 0) <= printed;
  const found = isPrinted ? answers : answers.map((one) => ({ ...one, talks: one.talks.subarray(0, most) }));
  // A single read: each read of the store costs as much as several talks.
  const all = snapshot.talks(Uint32Array.from(found.flatMap((one) => [...one.talks])));
  const placed = all.map((details) => placedIn(snapshot, details));
  let from = 0;
  return found.map(({ total, talks: numbers }) => {
    const to = from + numbers.length;
    const taken = placed.slice(from, to);
    from = to;
    return { total, talks: taken.slice(0, most), printed: taken.slice(most) };
  });
}

export function placedIn({ index }: Snapshot, details: TalkDetails): CalendarTalk {
  const { venue } = details;
  return { details, venueAround: venue === null ? '' : index.places.venueAround(venue.id) };
}

interface CalendarAsked {
  readonly filters: CalendarFilters;
  readonly timeZone: string;
}

/** Maximum talks read of those that go on over some days, the latest ones. */
export const MAX_LONG_TALKS = 200;

/**
 * For each day, the talks that go on from earlier days, in order of start.
 * @param days without gaps, in order
 */
export function continuingTalks(
  snapshot: Snapshot,
  { filters, timeZone }: CalendarAsked,
  days: readonly Day[],
): ReadonlyMap<Day, readonly CalendarTalk[]> {
  const [first = 0] = days;
  const last = days.at(-1) ?? first;
  const calendar = calendarIn(timeZone);
  const window = { from: calendar.startOfDay(first), to: calendar.startOfDay(last) };
  const { talks } = snapshot.index.answer({
    ...filters,
    attributes: { ...(filters.attributes ?? noAttributes(timeZone)), long: true },
    window: { ...window, ongoing: { at: window.from, onlyLong: true } },
    order: 'latest',
    page: 1,
    count: MAX_LONG_TALKS,
  });
  const byDay = new Map(days.map((day): [Day, CalendarTalk[]] => [day, []]));
  for (const details of snapshot.talks(talks).toReversed()) {
    const begins = dayOfSecond(calendar, secondsOf(details.talk.start));
    // A talk that ends at midnight is not on the day that begins then.
    const ends = dayOfSecond(calendar, secondsOf(details.talk.end) - 1);
    const placed = placedIn(snapshot, details);
    for (let day = Math.max(begins + 1, first); day <= Math.min(ends, last); day += 1) byDay.get(day)?.push(placed);
  }
  return byDay;
}

/** Maximum talks that an agenda shows from before its first day: pages have a limited size. */
const MAX_GOING_ON = 10;

/** The latest talks that began before a day and go on into it, in order of start. */
export function talksGoingOn(
  snapshot: Snapshot,
  { filters, timeZone }: CalendarAsked,
  day: Day,
  most = MAX_GOING_ON,
): GoingOn {
  const begins = calendarIn(timeZone).startOfDay(day);
  const window = { from: begins, to: begins, ongoing: { at: begins, onlyLong: true } };
  const latest = { ...filters, window, order: 'latest', page: 1, count: most } as const;
  return { day, talks: snapshot.talks(snapshot.index.answer(latest).talks).toReversed() };
}

const NOWHERE: Nearest = { before: null, after: null };

/**
 * The days of the talks nearest to a period without talks.
 * @param free the period; undefined if it has talks
 * @param timeOf the month or week of a day, as in addresses
 */
export function nearest(
  snapshot: Snapshot,
  { filters, timeZone }: CalendarAsked,
  free: Window | undefined,
  timeOf: (day: Day) => string,
): Nearest {
  if (free === undefined) return NOWHERE;
  const { index } = snapshot;
  const calendar = calendarIn(timeZone);
  const dayOf = (numbers: Uint32Array): NearDay | null => {
    const [details] = snapshot.talks(numbers);
    if (details === undefined) return null;
    const day = calendar.dayAt(new Date(details.talk.start));
    return { day: dateText(day), in: timeOf(day) };
  };
  const one = { ...filters, order: 'date', count: 1 } as const;
  const before = { ...one, window: { from: -Infinity, to: free.from } };
  const { total } = index.answer({ ...before, page: 1 });
  const last = total === 0 ? new Uint32Array(0) : index.answer({ ...before, page: total }).talks;
  const next = index.answer({ ...one, window: { from: free.to, to: Infinity }, page: 1 }).talks;
  return { before: dayOf(last), after: dayOf(next) };
}

/** Maximum talks that are on, the latest ones: more than are on at the same time. */
const MAX_ON = 100;

type Asked = Pick<CalendarAsked, 'filters'>;

/**
 * Talks that are on, then the next ones, in order of start.
 * @param now seconds since 1970-01-01T00:00:00Z
 * @param next maximum number of talks that have not begun
 */
export function currentTalks(snapshot: Snapshot, asked: Asked, now: number, next: number): readonly CalendarTalk[] {
  const toCome = {
    ...asked.filters,
    window: { from: now, to: Infinity },
    order: 'date',
    page: 1,
    count: next,
  } as const;
  const numbers = Uint32Array.from([...numbersOn(snapshot, asked, now), ...snapshot.index.answer(toCome).talks]);
  return snapshot.talks(numbers).map((details) => placedIn(snapshot, details));
}

/** The talks that are on, in order of start. @param now as for currentTalks */
export function talksOn(
  snapshot: Snapshot,
  asked: Asked,
  now: number,
): readonly { readonly number: number; readonly details: TalkDetails }[] {
  const on = numbersOn(snapshot, asked, now);
  return snapshot.talks(on).map((details, at) => ({ number: on[at] ?? 0, details }));
}

function numbersOn({ index }: Snapshot, { filters }: Asked, now: number): Uint32Array {
  const window = { from: now, to: now, ongoing: { at: now, onlyLong: false } };
  return index.answer({ ...filters, window, order: 'latest', page: 1, count: MAX_ON }).talks.toReversed();
}
