import type { Talk } from './talk.ts';
import { secondsOf } from './timestamp.ts';

/** Seconds for which a talk of unknown length is on; `script/soon.js` knows it, too. */
const USUAL_LENGTH = 3600;

/** Seconds from a talk's start to its end; 0 if its end is unknown. */
export function lengthOf({ start, end }: Pick<Talk, 'start' | 'end'>): number {
  return secondsOf(end) - secondsOf(start);
}

/** When a talk is over, in seconds since 1970-01-01T00:00:00Z: an hour after its start if its end is unknown. */
export function overAt(start: number, length: number): number {
  return start + (length === 0 ? USUAL_LENGTH : length);
}

/** As overAt, of a talk. */
export function whenOver(talk: Pick<Talk, 'start' | 'end'>): number {
  return overAt(secondsOf(talk.start), lengthOf(talk));
}
