import { isDate } from '#catalogue/all-day.ts';
import { isTimestamp, secondsOf, timestampOf, type Timestamp } from '#catalogue/timestamp.ts';
import { UTC, ianaZone } from '#sources/wall-clock.ts';

const TIME = /^(\d{4}-\d\d-\d\d)(?:[ T])(\d\d:\d\d)(?::(\d\d))?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Parses a time such as `2027-01-18 17:00` in the zone, or with an offset or Z; a date, which all-day talks have, is
 * returned as it is. Undefined: neither.
 * @param zone IANA name
 */
export function timeFrom(text: string, zone: string): Timestamp | undefined {
  const date = text.trim();
  if (isTimestamp(`${date}T00:00:00Z`)) return date;
  const [, day = '', minute = '', second = '00', offset] = TIME.exec(text.trim()) ?? [];
  const wall = `${day}T${minute}:${second}Z`;
  if (!isTimestamp(wall)) return undefined;
  const seconds = secondsOf(wall);
  if (offset === undefined) return timestampOf((ianaZone(zone) ?? UTC).toUtc(seconds));
  if (offset === 'Z') return wall;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
  if (hours > 14 || minutes > 59) return undefined;
  return timestampOf(seconds - (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60));
}

/** Writes a time for `timeFrom`, in the zone: `2027-01-18 17:00`; a date as it is. */
export function timeText(time: Timestamp, zone: string): string {
  if (isDate(time)) return time;
  const { toUtc, toWall } = ianaZone(zone) ?? UTC;
  const wall = toWall(secondsOf(time));
  // Ambiguous: the hour that is repeated when clocks are put back.
  if (timestampOf(toUtc(wall)) !== time) return time;
  const text = timestampOf(wall).replace('T', ' ');
  return text.endsWith(':00Z') ? text.slice(0, -4) : text.slice(0, -1);
}
