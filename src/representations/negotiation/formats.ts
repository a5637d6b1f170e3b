import { atom } from '../feeds/atom.ts';
import { csv } from '../feeds/csv-feed.ts';
import type { Feed, FeedHead, FeedOptions, WholeFeed } from '../feeds/feed-format.ts';
import { frabJson } from '../schedule/frab-json.ts';
import { frabXml } from '../schedule/frab-xml.ts';
import { icalendar } from '../calendar/icalendar-feed.ts';
import { jcal } from '../calendar/jcal-feed.ts';
import { jscalendar } from '../calendar/jscalendar-feed.ts';
import { jsonFeed } from '../feeds/json-feed.ts';
import { jsonLd } from '../linked-data/json-ld.ts';
import { halJson, json } from '../json/json.ts';
import { markdown } from '../feeds/markdown-feed.ts';
import { plainText } from '../feeds/plain-text.ts';
import type { FeedUse } from '#search/query/feed-question.ts';
import type { Publication, Representation } from '../representation.ts';
import { rss } from '../feeds/rss.ts';
import { xml } from '../json/hal-xml.ts';

/** What a response is about: the entry point, names, a talk, or whatever a list of talks belongs to. */
export type Subject = 'entry point' | 'names' | FeedHead['kind'];

interface Named {
  /** Values of `?format=`, the preferred one first. Empty if the format is available by `Accept` alone. */
  readonly names: readonly string[];
  /** Suffix of addresses, with the leading dot; null for none. Unique. */
  readonly suffix: string | null;
  /** Media types in `Accept`, and the Content-Type of the response to each. The preferred one first. */
  readonly mediaTypes: readonly [MediaType, ...MediaType[]];
  /** Name for people. */
  readonly title: string;
  /** What it is or is for, in a few words that follow a colon. */
  readonly about: string;
  /** Whether responses in other formats link to it, in `Link` headers and HAL links. */
  readonly advertised: boolean;
}

export interface MediaType {
  /** Lower case, without parameters. */
  readonly name: string;
  /** With `charset` where the type has that parameter: XML does (RFC 7303, 9.1), JSON does not (RFC 8259, 11). */
  readonly contentType: string;
  /** Used only if the client accepts no other format: many send this type along with `*` and take anything. */
  readonly lastResort: boolean;
}

/** JSON or XML of the API: can represent every response, including errors. */
export interface RepresentationFormat extends Named {
  readonly kind: 'representation';
  /** Media type of errors in this format. */
  readonly problem: MediaType;
  readonly create: (publication: Publication) => Representation;
}

/** A format for importing talks into other programs. */
interface OfTalks extends Named {
  readonly of: readonly FeedHead['kind'][];
  readonly use: FeedUse;
}

export interface FeedFormat extends OfTalks {
  readonly kind: 'feed';
  readonly create: (publication: Publication, options: FeedOptions) => Feed;
}

/** A feed in which a talk cannot be written independently of the others. */
export interface WholeFeedFormat extends OfTalks {
  readonly kind: 'whole feed';
  readonly create: (publication: Publication, options: FeedOptions) => WholeFeed;
}

export type Format = RepresentationFormat | FeedFormat | WholeFeedFormat;

const PROBLEM_JSON = plain('application/problem+json');
const PROBLEM_XML = utf8('application/problem+xml');

const LISTS = ['search', 'series', 'collection', 'person', 'department', 'venue', 'topic'] as const;
const ANY = ['talk', ...LISTS] as const;

const hal = { kind: 'representation', advertised: false } as const;
const calendar = { kind: 'feed', of: ANY, use: 'calendar', advertised: false } as const;
const news = { kind: 'feed', of: ANY, use: 'news', advertised: false } as const;
const data = { kind: 'feed', of: ANY, use: 'data', advertised: false } as const;
const schedule = { kind: 'whole feed', of: LISTS, use: 'data', advertised: false } as const;
const advertised = { advertised: true } as const;

/** RFC 8984, 7.1. */
const JSCALENDAR_TYPE = {
  ...plain('application/jscalendar+json'),
  contentType: 'application/jscalendar+json;type=group',
};
const JSON_TYPE = plain('application/json');
const HAL_TYPE = plain('application/hal+json');
const XML_TYPES = [utf8('application/xml'), utf8('text/xml')] as const;
/** The media type of the XML is in use elsewhere; that of the JSON is formed after it. */
const FRAB_XML_TYPE = utf8('application/vnd.c3voc.schedule+xml');
const FRAB_JSON_TYPE = plain('application/vnd.c3voc.schedule+json');

