import { isTimestamp, timestampOf } from '#catalogue/timestamp.ts';
import { offsetOf, type WrittenTime } from './iso-time.ts';
import { englishMonth } from './month-names.ts';
import { exists, wallSeconds, type Zone } from './wall-clock.ts';

/**
 * A date and time as in e-mail and RSS: `Wed, 14 Oct 2026 16:15:00 +0100` (RFC 5322, 3.3 and 4.3).
 *
 * @param zone for times without an offset
 * @returns undefined when it is invalid, or its zone is not in the RFC
 */
export function mailTime(text: string, zone: Zone): WrittenTime | undefined {
  const [, day, name, year, hour, minute, second = '0', written] = MAIL_TIME.exec(text.trim()) ?? [];
  if (day === undefined || name === undefined || year === undefined) return undefined;
  const clock = {
    year: year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900),
    month: englishMonth(name.toLowerCase()),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: second === '60' ? 59 : Number(second),
  };
  if (!exists(clock)) return undefined;
  const wall = wallSeconds(clock);
  if (written === undefined) return { at: timestampOf(zone.toUtc(wall)), clock: 'floating', zone: zone.name };
  const ahead = NAMED_OFFSETS[written.toUpperCase()] ?? offsetOf(written);
  const at = ahead === undefined ? '' : timestampOf(wall - ahead);
  // The last hours of 9999 may fall into the year 10000 in UTC.
  return isTimestamp(at) ? { at, clock: 'moment', zone: '' } : undefined;
}

const MAIL_TIME =
  /^(?:[a-z]{3,9}\.?,? )? ?(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}[ -](\d{4}|\d\d),? {1,2}(\d{1,2}):(\d\d)(?::(\d\d))?(?: {1,2}([a-z]{1,3}|[+-]\d{4}|[+-]\d\d:\d\d))?$/i;

const HOUR = 3600;
/** Offsets from UTC in seconds. Other names, such as BST, are ambiguous. */
const NAMED_OFFSETS: Readonly<Partial<Record<string, number>>> = {
  UT: 0,
  UTC: 0,
  GMT: 0,
  EST: -5 * HOUR,
  EDT: -4 * HOUR,
  CST: -6 * HOUR,
  CDT: -5 * HOUR,
  MST: -7 * HOUR,
  MDT: -6 * HOUR,
  PST: -8 * HOUR,
  PDT: -7 * HOUR,
};
