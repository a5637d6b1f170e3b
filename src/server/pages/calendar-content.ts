import type { CalendarTalks } from '#pages/calendar/calendar-talks.ts';
import type { NearDay, Nearest } from '#pages/calendar/nearest-talks.ts';
import { calendarIn, type Day } from '#search/query/calendar-date.ts';
import { dateText } from '#search/query/civil-days.ts';
import type { CalendarFilters } from '#search/query/calendar-question.ts';
import type { Window } from '#search/query/question.ts';
import type { Snapshot } from '../documents/snapshot.ts';

/** For each period, its number of talks and the first of them. @param most talks shown of each */
export async function talksInWindows(
  snapshot: Snapshot,
  filters: CalendarFilters,
  windows: readonly Window[],
  most: number,
): Promise<CalendarTalks[]> {
  const { index } = snapshot;
  const found = windows.map((window) => index.answer({ ...filters, window, order: 'date', page: 1, count: most }));
  // Read at once: each read of the store costs as much as several talks.
  const all = await snapshot.talks(Uint32Array.from(found.flatMap((one) => [...one.talks])));
  const placed = all.map((details) => {
    const { venue } = details;
    return { details, venueAround: venue === null ? '' : index.places.venueAround(venue.id) };
  });
  let from = 0;
  return found.map(({ total, talks: numbers }) => {
    const to = from + numbers.length;
    const shown = placed.slice(from, to);
    from = to;
    return { total, talks: shown };
  });
}

const NOWHERE: Nearest = { before: null, after: null };

/**
 * The days of the talks nearest to a period without talks.
 * @param free the period; undefined if it has talks
 * @param timeOf the month or week of a day, as in addresses
 */
export async function nearest(
  snapshot: Snapshot,
  { filters, timeZone }: { readonly filters: CalendarFilters; readonly timeZone: string },
  free: Window | undefined,
  timeOf: (day: Day) => string,
): Promise<Nearest> {
  if (free === undefined) return NOWHERE;
  const { index } = snapshot;
  const calendar = calendarIn(timeZone);
  const dayOf = async (numbers: Uint32Array): Promise<NearDay | null> => {
    const [details] = await snapshot.talks(numbers);
    if (details === undefined) return null;
    const day = calendar.dayAt(new Date(details.talk.start));
    return { day: dateText(day), in: timeOf(day) };
  };
  const one = { ...filters, order: 'date', count: 1 } as const;
  const before = { ...one, window: { from: -Infinity, to: free.from } };
  const { total } = index.answer({ ...before, page: 1 });
  const last = total === 0 ? new Uint32Array(0) : index.answer({ ...before, page: total }).talks;
  const next = index.answer({ ...one, window: { from: free.to, to: Infinity }, page: 1 }).talks;
  return { before: await dayOf(last), after: await dayOf(next) };
}
