import { timestampOf } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/** How long past talks are kept: `400d`, `18m` (months) or `5y`. */
type RetentionPeriod = string;

const PERIOD = /^([1-9]\d{0,4})([dmy])$/;
/** Longest period; longer means for ever. */
const LONGEST_YEARS = 100;
const PER_YEAR: Readonly<Record<string, number>> = { d: 366, m: 12, y: 1 };

export function isPeriod(text: string): boolean {
  const [, count, unit = ''] = PERIOD.exec(text) ?? [];
  return count !== undefined && Number(count) / (PER_YEAR[unit] ?? 1) <= LONGEST_YEARS;
}

/** Talks that ended before this time, in UTC, are not kept. A day that the month does not have becomes its last day. */
export function keptSince(period: RetentionPeriod, now: Date): Timestamp {
  const [, count = '0', unit = ''] = PERIOD.exec(period) ?? [];
  const since = new Date(now);
  if (unit === 'd') since.setUTCDate(since.getUTCDate() - Number(count));
  else {
    const day = since.getUTCDate();
    since.setUTCDate(1);
    since.setUTCMonth(since.getUTCMonth() - Number(count) * (unit === 'y' ? 12 : 1));
    const last = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1, 0)).getUTCDate();
    since.setUTCDate(Math.min(day, last));
  }
  return timestampOf(Math.floor(since.getTime() / 1000));
}
