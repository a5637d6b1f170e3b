/** What a number format shows: a date, a time, a duration, or none of these. */
export interface NumberKind extends DateParts {
  /** True: a duration, which may exceed a day: `[h]:mm`. */
  readonly elapsed: boolean;
}

const PLAIN: NumberKind = { date: false, time: false, elapsed: false };
const DATE: NumberKind = { date: true, time: false, elapsed: false };
const TIME: NumberKind = { date: false, time: true, elapsed: false };

/** Built-in formats, which are not in the file (ECMA-376 part 1, 18.8.30); from 27 on for East Asian languages. */
export function builtInKind(id: number): NumberKind {
  if (id === 22) return { ...DATE, time: true };
  if (id === 46) return { ...TIME, elapsed: true };
  const isIn = (ranges: readonly (readonly [number, number])[]): boolean =>
    ranges.some(([first, last]) => id >= first && id <= last);
  if (isIn(BUILT_IN_TIMES)) return TIME;
  return isIn(BUILT_IN_DATES) ? DATE : PLAIN;
}

const BUILT_IN_TIMES = [
  [18, 21],
  [32, 35],
  [45, 47],
] as const;
const BUILT_IN_DATES = [
  [14, 17],
  [27, 36],
  [50, 58],
] as const;

/** Characters of a format code to examine; Excel's own limit is 255. */
const LONGEST_CODE = 1000;

/** @param code of a number format: `dd/mm/yyyy hh:mm`, `[$-409]d mmm;@`, `0.00" h"` */
export function numberKind(code: string): NumberKind {
  const bare = code
    .slice(0, LONGEST_CODE)
    .toLowerCase()
    // Quoted text, escaped characters, padding.
    .replace(/"[^"]*"|\\.|[_*]./gs, '');
  const [first = ''] = bare.split(';', 1);
  const elapsed = /\[(?:h+|m+|s+)\]/.test(first);
  // Colours, conditions and locales.
  const letters = first.replace(/\[[^\]]*\]/g, '').replaceAll('general', '');
  const time = elapsed || /[hs]|a\/p|am\/pm/.test(letters);
  const withoutTimes = letters.replace(/am\/pm|a\/p/g, '');
  const months = withoutTimes.replace(/h+[^a-z]*m+|m+[^a-z]*s+/g, '');
  const date = /[yd]/.test(withoutTimes) || (months.includes('m') && !elapsed);
  return { date, time, elapsed: elapsed && !date };
}

/** Which parts of a date a number format shows. */
interface DateParts {
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
