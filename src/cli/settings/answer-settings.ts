import type { Result } from '#catalogue/problem.ts';
import { dateText, readDate } from '#search/query/civil-days.ts';
import { NO_TERMS, termKey, type Term } from '#search/query/terms.ts';
import { ALARM_FORM } from '#search/query/value-forms.ts';
import { bad, oneOf, quoted } from './setting-values.ts';
import { setting } from './setting.ts';

/**
 * Terms, how strictly requests are parsed, calendar alarms, the assistants' endpoint, and one setting
 * for everything that clients of OxTalks need.
 */
export const ANSWER_SETTINGS = {
  terms: setting<readonly Term[]>({
    flag: '--terms <list>',
    variable: 'LECTERN_TERMS',
    default: NO_TERMS,
    group: 'Answers',
    description:
      'Terms, separated by commas: Name=first day, or Name=first day/last day for a term that is not eight weeks long: Autumn=2026-09-21/2026-12-11.',
    read: terms,
  }),
  parameters: setting<'strict' | 'lenient'>({
    flag: '--parameters <form>',
    variable: 'LECTERN_PARAMETERS',
    default: 'strict',
    group: 'Answers',
    description: 'How parameters are parsed: strict, or lenient, which also accepts what OxTalks accepts.',
    read: oneOf(['strict', 'lenient']),
  }),
  alarm: setting<number | null>({
    flag: '--alarm <time>',
    variable: 'LECTERN_ALARM',
    default: null,
    group: 'Answers',
    description: 'Default alarm before each talk in calendars: 15m, 1h, 1d, or none.',
    read: alarm,
  }),
  privateCalendars: setting<'hidden' | 'unlisted'>({
    flag: '--private-calendars <form>',
    variable: 'LECTERN_PRIVATE_CALENDARS',
    default: 'hidden',
    group: 'Answers',
    description: 'Calendars of private collections: hidden, or unlisted (served to anyone who has the address).',
    read: oneOf(['hidden', 'unlisted']),
  }),
  jsonp: setting<'off' | 'on'>({
    flag: '--jsonp <form>',
    variable: 'LECTERN_JSONP',
    default: 'off',
    group: 'Answers',
    description: 'Serve JSONP (format=jsonp), for widgets from before CORS: on, or off.',
    read: oneOf(['off', 'on']),
  }),
  mcp: setting<'on' | 'off'>({
    flag: '--mcp [on|off]',
    variable: 'LECTERN_MCP',
    default: 'off',
    group: 'Answers',
    description: 'Answer assistants (Model Context Protocol) at /mcp: on, or off. --mcp alone is on.',
    read: oneOf(['on', 'off']),
  }),
  compatible: setting<'none' | 'oxtalks'>({
    flag: '--compatible <service>',
    variable: 'LECTERN_COMPATIBLE',
    default: 'none',
    group: 'Answers',
    description: 'Use the defaults that unmodified clients of another service need: oxtalks, or none.',
    read: oneOf(['none', 'oxtalks']),
  }),
};

/** The settings that the clients of each service need, as an operator would write them. */
export const COMPATIBLE_SETTINGS = {
  none: {},
  oxtalks: {
    links: 'absolute',
    uidForm: 'oxtalks',
    placesUrl: '//api.m.ox.ac.uk/places/',
    mapsUrl: '//maps.ox.ac.uk/#/places/',
    parameters: 'lenient',
    alarm: '1h',
    jsonp: 'on',
  },
} as const;

function alarm(text: string, where: string): Result<number | null> {
  const minutes = ALARM_FORM.read(text, { defaultCount: 1, maximumCount: 1 });
  if (minutes !== undefined) return { ok: true, value: minutes === 0 ? null : minutes };
  const what = `${JSON.stringify(text)} is not a valid alarm time.`;
  return bad(
    'bad-alarm',
    where,
    what,
    'Write a number of minutes, hours or days up to 28d, such as 15m, 1h or 1d, or none.',
  );
}

const DAYS_A_WEEK = 7;
const USUAL_WEEKS = 8;
const MAX_WEEKS = 60;
const MAX_TERMS = 100;
/** Characters: it stands beside dates. */
const LONGEST_NAME = 40;

/** `Name=first day` or `Name=first day/last day`, separated by commas, in any order; they may not overlap. */
function terms(text: string, where: string): Result<readonly Term[]> {
  const read: Term[] = [];
  const written = text.split(',').map((one) => one.trim());
  for (const one of written.filter((each) => each !== '')) {
    const [, name = '', first = '', last] = /^([^=]+?)\s*=\s*([\d-]+)(?:\s*\/\s*([\d-]+))?$/.exec(one) ?? [];
    const term = termOf(name, first, last);
    if (typeof term === 'string')
      return bad(
        'bad-terms',
        where,
        `${quoted(one)} is not a term: ${term}.`,
        'Write the name, = and the first day, and for a term that is not eight weeks long, / and its last day: Autumn=2026-09-21/2026-12-11.',
      );
    read.push(term);
  }
  if (read.length > MAX_TERMS)
    return bad('bad-terms', where, `There are ${String(read.length)} terms.`, `Give at most ${String(MAX_TERMS)}.`);
  const sorted = read.sort((a, b) => a.first - b.first);
  for (const [at, term] of sorted.entries()) {
    const next = sorted[at + 1];
    if (next === undefined || term.last < next.first) continue;
    const what = `${termText(term)} and ${termText(next)} overlap.`;
    return bad('bad-terms', where, what, 'Give the last day of the first one, or correct the dates.');
  }
  return { ok: true, value: sorted.length === 0 ? NO_TERMS : sorted };
}

/** A term, or what is wrong with it. */
function termOf(name: string, first: string, last: string | undefined): Term | string {
  if (name === '') return 'it has no name, or no first day as yyyy-mm-dd';
  if (termKey(name) === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name))
    return `its name does not have 1 to ${String(LONGEST_NAME)} characters, with letters or digits among them`;
  const begins = readDate(first)?.day;
  if (begins === undefined) return `${first} is not a date`;
  const ends = last === undefined ? begins + USUAL_WEEKS * DAYS_A_WEEK - 1 : readDate(last)?.day;
  if (ends === undefined) return `${last ?? ''} is not a date`;
  if (ends < begins) return 'its last day is before the first';
  if (ends - begins >= MAX_WEEKS * DAYS_A_WEEK) return `it has more than ${String(MAX_WEEKS)} weeks`;
  return { name, first: begins, last: ends };
}

/** Terms as the setting has them. */
export function termsText(all: readonly Term[]): string {
  return all.map(termText).join(',');
}

function termText({ name, first, last }: Term): string {
  return `${name}=${dateText(first)}/${dateText(last)}`;
}
