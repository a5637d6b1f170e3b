import { isIP } from 'node:net';
import type { BrandLink } from '#pages/frame/brand.ts';
import { NO_BRAND } from '#pages/frame/brand.ts';
import { ANSWER_SETTINGS } from './answer-settings.ts';
import { brandLinks, brandName, colour, picturePath } from './brand-values.ts';
import {
  baseAddress,
  choice,
  databaseAddress,
  filePath,
  hostName,
  integer,
  prefixAddress,
  timeZoneName,
  titleWords,
} from './setting-values.ts';
import { setting } from './setting.ts';
import { SOURCE_SETTINGS } from './source-settings.ts';
import type { Setting } from './setting.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What the service takes of the machine by itself: a worker for each core, but not more than these. */
export const WORKERS_BY_DEFAULT = 4;

/** Every setting there is. `docs/reference/settings.md` lists them, held equal to this table by a test. */
export const SETTINGS = {
  database: setting({
    flag: '--database <address>',
    variable: 'DATABASE_URL',
    default: 'sqlite:lectern.db',
    defaultText: 'sqlite:lectern.db',
    group: 'Store',
    description: 'Where the catalogue is kept: sqlite: and the path of a file, or postgres:// and a server.',
    read: databaseAddress,
  }),
  cacheFolder: setting<string | null>({
    flag: '--cache-folder <path>',
    variable: 'LECTERN_CACHE_FOLDER',
    default: null,
    defaultText: 'beside the database',
    group: 'Store',
    description: 'Folder for files that make the next start faster and may be deleted at any time.',
    read: filePath,
  }),
  host: setting({
    flag: '--host <host>',
    variable: 'LECTERN_HOST',
    // Some shells keep the machine's name in it.
    platform: { variable: 'HOST', isMeant: (text) => isIP(text) !== 0 },
    default: '127.0.0.1',
    defaultText: '127.0.0.1',
    group: 'Network',
    description: 'Address to listen on; the default is reached from this machine only, 0.0.0.0 from every network.',
    read: hostName,
  }),
  port: setting({
    flag: '--port <number>',
    variable: 'LECTERN_PORT',
    platform: { variable: 'PORT', isMeant: () => true },
    default: 8080,
    defaultText: '8080',
    group: 'Network',
    description: 'TCP port to listen on; 0 takes any free one.',
    read: integer(0, 65_535),
  }),
  shutdownGrace: setting({
    flag: '--shutdown-grace <seconds>',
    variable: 'LECTERN_SHUTDOWN_GRACE',
    default: 10,
    defaultText: '10',
    group: 'Network',
    description: 'Seconds that requests in flight are given to finish after SIGTERM or SIGINT.',
    read: integer(0, 3600),
  }),
  baseUrl: setting<string | null>({
    flag: '--base-url <address>',
    variable: 'LECTERN_BASE_URL',
    default: null,
    defaultText: 'http:// with host and port',
    group: 'Addresses we publish',
    description: 'Public address of the service, from which every link is made; never taken from a request.',
    read: baseAddress,
  }),
  placesUrl: setting<string | null>({
    flag: '--places-url <address>',
    variable: 'LECTERN_PLACES_URL',
    default: null,
    defaultText: 'our own records of places',
    group: 'Addresses we publish',
    description: 'Address on your places service that a place identifier is appended to.',
    read: prefixAddress,
  }),
  mapsUrl: setting<string | null>({
    flag: '--maps-url <address>',
    variable: 'LECTERN_MAPS_URL',
    default: null,
    defaultText: 'OpenStreetMap',
    group: 'Addresses we publish',
    description: 'Address on your maps service that a place identifier is appended to.',
    read: prefixAddress,
  }),
  links: setting<'paths' | 'absolute'>({
    flag: '--links <form>',
    variable: 'LECTERN_LINKS',
    default: 'paths',
    defaultText: 'paths',
    group: 'Addresses we publish',
    description:
      'How self and talks_page links are written: paths, or absolute for clients that follow them from other sites.',
    read: choice(['paths', 'absolute']),
  }),
  uidForm: setting<'slug' | 'oxtalks'>({
    flag: '--uid-form <form>',
    variable: 'LECTERN_UID_FORM',
    default: 'slug',
    defaultText: 'slug',
    group: 'Addresses we publish',
    description:
      'UID in calendars of a talk imported without one: its slug, or what subscribers of OxTalks hold (oxtalks).',
    read: choice(['slug', 'oxtalks']),
  }),
  timeZone: setting({
    flag: '--time-zone <name>',
    variable: 'LECTERN_TIME_ZONE',
    default: 'Europe/London',
    defaultText: 'Europe/London',
    group: 'Answers',
    description:
      'IANA time zone of every date in a question, of formatted dates and times, and of imported times that name none.',
    read: timeZoneName,
  }),
  defaultCount: setting({
    flag: '--default-count <number>',
    variable: 'LECTERN_DEFAULT_COUNT',
    default: 20,
    defaultText: '20',
    group: 'Answers',
    description: 'Talks on a page of a search that does not say how many.',
    read: integer(1, 10_000),
  }),
  maximumCount: setting({
    flag: '--maximum-count <number>',
    variable: 'LECTERN_MAXIMUM_COUNT',
    default: 1000,
    defaultText: '1000',
    group: 'Answers',
    description: 'The most talks that a search may ask for on one page.',
    read: integer(1, 10_000),
  }),
  ...ANSWER_SETTINGS,
  untitled: setting({
    flag: '--untitled <words>',
    variable: 'LECTERN_UNTITLED',
    default: 'To be announced',
    defaultText: 'To be announced',
    group: 'Answers',
    description: 'The title that is shown of a talk without one.',
    read: titleWords,
  }),
  brandName: setting({
    flag: '--brand-name <text>',
    variable: 'LECTERN_BRAND_NAME',
    default: NO_BRAND.name,
    defaultText: NO_BRAND.name,
    group: 'Pages',
    description: 'What the site is called, at the head of every page and in its title.',
    read: brandName,
  }),
  brandLogo: setting<string | null>({
    flag: '--brand-logo <path>',
    variable: 'LECTERN_BRAND_LOGO',
    default: null,
    defaultText: 'none',
    group: 'Pages',
    description: 'A picture beside the name and in the tabs of browsers: .svg, .png, .jpg or .webp, at most 200 KiB.',
    read: picturePath,
  }),
  brandColour: setting<string | null>({
    flag: '--brand-colour <colour>',
    variable: 'LECTERN_BRAND_COLOUR',
    default: null,
    defaultText: 'dark cyan',
    group: 'Pages',
    description: 'Colour of links and buttons, #rrggbb; made darker or lighter as far as it must be to be read.',
    read: colour,
  }),
  brandLinks: setting<readonly BrandLink[]>({
    flag: '--brand-links <list>',
    variable: 'LECTERN_BRAND_LINKS',
    default: NO_BRAND.links,
    defaultText: 'none',
    group: 'Pages',
    description: 'Links at the foot of every page: Label=address pairs with commas between.',
    read: brandLinks,
  }),
  brandCss: setting<string | null>({
    flag: '--brand-css <path>',
    variable: 'LECTERN_BRAND_CSS',
    default: null,
    defaultText: 'none',
    group: 'Pages',
    description: 'A file of style rules that come after those of Lectern, at most 100 KiB.',
    read: filePath,
  }),
  ...SOURCE_SETTINGS,
  workers: setting<number | null>({
    flag: '--workers <number>',
    variable: 'LECTERN_WORKERS',
    default: null,
    defaultText: `one for each core, at most ${String(WORKERS_BY_DEFAULT)}`,
    group: 'Running',
    description: 'Processes that answer, on one port; 1 is this process alone, which cannot be reloaded.',
    read: integer(1, 64),
  }),
  talkMemory: setting({
    flag: '--talk-memory <MiB>',
    variable: 'LECTERN_TALK_MEMORY',
    default: 96,
    defaultText: '96',
    group: 'Running',
    description:
      'Memory of each worker for talks kept rendered, in MiB; what does not fit is kept in a temporary file.',
    read: integer(1, 1_000_000),
  }),
  answerMemory: setting({
    flag: '--answer-memory <MiB>',
    variable: 'LECTERN_ANSWER_MEMORY',
    default: 24,
    defaultText: '24',
    group: 'Running',
    description: 'Memory of each worker for whole answers kept for the next one who asks the same, in MiB.',
    read: integer(0, 1_000_000),
  }),
  logLevel: setting<(typeof LOG_LEVELS)[number]>({
    flag: '--log-level <level>',
    variable: 'LECTERN_LOG_LEVEL',
    default: 'info',
    defaultText: 'info',
    group: 'Running',
    description: `Lowest log level to write: ${LOG_LEVELS.join(', ')}.`,
    read: choice(LOG_LEVELS),
  }),
};

export type SettingName = keyof typeof SETTINGS;

/** In the order of the table. */
export const SETTING_NAMES: readonly SettingName[] = [
  'database',
  'cacheFolder',
  'host',
  'port',
  'shutdownGrace',
  'baseUrl',
  'placesUrl',
  'mapsUrl',
  'links',
  'uidForm',
  'timeZone',
  'defaultCount',
  'maximumCount',
  'parameters',
  'alarm',
  'compatible',
  'untitled',
  'brandName',
  'brandLogo',
  'brandColour',
  'brandLinks',
  'brandCss',
  'sources',
  'same',
  'allowHost',
  'contact',
  'workers',
  'talkMemory',
  'answerMemory',
  'logLevel',
];

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** What the service runs with. Null means: worked out from other settings. */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };
