import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { CalendarTalk } from '#pages/calendar/calendar-talks.ts';
import { noAttributes } from '#search/query/attribute-filters.ts';
import type { Window } from '#search/query/window.ts';
import type { Snapshot } from '../documents/snapshot.ts';
import { placedIn, type CalendarAsked } from './calendar-content.ts';
import { overAt } from './over-at.ts';

/** Seconds. Talks that began earlier and are still on are long, as defined in `talk-traits.ts`. */
const BEGAN_WITHIN = 12 * 3600;
const LONG_BEGAN_WITHIN = 366 * 24 * 3600;
/** Maximum talks read of those that began, the latest ones: more than are on at the same time. */
const MAX_BEGUN = 100;

/**
 * Talks that began and may be on, then the next ones, in order of start.
 * @param now seconds since 1970-01-01T00:00:00Z
 * @param next maximum number of talks that have not begun
 */
export async function currentTalks(
  snapshot: Snapshot,
  asked: CalendarAsked,
  now: number,
  next: number,
): Promise<readonly CalendarTalk[]> {
  const toCome = {
    ...asked.filters,
    window: { from: now, to: Infinity },
    order: 'date',
    page: 1,
    count: next,
  } as const;
  const numbers = Uint32Array.from([...begunTalks(snapshot, asked, now), ...snapshot.index.answer(toCome).talks]);
  return (await snapshot.talks(numbers)).map((details) => placedIn(snapshot, details));
}

/** The talks that are on, in order of start. @param now as for currentTalks */
export async function talksOn(
  snapshot: Snapshot,
  asked: CalendarAsked,
  now: number,
): Promise<readonly { readonly number: number; readonly details: TalkDetails }[]> {
  const begun = begunTalks(snapshot, asked, now);
  const all = (await snapshot.talks(begun)).map((details, at) => ({ number: begun[at] ?? 0, details }));
  return all.filter(({ details }) => Date.parse(overAt(details.talk)) > now * 1000);
}

/** The numbers of talks that began and may be on: long ones of the last year, then all talks of the last hours. */
function begunTalks({ index }: Snapshot, { filters, timeZone }: CalendarAsked, now: number): Uint32Array {
  const latest = (window: Window, attributes = filters.attributes): Uint32Array =>
    index.answer({ ...filters, attributes, window, order: 'latest', page: 1, count: MAX_BEGUN }).talks.toReversed();
  const recent = now - BEGAN_WITHIN;
  const longAgo = { from: now - LONG_BEGAN_WITHIN, to: recent };
  const long = { ...(filters.attributes ?? noAttributes(timeZone)), long: true };
  return Uint32Array.from([
    ...(index.long.beginIn(longAgo) ? latest(longAgo, long) : []),
    ...latest({ from: recent, to: now }),
  ]);
}
