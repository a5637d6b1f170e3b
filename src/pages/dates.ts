import type { Timestamp } from '#catalogue/timestamp.js';
import type { Language } from './language.js';

/** A moment or a day as pages write it, in a language and by the clock of a time zone. */
export interface Dates {
  /** `Tuesday 6 October 2015` */
  day(time: Timestamp): string;
  /** `Tue 6 Oct` */
  shortDay(time: Timestamp): string;
  /** `11:00` */
  time(time: Timestamp): string;
  /** `2015-10-06`, by the clock of the zone. */
  isoDay(time: Timestamp): string;
  /** `British Summer Time`, as it is called at that moment. */
  zoneName(time: Timestamp): string;
  /** `GMT+1`, or a short name where the language has one: `BST`. */
  zoneShort(time: Timestamp): string;
  /** `October 2015` of `2015-10`. */
  month(month: string): string;
  /** `Tuesday 6 October 2015` of `2015-10-06`, which is of no zone. */
  longDate(day: string): string;
  /** `6 October` of `2015-10-06`. */
  dayAndMonth(day: string): string;
  /** `Tuesday`, `Tue` of `2015-10-06`. */
  weekday(day: string, width: 'long' | 'short'): string;
}

/** English as it is written where days come before months. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', fr: 'fr', es: 'es' };

const made = new Map<string, Dates>();

/** @param timeZone IANA name */
export function datesIn(language: Language, timeZone: string): Dates {
  const key = `${language} ${timeZone}`;
  let dates = made.get(key);
  if (dates === undefined) made.set(key, (dates = datesOf(LOCALES[language], timeZone)));
  return dates;
}

const LONG = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const HOUR = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** A formatter costs a thousand times what it does to use one. */
function datesOf(locale: string, timeZone: string): Dates {
  // Some versions of the data have a comma after English weekdays, others not.
  const written = (date: string): string => (locale === LOCALES.en ? date.replace(',', '') : date);
  const inZone = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    return (time: Timestamp): string => written(format.format(Date.parse(time)));
  };
  const ofDay = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (day: string): string => written(format.format(Date.parse(day)));
  };
  const weekdays = { long: ofDay({ weekday: 'long' }), short: ofDay({ weekday: 'short' }) };
  return {
    day: inZone(LONG),
    shortDay: inZone({ weekday: 'short', day: 'numeric', month: 'short' }),
    time: inZone(HOUR),
    isoDay: isoDayIn(timeZone),
    zoneName: zonePart(locale, timeZone, 'long'),
    zoneShort: zonePart(locale, timeZone, 'short'),
    month: ofDay({ month: 'long', year: 'numeric' }),
    longDate: ofDay(LONG),
    dayAndMonth: ofDay({ day: 'numeric', month: 'long' }),
    weekday: (day, width) => weekdays[width](day),
  };
}

function zonePart(locale: string, timeZone: string, timeZoneName: 'long' | 'short'): Dates['zoneName'] {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName });
  return (time) =>
    format.formatToParts(Date.parse(time)).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Swedish writes dates as ISO 8601 does. */
function isoDayIn(timeZone: string): Dates['isoDay'] {
  const format = new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return (time) => format.format(Date.parse(time));
}