/**
 * All formats, in order of preference: the first is for clients that accept anything. Suffixes, `?format=` and `Accept`
 * all select from this table. To add a format, add a file and a line here.
 */
// oxfmt-ignore
export const FORMATS: readonly [RepresentationFormat, ...Format[]] = [
  { ...hal, ...advertised, names: ['json'], suffix: '.json', mediaTypes: [JSON_TYPE], title: 'JSON', about: 'the API', problem: PROBLEM_JSON, create: json },
  { ...hal, names: [], suffix: null, mediaTypes: [HAL_TYPE], title: 'HAL', about: 'JSON without links and embedded resources that are null', problem: PROBLEM_JSON, create: halJson },
  { ...hal, names: ['xml'], suffix: '.xml', mediaTypes: XML_TYPES, title: 'XML', about: 'the members of the JSON in the same order', problem: PROBLEM_XML, create: xml },
  { ...calendar, ...advertised, names: ['ics'], suffix: '.ics', mediaTypes: [utf8('text/calendar')], title: 'iCalendar', about: 'RFC 5545, for calendars', create: icalendar },
  { ...news, ...advertised, names: ['atom'], suffix: '.atom', mediaTypes: [plain('application/atom+xml')], title: 'Atom', about: 'RFC 4287, for feed readers', create: atom },
  { ...news, ...advertised, names: ['rss'], suffix: '.rss', mediaTypes: [plain('application/rss+xml')], title: 'RSS', about: 'RSS 2.0, for feed readers that do not know Atom', create: rss },
  { ...news, ...advertised, names: ['json-feed', 'feed.json'], suffix: '.feed.json', mediaTypes: [plain('application/feed+json')], title: 'JSON Feed', about: 'version 1.1, for feed readers and scripts', create: jsonFeed },
  { ...data, ...advertised, names: ['csv'], suffix: '.csv', mediaTypes: [utf8('text/csv')], title: 'CSV', about: 'RFC 4180, for spreadsheets', create: csv },
  { ...data, names: ['json-ld', 'jsonld'], suffix: '.jsonld', mediaTypes: [plain('application/ld+json')], title: 'JSON-LD', about: 'events of schema.org, for search engines and other sites', create: jsonLd },
  { ...calendar, names: ['jcal', 'jcal.json'], suffix: '.jcal.json', mediaTypes: [plain('application/calendar+json')], title: 'jCal', about: 'RFC 7265, iCalendar in JSON', create: jcal },
  { ...calendar, names: ['jscalendar', 'jscal.json'], suffix: '.jscal.json', mediaTypes: [JSCALENDAR_TYPE], title: 'JSCalendar', about: 'RFC 8984, calendar entries in JSON', create: jscalendar },
  { ...schedule, names: ['frab-xml', 'schedule.xml'], suffix: '.schedule.xml', mediaTypes: [FRAB_XML_TYPE], title: 'Schedule in XML', about: 'as frab writes it, for conference apps', create: frabXml },
  { ...schedule, names: ['frab-json', 'schedule.json'], suffix: '.schedule.json', mediaTypes: [FRAB_JSON_TYPE], title: 'Schedule in JSON', about: 'as frab writes it, for conference apps', create: frabJson },
  { ...data, names: ['text', 'txt'], suffix: '.txt', mediaTypes: [{ ...utf8('text/plain'), lastResort: true }], title: 'Plain text', about: 'a digest for mail, in lines of at most 74 columns', create: plainText },
  { ...data, names: ['markdown', 'md'], suffix: '.md', mediaTypes: [utf8('text/markdown')], title: 'Markdown', about: 'a digest in CommonMark', create: markdown },
];

/** The formats available for a subject, in order of preference. */
export function formatsFor(subject: Subject): readonly Format[] {
  return FORMATS.filter((format) => format.kind === 'representation' || format.of.some((one) => one === subject));
}

function plain(name: string): MediaType {
  return { name, contentType: name, lastResort: false };
}

function utf8(name: string): MediaType {
  return { name, contentType: `${name}; charset=utf-8`, lastResort: false };
}
