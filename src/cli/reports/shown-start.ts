import { rememberedDate } from '#catalogue/all-day.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { UTC, ianaZone } from '#sources/wall-clock.ts';

/**
 * `2026-11-24 17:00` in a time zone; only the date of an all-day talk, wherever it is.
 *
 * @param start as from `rememberedStart`
 * @param zone IANA name
 */
export function shownStart(start: Timestamp, zone: string): string {
  const date = rememberedDate(start);
  if (date !== undefined) return date;
  const { toWall } = ianaZone(zone) ?? UTC;
  const wall = new Date(toWall(secondsOf(start)) * 1000).toISOString();
  return `${wall.slice(0, 10)} ${wall.slice(11, 16)}`;
}

/** The same, padded to a column. */
export function startColumn(start: Timestamp, zone: string): string {
  return shownStart(start, zone).padEnd('2026-11-24 17:00'.length);
}
