import { secondsOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { UTC, ianaZone } from '#sources/wall-clock.ts';

/**
 * `2026-11-24 17:00` in a time zone; only the date at midnight there, when all-day talks start.
 *
 * @param zone IANA name
 */
export function shownStart(start: Timestamp, zone: string): string {
  const { toWall } = ianaZone(zone) ?? UTC;
  const wall = new Date(toWall(secondsOf(start)) * 1000).toISOString();
  const [day, time] = [wall.slice(0, 10), wall.slice(11, 16)];
  return time === '00:00' ? day : `${day} ${time}`;
}

/** The same, padded to a column. */
export function startColumn(start: Timestamp, zone: string): string {
  return shownStart(start, zone).padEnd('2026-11-24 17:00'.length);
}
