import { FILE_KINDS } from '#catalogue/record.ts';
import { FetchFailure } from './fetch/fetch-failure.ts';
import { matterIn } from './markdown/front-matter-head.ts';
import { looksLikeTar } from './markdown/tar.ts';
import { looksDelimited } from './table/delimited-head.ts';
import { looksLikeRows } from './table/rows-head.ts';
import type { SourceFormat } from './source-format.ts';
import {
  isEventbrite,
  isGoogleCalendar,
  isMicrosoftGraph,
  isIndico,
  isJcal,
  isJscalendar,
  isResearchSeminars,
  isSchemaOrg,
  isLocalist,
  isMeetup,
  isSessionize,
  isTribe,
} from './json-signs.ts';
import { isOxtalks } from './oxtalks/oxtalks-document.ts';
import { CALENDAR_MAPPING, calendarMapping } from './speakers/calendar-mapping.ts';
import { looksLikeWorkbook } from './spreadsheet/workbook.ts';
import { xmlRootName } from './xml/xml-root.ts';

/** `--map` of calendars. */
const CALENDAR_MAP: Pick<SourceFormat, 'settings' | 'map'> = {
  settings: ['map'],
  map: { takes: (mapping) => calendarMapping(mapping).size > 0, hint: CALENDAR_MAPPING },
};

