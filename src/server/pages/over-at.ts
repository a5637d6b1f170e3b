import type { Talk } from '#catalogue/talk.ts';

/** Milliseconds for which a talk of unknown length is on; `script/soon.js` knows it, too. */
const USUAL_LENGTH = 3_600_000;

/** When a talk is over: an hour after its start if its end is unknown. */
export function overAt({ start, end }: Pick<Talk, 'start' | 'end'>): string {
  return end === start ? new Date(Date.parse(start) + USUAL_LENGTH).toISOString() : end;
}
