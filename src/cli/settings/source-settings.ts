import type { Result } from '#catalogue/problem.ts';
import { isPeriod } from '#harvest/retention/past-talks.ts';
import { canonicalHost } from '#sources/fetch/fetch-address.ts';
import { SPEAKERS_IN_TEXT, type SpeakersInText, STATUS_WORDS, type StatusWords, YEAR } from '#sources/source-format.ts';
import { contactAddress, bad, filePath, oneOf, type ReadValue } from './setting-values.ts';
import { setting } from './setting.ts';

/**
 * Hosts separated by commas, each a name or an address, optionally with a port: `talks.internal,
 * 10.0.0.7:8080, [::1]`.
 */
export function hostList(text: string, where: string): Result<ReadonlySet<string>> {
  const hosts = text
    .split(/[,\n]/)
    .map((host) => host.trim())
    .filter((host) => host !== '');
  const wrong = hosts.find((host) => canonicalHost(host) === undefined);
  if (wrong === undefined) return { ok: true, value: new Set(hosts.flatMap((host) => canonicalHost(host) ?? [])) };
  return bad(
    'bad-host',
    where,
    `${JSON.stringify(wrong.slice(0, 100))} is not a host.`,
    'Write names or addresses as in a URL, separated by commas: talks.internal, 10.0.0.7:8080, [::1].',
  );
}

/** `2026`, or `2026/27` for an academic year. */
const year: ReadValue<string> = Object.assign(
  (text: string, where: string): Result<string> => {
    const [first = '', second] = text.split('/');
    const isNext = second === undefined || (Number(first) + 1) % 100 === Number(second);
    if (new RegExp(YEAR).test(text) && isNext) return { ok: true, value: text };
    const what = `${JSON.stringify(text.slice(0, 100))} is not a year.`;
    return bad('bad-year', where, what, 'Write a year from 1900 to 2099, or an academic year: 2026, 2026/27.');
  },
  { accepts: { type: ['integer', 'string'], minimum: 1900, maximum: 2099, pattern: YEAR } },
);

/** A number of days, months or years, up to a century. */
function period(text: string, where: string): Result<string> {
  if (isPeriod(text)) return { ok: true, value: text };
  return bad(
    'bad-period',
    where,
    `${JSON.stringify(text.slice(0, 40))} is not a period of at most 100 years.`,
    'Write a number and d, m or y, for days, months or years: 5y.',
  );
}

/** Where talks come from, and which hosts are trusted. */
export const SOURCE_SETTINGS = {
  sources: setting<string | null>({
    flag: '--sources <path>',
    variable: 'LECTERN_SOURCES',
    default: null,
    group: 'Sources',
    description: 'The sources file: where talks come from, and how often to import them.',
    read: filePath,
    isPath: true,
  }),
  same: setting<string | null>({
    flag: '--same <path>',
    variable: 'LECTERN_SAME',
    default: null,
    group: 'Sources',
    description: 'File of talks, people, series, places and topics that are the same: one pair per line.',
    read: filePath,
    isPath: true,
  }),
  corrections: setting<string | null>({
    flag: '--corrections <path>',
    variable: 'LECTERN_CORRECTIONS',
    default: null,
    defaultText: 'beside an SQLite database',
    group: 'Sources',
    description: 'File of manual corrections, written by lectern hide, cancel, edit and feature.',
    read: filePath,
    isPath: true,
  }),
  keepPastTalks: setting<string | null>({
    flag: '--keep-past-talks <period>',
    variable: 'LECTERN_KEEP_PAST_TALKS',
    default: null,
    defaultText: 'forever',
    group: 'Sources',
    description:
      'How long talks are kept after they end: 5y, 18m (months) or 400d. Imports and syncs remove older ones.',
    read: period,
  }),
  year: setting<string | null>({
    flag: '--year <year>',
    variable: 'LECTERN_YEAR',
    default: null,
    defaultText: 'unknown',
    group: 'Sources',
    description: 'Year of dates that have none, in tables and lists: 2026, or 2026/27 for an academic year.',
    read: year,
  }),
  statusWords: setting<StatusWords>({
    flag: '--status-words <how>',
    variable: 'LECTERN_STATUS_WORDS',
    default: 'read',
    group: 'Sources',
    description: 'Words such as “CANCELLED:” at the ends of titles: read them as a status, or ignore them.',
    read: oneOf(STATUS_WORDS),
  }),
  speakersInText: setting<SpeakersInText>({
    flag: '--speakers-in-text <how>',
    variable: 'LECTERN_SPEAKERS_IN_TEXT',
    default: 'read',
    group: 'Sources',
    description: 'Speakers in titles and descriptions of calendars and feeds: read them, or ignore them.',
    read: oneOf(SPEAKERS_IN_TEXT),
  }),
  allowHost: setting<ReadonlySet<string>>({
    flag: '--allow-host <hosts>',
    variable: 'LECTERN_ALLOW_HOSTS',
    default: new Set(),
    group: 'Sources',
    description: 'Hosts inside the network that sources may be read from: names or IP addresses, separated by commas.',
    read: hostList,
  }),
  contact: setting<string | null>({
    flag: '--contact <address>',
    variable: 'LECTERN_CONTACT',
    default: null,
    group: 'Sources',
    description: 'Mail or web address in the User-Agent of requests, so that those who run a source can reach you.',
    read: contactAddress,
  }),
};
