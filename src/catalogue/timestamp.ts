/** A valid moment in UTC, always exactly `yyyy-mm-ddThh:mm:ssZ`. */
export type Timestamp = string;

const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;

/** No leap seconds, no 24:00, no invalid dates. */
export function isTimestamp(text: string): text is Timestamp {
  const [, year, month, day] = TIMESTAMP.exec(text) ?? [];
  return day !== undefined && Number(day) >= 1 && Number(day) <= daysInMonth(Number(year), Number(month));
}

/** Whole seconds since 1970-01-01T00:00:00Z; negative before. */
export function secondsOf(timestamp: Timestamp): number {
  return Date.parse(timestamp) / 1000;
}

/** @param seconds whole seconds since 1970-01-01T00:00:00Z, in the years 0000 to 9999 */
export function timestampOf(seconds: number): Timestamp {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** 0 for an invalid month. */
function daysInMonth(year: number, month: number): number {
  if (month < 1 || month > 12) return 0;
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
