/** Which parts of a date a number format shows. */
export interface DateParts {
  readonly date: boolean;
  readonly time: boolean;
}

/** Days from 30 December 1899 to 1 January 1904. */
const DAYS_TO_1904 = 1462;
const DAY = 86_400;
/** 31 December 9999. */
const LAST = 2_958_465;

/**
 * Formats a serial number as `2026-10-27`, `2026-10-27 17:30` or `17:30`; undefined: not a date.
 *
 * @param value days since the epoch, with the time of day as a fraction (ECMA-376 part 1, 18.17.4)
 */
export function serialText(value: number, { date, time }: DateParts, is1904: boolean): string | undefined {
  const last = is1904 ? LAST - DAYS_TO_1904 : LAST;
  const seconds = Math.round(value * DAY);
  if (!Number.isFinite(value) || value < 0 || seconds >= (last + 1) * DAY) return undefined;
  if (!date || (seconds < DAY && time)) return clockText(seconds % DAY);
  const day = civilText(Math.floor(seconds / DAY), is1904);
  return time ? `${day} ${clockText(seconds % DAY)}` : day;
}

/** Formats a serial number as a duration, which may exceed a day: `26:30`. */
export function elapsedText(value: number): string | undefined {
  if (!Number.isFinite(value) || value < 0 || value > LAST) return undefined;
  const seconds = Math.round(value * DAY);
  return clockText(seconds % DAY, Math.floor(seconds / DAY) * 24);
}

function civilText(days: number, is1904: boolean): string {
  if (is1904) return dayText(days + DAYS_TO_1904);
  // Excel counts 29 February 1900, which did not exist: days before it are off by one.
  if (days === 60) return '1900-02-29';
  return dayText(days < 60 ? days + 1 : days);
}

/** @param days since 30 December 1899 */
function dayText(days: number): string {
  return new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10);
}

function clockText(seconds: number, furtherHours = 0): string {
  const hours = furtherHours + Math.floor(seconds / 3600);
  const parts = [hours, Math.floor(seconds / 60) % 60, ...(seconds % 60 === 0 ? [] : [seconds % 60])];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
