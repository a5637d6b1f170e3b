import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceState } from '#store/source-states.ts';

/** Seconds. */
const MINUTE = 60;
const DAY = 86_400;
/** First pause after a failure, unless the source is synced more often. */
const FIRST_PAUSE = 5 * MINUTE;
/** Longest pause that a server may ask for. */
const LONGEST_WISH = 7 * DAY;
/** Random share by which a pause is longer or shorter, so that not all clients retry at once. */
const JITTER = 0.25;
/** By how much clocks of several machines may differ. */
const SKEW = 5 * MINUTE;

const UNITS: Readonly<Record<string, number>> = { s: 1, m: MINUTE, h: 60 * MINUTE, d: DAY };

/** Seconds of a duration such as `90s`, `15m`, `1h`, `1d`. Undefined: not a duration. */
export function durationOf(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = Number(digits) * (UNITS[unit] ?? 0);
  return seconds > 0 ? seconds : undefined;
}

/** When a source is due after a successful run. @param every seconds */
export function afterSuccess(attempt: Date, every: number): Date {
  return new Date(attempt.getTime() + every * 1000);
}

interface Failure {
  /** Consecutive failures, including this one. */
  readonly failures: number;
  /** Seconds between successful runs. */
  readonly every: number;
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/** Time of the next try. The pause doubles with every failure, up to a day, unless the server asks for longer. */
export function afterFailure(attempt: Date, { failures, every, retryAfter = 0, random }: Failure): Date {
  const doubled = Math.min(every, FIRST_PAUSE) * 2 ** Math.min(failures - 1, 30);
  const pause = Math.min(DAY, doubled * (1 + JITTER * (2 * random - 1)));
  const wish = Math.min(LONGEST_WISH, retryAfter);
  return new Date(attempt.getTime() + Math.round(Math.max(pause, wish) * 1000));
}

/** Whether a time is in the future, because the clock that it was read from was ahead. False for null. */
export function isAhead(time: Timestamp | null, now: Date): boolean {
  return time !== null && Date.parse(time) > now.getTime() + SKEW * 1000;
}

/**
 * Whether a source is due. One that has never run is, and one that ran in the future; a shorter schedule takes effect
 * at once.
 */
export function isDue(state: SourceState | undefined, every: number, now: Date): boolean {
  return dueAt(state, every, now).getTime() <= now.getTime();
}

/** When a source is due next. */
export function dueAt(state: SourceState | undefined, every: number, now: Date): Date {
  const { lastAttempt = null, nextRun = null, failures = 0 } = state ?? {};
  if (nextRun === null || isAhead(lastAttempt, now)) return new Date(0);
  if (failures > 0 || lastAttempt === null) return new Date(nextRun);
  return new Date(Math.min(Date.parse(nextRun), Date.parse(lastAttempt) + every * 1000));
}
