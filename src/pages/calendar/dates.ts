import type { Timestamp } from '#catalogue/timestamp.ts';
import { offsets, repeatedHours } from '#representations/formatted-time.ts';
import { memoize } from '#representations/memoize.ts';
import { readDate } from '#search/query/civil-days.ts';
import { NO_TERMS, termWeek, type Term } from '#search/query/terms.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import type { Language } from '../frame/language.ts';
import { insert, MESSAGES } from '../messages.ts';

/** Formats moments and days for pages, in one language and time zone. */
export interface Dates {
  /** `Tuesday 6 October 2015` */
  day(time: Timestamp): string;
  /** `Tue 6 Oct` */
  shortDay(time: Timestamp): string;
  /** `11:00`; `01:30 BST` in the hour that clocks show twice when they are put back. */
  time(time: Timestamp): string;
  /** `2015-10-06`, in the service's time zone. */
  isoDay(time: Timestamp): string;
  /** `British Summer Time`: the zone's name at that moment. */
  zoneName(time: Timestamp): string;
  /** `October 2015` of `2015-10`. */
  month(month: string): string;
  /** `Tuesday 6 October 2015` of `2015-10-06`, a date without a time zone. */
  longDate(day: string): string;
  /** `6 October 2015` of `2015-10-06`. */
  date(day: string): string;
  /** `31 October – 4 November 2027` of two dates without a time zone, `2027-10-31` and `2027-11-04`. */
  days(first: string, last: string): string;
  /** `31 Oct – 4 Nov`. */
  shortDays(first: string, last: string): string;
  /** `6 October` of `2015-10-06`. */
  dayAndMonth(day: string): string;
  /** `Tuesday`, `Tue` of `2015-10-06`. */
  weekday(day: string, width: 'long' | 'short'): string;
  /** `Week 7, Michaelmas` of `2015-11-24`; `''` between terms, and if none are set. */
  termWeek(day: string): string;
}

/** `en-GB`, because it puts days before months. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', fr: 'fr', es: 'es' };

/** @param timeZone IANA name */
export function datesIn(language: Language, timeZone: string, terms = NO_TERMS): Dates {
  return datesByLanguage(language)(timeZone)(terms);
}

/** The week of a term after a date, in a heading or beside a time; nothing between terms. @param day `2015-11-24` */
export function termNote(day: string, { termWeek }: Pick<Dates, 'termWeek'>): Html {
  const week = termWeek(day);
  return week === '' ? NOTHING : html` <span class="term-week">· <bdi>${week}</bdi></span>`;
}

const datesByLanguage = memoize((language: Language) =>
  memoize((timeZone: string) => {
    const dates = datesOf(LOCALES[language], timeZone);
    return memoize((terms: readonly Term[]): Dates => ({ ...dates, termWeek: termWeeks(terms, language) }), MAX_TERMS);
  }),
);

/** Settings in one process: only tests have many. */
const MAX_TERMS = 10;

function termWeeks(terms: readonly Term[], language: Language): Dates['termWeek'] {
  const { termWeek: text } = MESSAGES[language].browse.calendar;
  return (day) => {
    const found = termWeek(terms, readDate(day)?.day ?? NaN);
    return found === undefined ? '' : insert(text, { week: found.week, term: found.term.name });
  };
}

/**
 * Maximum cached days: more than a catalogue spans, in a megabyte or two. Formatting a day costs ten times as much as
 * looking it up.
 */
const MAX_REMEMBERED = 20_000;

const LONG = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const SHORT = { weekday: 'short', day: 'numeric', month: 'short' } as const;

function datesOf(locale: string, timeZone: string): Omit<Dates, 'termWeek'> {
  const clock = clockIn(timeZone);
  const zone = repeatedHours(locale, timeZone);
  const ofDay = (options: Intl.DateTimeFormatOptions): ((day: string) => string) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return memoize((day: string) => mended(format.format(Date.parse(day)), locale), MAX_REMEMBERED);
  };
  const ofDays = (options: Intl.DateTimeFormatOptions): Dates['days'] => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    // ICU puts thin spaces around the dash, which not all typefaces have.
    return (first, last) =>
      mended(format.formatRange(Date.parse(first), Date.parse(last)).replaceAll('\u2009', ' '), locale);
  };
  const long = ofDay(LONG);
  const short = ofDay(SHORT);
  const weekdays = { long: ofDay({ weekday: 'long' }), short: ofDay({ weekday: 'short' }) };
  return {
    day: (time) => long(clock(time).slice(0, 10)),
    shortDay: (time) => short(clock(time).slice(0, 10)),
    time: (time) => clock(time).slice(11, 16) + zone(time),
    isoDay: (time) => clock(time).slice(0, 10),
    zoneName: zoneNames(locale, timeZone),
    month: ofDay({ month: 'long', year: 'numeric' }),
    longDate: long,
    date: ofDay({ day: 'numeric', month: 'long', year: 'numeric' }),
    days: ofDays({ day: 'numeric', month: 'long', year: 'numeric' }),
    shortDays: ofDays({ day: 'numeric', month: 'short' }),
    dayAndMonth: ofDay({ day: 'numeric', month: 'long' }),
    weekday: (day, width) => weekdays[width](day),
  };
}

function mended(text: string, locale: string): string {
  // Some ICU versions put a comma after English weekdays, others do not.
  if (locale === LOCALES.en) return text.replace(',', '');
  // In French, the first of a month is an ordinal number; CLDR has only numbers.
  return locale === LOCALES.fr ? text.replace(/\b1(?=[–-]| \p{L})/gu, '1er') : text;
}

/** The local time of a moment: `2015-10-06T11:00…`. */
function clockIn(timeZone: string): (time: Timestamp) => string {
  const offsetAt = offsets(timeZone);
  return (time) => {
    const utc = Date.parse(time);
    const offset = offsetAt(utc);
    const local = offset === 0 ? time : new Date(utc + offset).toISOString();
    // On the first and last valid day, the local year may have more than four digits.
    return local.startsWith('+') || local.startsWith('-') ? time : local;
  };
}

/** Time zone names, cached per minute, since talks start at few different minutes. */
function zoneNames(locale: string, timeZone: string): Dates['zoneName'] {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' });
  const name = memoize((minute: string) => {
    const parts = format.formatToParts(Date.parse(`${minute}:00Z`));
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  }, MAX_REMEMBERED);
  return (time) => name(time.slice(0, 16));
}
