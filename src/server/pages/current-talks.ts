import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { CalendarTalk } from '#pages/calendar/calendar-talks.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { placedIn, type CalendarAsked } from './calendar-content.ts';

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
