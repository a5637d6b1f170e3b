import { ANSWER_SETTINGS } from './answer-settings.ts';
import { NETWORK_SETTINGS } from './network-settings.ts';
import { PAGE_SETTINGS } from './page-settings.ts';
import {
  baseAddress,
  oneOf,
  databaseAddress,
  filePath,
  integer,
  prefixAddress,
  timeZoneName,
  titleWords,
  withoutPassword,
} from './setting-values.ts';
import { setting } from './setting.ts';
import { SOURCE_SETTINGS } from './source-settings.ts';
import type { Setting } from './setting.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** By default, one worker per core, up to this many. */
export const WORKERS_BY_DEFAULT = 4;

/** Every setting. A test holds `docs/reference/settings.md` equal to this table. */
export const SETTINGS = {
  database: setting({
    flag: '--database <address>',
    variable: 'DATABASE_URL',
    default: 'sqlite:lectern.db',
    group: 'Store',
    description: 'The database: sqlite: and the path of a file, or a postgres:// address.',
    read: databaseAddress,
    withoutSecret: withoutPassword,
  }),
  cacheFolder: setting<string | null>({
    flag: '--cache-folder <path>',
    variable: 'LECTERN_CACHE_FOLDER',
    default: null,
    defaultText: "beside an SQLite database, else in the user's cache folder",
    group: 'Store',
    description: 'Folder for the copy of the catalogue that requests read. It may be deleted at any time.',
    read: filePath,
    isPath: true,
  }),
  ...NETWORK_SETTINGS,
  baseUrl: setting<string | null>({
    flag: '--base-url <address>',
    variable: 'LECTERN_BASE_URL',
    default: null,
    defaultText: 'http:// with host and port',
    group: 'Published addresses',
    description: 'Public address of the service. All links begin with it; it is never taken from a request.',
    read: baseAddress,
  }),
  placesUrl: setting<string | null>({
    flag: '--places-url <address>',
    variable: 'LECTERN_PLACES_URL',
    default: null,
    defaultText: "Lectern's own records of places",
    group: 'Published addresses',
    description: 'Base address of your places service; place identifiers are appended.',
    read: prefixAddress,
  }),
  mapsUrl: setting<string | null>({
    flag: '--maps-url <address>',
    variable: 'LECTERN_MAPS_URL',
    default: null,
    defaultText: 'OpenStreetMap',
    group: 'Published addresses',
    description: 'Base address of your maps service; place identifiers are appended.',
    read: prefixAddress,
  }),
  links: setting<'paths' | 'absolute'>({
    flag: '--links <form>',
    variable: 'LECTERN_LINKS',
    default: 'paths',
    group: 'Published addresses',
    description: 'Form of self and talks_page links: paths, or absolute, for clients on other sites.',
    read: oneOf(['paths', 'absolute']),
  }),
  uidForm: setting<'slug' | 'oxtalks'>({
    flag: '--uid-form <form>',
    variable: 'LECTERN_UID_FORM',
    default: 'slug',
    group: 'Published addresses',
    description: 'UID in calendars for talks imported without one: slug, or oxtalks, the form that OxTalks used.',
    read: oneOf(['slug', 'oxtalks']),
  }),
  oldAddresses: setting<string | null>({
    flag: '--old-addresses <path>',
    variable: 'LECTERN_OLD_ADDRESSES',
    default: null,
    group: 'Published addresses',
    description: 'File of addresses of an earlier service and where they lead now, one pair per line.',
    read: filePath,
    isPath: true,
  }),
  timeZone: setting({
    flag: '--time-zone <name>',
    variable: 'LECTERN_TIME_ZONE',
    default: 'Europe/London',
    group: 'Answers',
    description:
      'IANA time zone of dates in requests, of formatted dates and times, and of imported times without a zone.',
    read: timeZoneName,
  }),
  defaultCount: setting({
    flag: '--default-count <number>',
    variable: 'LECTERN_DEFAULT_COUNT',
    default: 20,
    group: 'Answers',
    description: 'Talks per page of a search without count.',
    read: integer(1, 10_000),
  }),
  maximumCount: setting({
    flag: '--maximum-count <number>',
    variable: 'LECTERN_MAXIMUM_COUNT',
    default: 1000,
    group: 'Answers',
    description: 'Maximum of count, and talks in a feed that is not a calendar.',
    read: integer(1, 10_000),
  }),
  ...ANSWER_SETTINGS,
  untitled: setting({
    flag: '--untitled <words>',
    variable: 'LECTERN_UNTITLED',
    default: 'To be announced',
    group: 'Answers',
    description: 'Title of talks that have none.',
    read: titleWords,
  }),
  ...PAGE_SETTINGS,
  ...SOURCE_SETTINGS,
  workers: setting<number | null>({
    flag: '--workers <number>',
    variable: 'LECTERN_WORKERS',
    default: null,
    defaultText: `one for each core and each 512 MiB of memory, at most ${String(WORKERS_BY_DEFAULT)}`,
    group: 'Running',
    description:
      'Number of processes that serve requests on one port. With 1, there is a single process, which cannot be reloaded.',
    read: integer(1, 64),
  }),
  answerMemory: setting({
    flag: '--answer-memory <MiB>',
    variable: 'LECTERN_ANSWER_MEMORY',
    default: 8,
    group: 'Running',
    description: 'Size of the response cache of each worker in MiB; 0 for none.',
    read: integer(0, 1_000_000),
  }),
  config: setting<string | null>({
    flag: '--config <path>',
    variable: 'LECTERN_CONFIG',
    default: null,
    defaultText: 'lectern.yaml in the current folder, if there is one',
    group: 'Running',
    description: 'Configuration file: any of these settings, and the sources.',
    read: filePath,
  }),
  accessLog: setting<'off' | 'common' | 'json'>({
    flag: '--access-log <form>',
    variable: 'LECTERN_ACCESS_LOG',
    default: 'off',
    group: 'Running',
    description: 'Write a line for each request to standard output: off, common, or json.',
    read: oneOf(['off', 'common', 'json']),
  }),
  accessLogPersonal: setting<'off' | 'on'>({
    flag: '--access-log-personal [on|off]',
    variable: 'LECTERN_ACCESS_LOG_PERSONAL',
    default: 'off',
    group: 'Running',
    description:
      "Log the client's address, user agent, referrer and whole query as well. --access-log-personal alone is on.",
    read: oneOf(['off', 'on']),
  }),
  traces: setting<'off' | 'on'>({
    flag: '--traces [on|off]',
    variable: 'LECTERN_TRACES',
    default: 'off',
    group: 'Running',
    description:
      'Send OpenTelemetry traces, as configured by its variables (OTEL_…): on, or off. --traces alone is on.',
    read: oneOf(['off', 'on']),
  }),
  logLevel: setting<(typeof LOG_LEVELS)[number]>({
    flag: '--log-level <level>',
    variable: 'LECTERN_LOG_LEVEL',
    default: 'info',
    group: 'Running',
    description: `Lowest log level to write: ${LOG_LEVELS.join(', ')}.`,
    read: oneOf(LOG_LEVELS),
  }),
  logFormat: setting<'auto' | 'json' | 'text'>({
    flag: '--log-format <format>',
    variable: 'LECTERN_LOG_FORMAT',
    default: 'auto',
    group: 'Running',
    description: 'Format of the log: json, text for people, or auto: text on a terminal, otherwise json.',
    read: oneOf(['auto', 'json', 'text']),
  }),
};

export type SettingName = keyof typeof SETTINGS;

/** In the order of the table. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS).filter((name) => isSettingName(name));

function isSettingName(name: string): name is SettingName {
  return name in SETTINGS;
}

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** What the service runs with. Null: derived from other settings. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };
