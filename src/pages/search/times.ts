import { unaccented } from '#catalogue/folding.ts';
import type { Day } from '#search/query/calendar-date.ts';
import {
  dateText,
  dayOf,
  daysOf,
  monthOf,
  readDate,
  readWeek,
  weekdayOf,
  weekOf,
  weekText,
} from '#search/query/civil-days.ts';
import { daysOfTermWeek, termKey, termOn, termWeek, type Term } from '#search/query/terms.ts';
import type { AskedDays } from '#search/query/window.ts';
import { memoize } from '#representations/memoize.ts';
import type { Language } from '../frame/language.ts';
import type { View } from '../frame/view.ts';
import { insert } from '../messages.ts';
import type { Shortcut } from './search-content.ts';
import WORDS from '../messages/times.json' with { type: 'json' };

/** Earlier than any talk worth searching for. */
export const LONG_AGO = '1900-01-01';

const DAYS_A_YEAR = 365;
const DAYS_A_WEEK = 7;

let shortcuts: { readonly day: Day; readonly all: readonly Shortcut[] } | undefined;

/** Frequently used periods; they stay the same all day. */
export function shortcutsOn(today: Day): readonly Shortcut[] {
  if (shortcuts?.day === today) return shortcuts.all;
  // Days left in this week after today: none on a Sunday.
  const left = DAYS_A_WEEK - 1 - weekdayOf(today);
  const saturday = Math.max(today, today + left - 1);
  const monday = today + left + 1;
  const all: readonly Shortcut[] = [
    { name: 'upcoming', from: null, to: null },
    { name: 'today', ...period(today, today, today) },
    { name: 'tomorrow', ...period(today + 1, today + 1, today) },
    // At the weekend, the rest of the week is the weekend, and on a Sunday it is today.
    ...(left > 1 ? [{ name: 'thisWeek', ...period(today, today + left, today) } as const] : []),
    ...(left > 0 ? [{ name: 'weekend', ...period(saturday, today + left, today) } as const] : []),
    { name: 'nextWeek', ...period(monday, monday + DAYS_A_WEEK - 1, today) },
    { name: 'next30', from: 'today', to: 'plus30' },
    { name: 'past', from: dateText(today - DAYS_A_YEAR), to: dateText(today - 1) },
    { name: 'always', from: LONG_AGO, to: null },
  ];
  shortcuts = { day: today, all };
  return all;
}

/** A period as values of `from` and `to`. */
interface Period {
  readonly from: string;
  readonly to: string;
}

function period(first: Day, last: Day, today: Day): Period {
  const nameOf = (day: Day): string => ['today', 'tomorrow'][day - today] ?? dateText(day);
  return { from: nameOf(first), to: last === first ? nameOf(last) : `plus${String(last - first)}` };
}

/** The present term, or else the next one; undefined if all are over, and if there are none. */
export function termToCome(terms: readonly Term[], today: Day): Term | undefined {
  const term = termOn(terms, today);
  return term === undefined || term.last < today ? undefined : term;
}

/** What a reader typed, taken apart. */
interface TypedTime extends Period {
  /** The other words; `''` for none. */
  readonly rest: string;
}

interface TimeContext {
  readonly language: Language;
  readonly today: Day;
  readonly terms: readonly Term[];
}

/**
 * Words of time at the beginning or the end of a text, such as “next week”, “Friday”, “3 December” or “Week 7”, in the
 * language of the page. Undefined if there are none. Words in quotation marks are only words.
 */
export function timeIn(typed: string, context: TimeContext): TypedTime | undefined {
  const tokens = typed.split(/\s+/u).filter((token) => folding(token) !== '');
  const folded = tokens.map((token) => folding(token)).join(' ');
  let best: Found | undefined;
  for (const phrase of phrasesOf(context)) {
    for (const found of [foundIn(folded, phrase, false, context), foundIn(folded, phrase, true, context)])
      if (found !== undefined && found.length > (best?.length ?? 0)) best = found;
  }
  if (best === undefined) return undefined;
  const rest = best.atEnd ? tokens.slice(0, tokens.length - best.length) : tokens.slice(best.length);
  return { ...best.period, rest: rest.join(' ') };
}

interface Found {
  /** In words. */
  readonly length: number;
  readonly atEnd: boolean;
  readonly period: Period;
}

function foundIn(
  folded: string,
  { kind, beginning, end }: Phrase,
  atEnd: boolean,
  context: TimeContext,
): Found | undefined {
  const found = (atEnd ? end : beginning).exec(folded);
  if (found === null || isQuoted(folded.slice(0, found.index))) return undefined;
  const period = MEANING[kind](found.groups ?? {}, context);
  return period && { length: found[0].split(' ').length, atEnd, period };
}

/** Without the signs that people put after a word; quotation marks stay. */
function folding(token: string): string {
  return unaccented(token)
    .replaceAll('’', "'")
    .replace(/[,;:.!?]+$/, '');
}

/** Whether a quotation that began before is not closed. */
function isQuoted(before: string): boolean {
  return (before.match(/["“”„‟«»＂]/g)?.length ?? 0) % 2 === 1;
}

type Kind = keyof (typeof WORDS)['en'];

interface Phrase {
  readonly kind: Kind;
  readonly beginning: RegExp;
  readonly end: RegExp;
}

function phrasesOf({ language, terms }: TimeContext): readonly Phrase[] {
  return phrasesByLanguage(language)(terms);
}

const phrasesByLanguage = memoize((language: Language) =>
  memoize((terms: readonly Term[]): readonly Phrase[] => {
    const kinds = Object.keys(WORDS[language]).filter((key): key is Kind => key in WORDS.en);
    return kinds.flatMap((kind) =>
      WORDS[language][kind].flatMap((text) => {
        if (terms.length === 0 && text.includes('{term}')) return [];
        const pattern = folding(text).replace(/\{(\w+)\}/g, (_, name: string) => slot(name, language, terms));
        return [
          {
            kind,
            beginning: new RegExp(`^(?:${pattern})(?= |$)`, 'u'),
            end: new RegExp(`(?<=^| )(?:${pattern})$`, 'u'),
          },
        ];
      }),
    );
  }, 10),
);

/** What may stand in place of `{name}` in a phrase. */
function slot(name: string, language: Language, terms: readonly Term[]): string {
  const { weekdays, months } = namesOf(language);
  if (name === 'number') return String.raw`(?<number>\d{1,2})(?:st|nd|rd|th|er|eme|e|a)?`;
  if (name === 'year') return String.raw`(?<year>\d{4})`;
  const names = name === 'weekday' ? weekdays : name === 'month' ? months : terms.map((term) => folding(term.name));
  const longestFirst = [...new Set(names)].sort((a, b) => b.length - a.length);
  return `(?<${name}>${longestFirst.map((one) => one.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)).join('|')})`;
}

/** The names of weekdays, Monday first, and of months, folded. */
const namesOf = memoize((language: Language) => {
  const names = (options: Intl.DateTimeFormatOptions, dates: readonly number[]): readonly string[] => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return dates.map((date) => folding(format.format(date)));
  };
  const months = Array.from({ length: 12 }, (_, at) => Date.UTC(2024, at, 1));
  // 1 January 2024 was a Monday.
  const week = Array.from({ length: DAYS_A_WEEK }, (_, at) => Date.UTC(2024, 0, 1 + at));
  return { weekdays: names({ weekday: 'long' }, week), months: names({ month: 'long' }, months) };
});

type Slots = Readonly<Record<string, string | undefined>>;

/** What each kind of phrase means; undefined if that does not exist. */
const MEANING: Readonly<Record<Kind, (slots: Slots, context: TimeContext) => Period | undefined>> = {
  today: (_, { today }) => named('today', today),
  tomorrow: (_, { today }) => named('tomorrow', today),
  thisWeek: (_, { today }) => named('thisWeek', today),
  weekend: (_, { today }) => named('weekend', today),
  nextWeek: (_, { today }) => named('nextWeek', today),
  thisTerm: (_, { today, terms }) => termToCome(terms, today) && { from: 'term', to: 'term' },
  nextTerm: (_, { today, terms }) => {
    const next = terms.find(({ first }) => first > today);
    return next && period(next.first, next.last, today);
  },
  inTerm: ({ term }, { terms }) => ({ from: `term:${termKeyOf(term, terms) ?? ''}`, to: 'term' }),
  inWeek: ({ number, term }, context) => weekNumbered(Number(number), termKeyOf(term, context.terms), context),
  inCalendarWeek: ({ number }, { today }) => calendarWeek(Number(number), today),
  onDay: ({ weekday = '' }, { language, today }) => {
    const ahead = (namesOf(language).weekdays.indexOf(weekday) - weekdayOf(today) + DAYS_A_WEEK) % DAYS_A_WEEK;
    return period(today + ahead, today + ahead, today);
  },
  onDate: ({ number, month = '', year }, { language, today }) => {
    const day = dateNear(Number(number), 1 + namesOf(language).months.indexOf(month), year, today);
    return day === undefined ? undefined : period(day, day, today);
  },
};

/** On a Sunday, this week and the weekend are today. */
function named(name: Shortcut['name'], today: Day): Period {
  const { from = null, to = null } = shortcutsOn(today).find((one) => one.name === name) ?? {};
  if (from !== null && to !== null) return { from, to };
  return name === 'thisWeek' ? named('weekend', today) : period(today, today, today);
}

function termKeyOf(folded: string | undefined, terms: readonly Term[]): string | undefined {
  const term = terms.find(({ name }) => folding(name) === folded);
  return term && termKey(term.name);
}

/** A week of a term; without terms, the next calendar week with this number. */
function weekNumbered(
  number: number,
  key: string | undefined,
  { today, terms }: Pick<TimeContext, 'today' | 'terms'>,
): Period | undefined {
  const term = termOn(terms, today, key);
  if (term !== undefined) {
    const days = daysOfTermWeek(term, number);
    return days && period(days.first, days.last, today);
  }
  return calendarWeek(number, today);
}

/** The next week with this number in its year. */
function calendarWeek(number: number, today: Day): Period | undefined {
  const { year } = weekOf(today);
  for (const one of [year, year + 1]) {
    const week = readWeek(weekText({ year: one, week: number }));
    const [monday = -Infinity] = week === undefined ? [] : daysOf(week);
    if (monday + DAYS_A_WEEK > today) return period(monday, monday + DAYS_A_WEEK - 1, today);
  }
  return undefined;
}

/** The date in this year; if it is over and no year is given, in the next. */
function dateNear(date: number, month: number, year: string | undefined, today: Day): Day | undefined {
  if (year !== undefined) return dayOf(Number(year), month, date);
  const { year: now } = monthOf(today);
  return [now, now + 1].map((one) => dayOf(one, month, date)).find((day) => day !== undefined && day >= today);
}

/** What a reader calls the days of a search: `Next week`, `Michaelmas`, `Friday 4 December 2026`. `''` if they have no name. */
export function periodName(
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  days: AskedDays,
  { brand, dates, messages: { search, browse }, now }: View,
): string {
  if (days.from === undefined || days.to === undefined) return '';
  const { terms } = brand;
  const today = readDate(dates.isoDay(now.toISOString()))?.day ?? 0;
  const shortcut = shortcutsOn(today).find((one) => one.from === from && one.to === to);
  if (shortcut !== undefined) return search[shortcut.name];
  if (days.from === days.to) return days.from >= 0 ? dates.longDate(dateText(days.from)) : '';
  const found = termWeek(terms, days.from);
  if (found === undefined) return '';
  const { term, week } = found;
  if (days.from === term.first && days.to === term.last) return term.name;
  const whole = daysOfTermWeek(term, week);
  const isWeek = whole?.first === days.from && whole.last === days.to;
  return isWeek ? insert(browse.calendar.termWeek, { week, term: term.name }) : '';
}
