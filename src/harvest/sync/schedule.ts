import type { SourceState } from '#store/source-state.ts';

/** Seconds. */
const MINUTE = 60;
const DAY = 86_400;
/** The first pause after a failure, unless the source is looked at more often. */
const FIRST_PAUSE = 5 * MINUTE;
/** The longest that a server may ask to be left alone for. */
const LONGEST_WISH = 7 * DAY;
/** A pause is up to so much longer or shorter by chance, so that not everybody comes back at once. */
const JITTER = 0.25;

const UNITS: Readonly<Record<string, number>> = { s: 1, m: MINUTE, h: 60 * MINUTE, d: DAY };

/** Seconds of `90s`, `15m`, `1h`, `1d`; undefined for what is none. */
export function durationOf(text: string): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const seconds = Number(digits) * (UNITS[unit] ?? 0);
  return seconds > 0 ? seconds : undefined;
}

/** When a source is due after a run that succeeded. @param every seconds */
export function afterSuccess(attempt: Date, every: number): Date {
  return new Date(attempt.getTime() + every * 1000);
}

export interface Failure {
  /** How many there are in a row, with this one. */
  readonly failures: number;
  /** Seconds between two runs when all is well. */
  readonly every: number;
  /** Seconds for which the server wants to be left alone. */
  readonly retryAfter: number | undefined;
  /** From 0 to 1. */
  readonly random: number;
}

/** When it is tried again: after a pause that doubles with every failure, up to a day; not before the server wants it. */
export function afterFailure(attempt: Date, { failures, every, retryAfter = 0, random }: Failure): Date {
  const doubled = Math.min(every, FIRST_PAUSE) * 2 ** Math.min(failures - 1, 30);
  const pause = Math.min(DAY, doubled * (1 + JITTER * (2 * random - 1)));
  const wish = Math.min(LONGEST_WISH, retryAfter);
  return new Date(attempt.getTime() + Math.round(Math.max(pause, wish) * 1000));
}

/** Whether a source is to be run now. One that has never been is; one whose schedule was made shorter does not wait for the longer one. */
export function isDue(state: SourceState | undefined, every: number, now: Date): boolean {
  return dueAt(state, every).getTime() <= now.getTime();
}

/** When a source is to be run next. */
export function dueAt(state: SourceState | undefined, every: number): Date {
  const { lastAttempt = null, nextRun = null, failures = 0 } = state ?? {};
  if (nextRun === null) return new Date(0);
  if (failures > 0 || lastAttempt === null) return new Date(nextRun);
  return new Date(Math.min(Date.parse(nextRun), Date.parse(lastAttempt) + every * 1000));
}
