import type { DateParts } from './serial-date.ts';

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
