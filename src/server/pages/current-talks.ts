import type { CalendarTalk } from '#pages/calendar/calendar-talks.ts';
import { noAttributes } from '#search/query/attribute-filters.ts';
import type { Window } from '#search/query/question.ts';
import type { Snapshot } from '../documents/snapshot.ts';
import { placedIn, type CalendarAsked } from './calendar-content.ts';

/** Seconds. What began earlier and is still on is long, as `talk-traits.ts` has it. */
const BEGAN_WITHIN = 12 * 3600;
const LONG_BEGAN_WITHIN = 366 * 24 * 3600;
/** Of those that began, the latest: more than are on at once. */
const MOST_BEGUN = 100;

/**
 * Talks that began and may be on, then those that are next, in order of start.
 * @param now seconds since 1970-01-01T00:00:00Z
 * @param next how many of those that have not begun
 */
export async function currentTalks(
  snapshot: Snapshot,
  { filters, timeZone }: CalendarAsked,
  now: number,
  next: number,
): Promise<readonly CalendarTalk[]> {
  const { index } = snapshot;
  const begun = (window: Window, attributes = filters.attributes): Uint32Array =>
    index.answer({ ...filters, attributes, window, order: 'latest', page: 1, count: MOST_BEGUN }).talks.toReversed();
  const recent = now - BEGAN_WITHIN;
  const long = { ...(filters.attributes ?? noAttributes(timeZone)), long: true };
  const numbers = [
    ...begun({ from: now - LONG_BEGAN_WITHIN, to: recent }, long),
    ...begun({ from: recent, to: now }),
    ...index.answer({ ...filters, window: { from: now, to: Infinity }, order: 'date', page: 1, count: next }).talks,
  ];
  return (await snapshot.talks(Uint32Array.from(numbers))).map((details) => placedIn(snapshot, details));
}
