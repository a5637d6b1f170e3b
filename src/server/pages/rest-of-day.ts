import { secondsOf } from '#catalogue/timestamp.ts';
import { calendarIn } from '#search/query/calendar-date.ts';
import { NO_FILTERS } from '../api/listing.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { GoingOn } from './page-documents.ts';
import { talksOn } from './current-talks.ts';

/** Maximum talks that began on an earlier day, such as exhibitions; the latest ones are shown. */
const MAX_GOING_ON = 4;

/** The talks that are on, whenever they began, and those that are still to come before midnight. */
export interface RestOfDay {
  /** Numbers of the talks, in order. */
  readonly talks: Uint32Array;
  /** The number of all such talks; `talks` has the first ones. */
  readonly total: number;
  /** Talks that began on an earlier day; they are not in `talks`. */
  readonly goingOn: GoingOn;
  readonly totalGoingOn: number;
}

/** @param most maximum number of `talks` */
export function restOfDay(snapshot: Snapshot, now: Date, timeZone: string, most: number): RestOfDay {
  const { index } = snapshot;
  const calendar = calendarIn(timeZone);
  const today = calendar.dayAt(now);
  const [midnight, tomorrow] = [calendar.startOfDay(today), calendar.startOfDay(today + 1)];
  const seconds = Math.floor(now.getTime() / 1000);
  const on = talksOn(snapshot, { filters: NO_FILTERS }, seconds);
  const isEarlier = ({ details }: (typeof on)[number]): boolean => secondsOf(details.talk.start) < midnight;
  const earlier = on.filter(isEarlier);
  const since = on.filter((one) => !isEarlier(one));
  const window = { from: seconds, to: tomorrow };
  const toCome = index.answer({ ...NO_FILTERS, window, order: 'date', page: 1, count: most });
  return {
    talks: Uint32Array.from([...since.map(({ number }) => number), ...toCome.talks]).subarray(0, most),
    total: since.length + toCome.total,
    goingOn: { day: today, talks: earlier.slice(-MAX_GOING_ON).map(({ details }) => details) },
    totalGoingOn: earlier.length,
  };
}