/** All formats. The first one that a file looks like is used; docs/reference/sources/ describes each. */
export const SOURCE_FORMATS: readonly SourceFormat[] = [
  { name: 'catalogue', title: 'Lectern catalogue', looksLike: isCatalogue, load: null },
  {
    name: 'icalendar',
    title: 'iCalendar',
    looksLike: (head) => /^\s*(?:<!--(?:[^>]{0,500}-->)?\s*)?BEGIN:VCALENDAR\b/i.test(head),
    ...CALENDAR_MAP,
    load: async () => (await import('./icalendar/icalendar.ts')).readIcalendar,
  },
  {
    name: 'jcal',
    title: 'jCal',
    looksLike: isJcal,
    ...CALENDAR_MAP,
    load: async () => (await import('./calendar-json/jcal.ts')).readJcal,
  },
  {
    name: 'jscalendar',
    title: 'JSCalendar',
    looksLike: isJscalendar,
    ...CALENDAR_MAP,
    load: async () => (await import('./calendar-json/jscalendar.ts')).readJscalendar,
  },
  {
    name: 'google-calendar',
    title: 'Google Calendar API',
    looksLike: isGoogleCalendar,
    ...CALENDAR_MAP,
    hasFurther: true,
    load: async () => (await import('./calendar-json/google-calendar.ts')).readGoogleCalendar,
  },
  {
    name: 'microsoft-graph',
    title: 'Microsoft Graph',
    looksLike: isMicrosoftGraph,
    ...CALENDAR_MAP,
    hasFurther: true,
    load: async () => (await import('./calendar-json/microsoft-graph.ts')).readMicrosoftGraph,
  },
  {
    name: 'schedule-xml',
    title: 'Conference schedules in XML',
    looksLike: (head) => xmlRootName(head) === 'schedule',
    load: async () => (await import('./schedule/schedule-xml.ts')).readScheduleXml,
  },
  {
    name: 'schedule-json',
    title: 'Conference schedules in JSON',
    looksLike: (head) => /^\s*\{/.test(head) && SCHEDULE.test(head),
    load: async () => (await import('./schedule/schedule-json.ts')).readScheduleJson,
  },
  {
    name: 'oxtalks',
    title: 'OxTalks',
    looksLike: isOxtalks,
    settings: ['collection'],
    hasFurther: true,
    load: async () => (await import('./oxtalks/oxtalks.ts')).readOxtalks,
  },
  {
    name: 'talks-cam',
    title: 'talks.cam lists',
    looksLike: (head) => xmlRootName(head) === 'list' && /<(?:talk|details)>|<(?:talk|details)\/>/.test(head),
    load: async () => (await import('./talks-cam.ts')).readTalksCam,
  },
  {
    name: 'feed',
    title: 'Atom and RSS',
    looksLike: isFeed,
    settings: ['map'],
    load: async () => (await import('./feed/feed.ts')).readFeed,
  },
  {
    name: 'indico',
    title: 'Indico',
    looksLike: isIndico,
    load: async () => (await import('./indico.ts')).readIndico,
  },
  {
    name: 'researchseminars',
    title: 'researchseminars.org',
    looksLike: isResearchSeminars,
    load: async () => (await import('./research-seminars.ts')).readResearchSeminars,
  },
  {
    name: 'eventbrite',
    title: 'Eventbrite',
    looksLike: isEventbrite,
    load: async () => (await import('./eventbrite.ts')).readEventbrite,
  },
  {
    name: 'localist',
    title: 'Localist',
    looksLike: isLocalist,
    load: async () => (await import('./localist.ts')).readLocalist,
  },
  {
    name: 'tribe',
    title: 'The Events Calendar',
    looksLike: isTribe,
    hasFurther: true,
    load: async () => (await import('./tribe.ts')).readTribe,
  },
  {
    name: 'sessionize',
    title: 'Sessionize',
    looksLike: isSessionize,
    load: async () => (await import('./sessionize.ts')).readSessionize,
  },
  {
    name: 'meetup',
    title: 'Meetup',
    looksLike: isMeetup,
    load: async () => (await import('./meetup.ts')).readMeetup,
  },
  {
    name: 'schema-org',
    title: 'schema.org',
    looksLike: isSchemaOrg,
    load: async () => (await import('./schema-org/schema-org.ts')).readSchemaOrg,
  },
  {
    name: 'markdown',
    title: 'Markdown with front matter',
    looksLike: (head) => matterIn(head) !== undefined || looksLikeTar(head),
    settings: ['map', 'date-order'],
    load: async () => (await import('./markdown/markdown.ts')).readMarkdown,
  },
  {
    name: 'rows',
    title: 'Lists in JSON, YAML or TOML',
    looksLike: looksLikeRows,
    settings: ['map', 'date-order'],
    load: async () => (await import('./table/rows.ts')).readRows,
  },
  {
    name: 'spreadsheet',
    title: 'Excel and OpenDocument spreadsheets',
    looksLike: looksLikeWorkbook,
    settings: ['map', 'date-order', 'sheet'],
    load: async () => (await import('./spreadsheet/spreadsheet.ts')).readSpreadsheet,
  },
  // Last, because tables are the hardest to recognise.
  {
    name: 'csv',
    title: 'CSV and other tables',
    looksLike: looksDelimited,
    settings: ['map', 'date-order'],
    load: async () => (await import('./table/csv.ts')).readCsv,
  },
];

export const SOURCE_FORMAT_NAMES: readonly string[] = SOURCE_FORMATS.map(({ name }) => name);

/** Undefined: not recognised. @param head the first characters of the file */
export function sourceFormatOf(head: string): SourceFormat | undefined {
  return SOURCE_FORMATS.find(({ looksLike }) => looksLike(head));
}

/** The format of an address that has no document of its own: an OxTalks API. @param error of the request */
export function formatOfMissing(address: string, error: unknown): SourceFormat | undefined {
  const isMissing = error instanceof FetchFailure && error.status === 404;
  return isMissing && /^https?:\/\/[^/?#]+\/api\/?$/i.test(address) ? sourceFormatNamed('oxtalks') : undefined;
}

export function sourceFormatNamed(name: string): SourceFormat | undefined {
  return SOURCE_FORMATS.find((format) => format.name === name);
}

/** A schedule, or a page of pretalx submissions. */
const SCHEDULE =
  /"schedule"\s*:\s*\{\s*"(?:conference|version|url|base_url|events|\d{4}-\d\d-\d\d)"|"submission_type"\s*:/;

/** By its root element, and by namespace where other formats have the same root. */
function isFeed(head: string): boolean {
  const root = xmlRootName(head).replace(/^.*:/, '');
  if (root === 'feed') return head.includes('http://www.w3.org/2005/Atom') || head.includes('http://purl.org/atom/');
  return (
    root === 'rss' || (root === 'RDF' && /http:\/\/(?:purl\.org\/rss\/1\.0\/|my\.netscape\.com\/rdf\/)/.test(head))
  );
}

/** Lines of JSON with a known `type`, or the catalogue's marker. An empty file is an empty catalogue. */
export function isCatalogue(head: string): boolean {
  if (head.trim() === '') return true;
  const [line = ''] = head.trimStart().split('\n', 1);
  let depth = 0;
  for (const [token] of line.matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    // A nested `type` belongs to another system.
    else if (depth === 1 && RECORD.test(token)) return line.startsWith('{');
  }
  return false;
}

/** A bracket, a `type`, or any other string. */
const TOKEN = /[[\]{}]|"type"\s*:\s*"\w{1,20}"|"(?:[^"\\]|\\.)*"?/g;
const RECORD = new RegExp(`^"type"\\s*:\\s*"(?:${[...FILE_KINDS, 'catalogue'].join('|')})"$`);
