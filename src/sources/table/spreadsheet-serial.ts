import type { WrittenDate } from './written-date.ts';
import type { CivilDay } from './written-day.ts';

/** A date in Excel: days since 30 December 1899, with the time of day as a fraction; or the fraction alone. */
const SERIAL = /^(\d{5}|0?)(?:[.,](\d{1,15}))?$/;

export function isSerial(text: string): boolean {
  return text !== '' && text !== '0' && SERIAL.test(text);
}

/** @param text `isSerial` must be true of it */
export function dayOfSerial(text: string): Omit<WrittenDate, 'day'> & { readonly day: CivilDay | undefined } {
  const [, whole = '', fraction] = SERIAL.exec(text) ?? [];
  const days = Number(whole);
  const seconds = fraction === undefined ? undefined : Math.round(Number(`0.${fraction}`) * 86_400);
  const clocks = seconds === undefined ? undefined : { start: seconds, end: undefined };
  if (days === 0) return { day: undefined, clocks, zone: '', isYearless: false };
  const date = new Date(Date.UTC(1899, 11, 30 + days));
  const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  return { day, clocks, zone: '', isYearless: false };
}
