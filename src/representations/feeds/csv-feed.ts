import type { Person } from '#catalogue/person.ts';
import type { MaterialType } from '#catalogue/material.ts';
import type { Talk } from '#catalogue/talk.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { venueLocation } from '#catalogue/venue-location.ts';
import type { Feed, FeedOptions } from './feed-format.ts';
import { feedName, shownTitle, VARIOUS_SPEAKERS } from './feed-summary.ts';
import { cleaned } from './feed-text.ts';
import { datesOf, zonedTimes, type ZonedTimes } from '../formatted-time.ts';
import { absoluteLinks } from '../links/links.ts';
import type { Links } from '../links/links.ts';
import { proseText } from '../prose-text.ts';
import { textEnvelope } from '../representation.ts';
import type { Publication } from '../representation.ts';

const LINE_END = '\r\n';
/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** Separates people or topics in a cell: names may contain commas. */
const SEVERAL = '; ';

/** What cells depend on besides the talk. */
interface Around {
  readonly zoned: ZonedTimes;
  readonly links: Links;
  readonly publication: Publication;
  readonly options: FeedOptions;
}

/** In the order of the table's columns; a new one goes last, since tables are read by position too. */
const COLUMNS: readonly (readonly [name: string, cell: (details: TalkDetails, around: Around) => string])[] = [
  ['start', ({ talk }, { zoned }) => (talk.allDay ? firstDay(talk, zoned) : local(zoned, talk.start))],
  ['end', ({ talk }, { zoned }) => (talk.allDay ? lastDay(talk, zoned) : local(zoned, talk.end))],
  ['time_zone', ({ talk }, { publication }) => (talk.allDay ? '' : publication.timeZone)],
  ['status', ({ talk }) => talk.status],
  ['title', (details, { options }) => shownTitle(details, options)],
  ['speakers', ({ speakers, talk }) => names(speakers) || (talk.variousSpeakers ? VARIOUS_SPEAKERS : '')],
  ['series', ({ series }) => series?.title ?? ''],
  ['venue', ({ venue }) => venue?.name ?? ''],
  ['room', ({ talk }) => talk.locationDetails],
  ['address', addressOf],
  ['online', ({ talk }) => talk.onlineUrl],
  ['department', ({ organisingDepartment }) => organisingDepartment?.name ?? ''],
  ['topics', ({ topics }) => topics.map(({ label, uri }) => label || uri).join(SEVERAL)],
  ['audience', ({ talk }) => talk.audience],
  ['booking', ({ talk }) => talk.bookingRequired],
  ['booking_address', ({ talk }) => talk.bookingUrl],
  ['booking_email', ({ talk }) => talk.bookingEmail],
  ['cost', ({ talk }) => talk.cost],
  ['special_message', ({ talk }) => talk.specialMessage],
  ['hosts', ({ hosts }) => names(hosts)],
  ['organisers', ({ organisers }) => names(organisers)],
  ['contact', ({ talk }) => talk.organiserEmail],
  ['page', ({ talk }, { links }) => links.talkPage(talk.slug)],
  // Days have no zone.
  ['start_utc', ({ talk }, { zoned }) => (talk.allDay ? firstDay(talk, zoned) : talk.start)],
  ['end_utc', ({ talk }, { zoned }) => (talk.allDay ? lastDay(talk, zoned) : talk.end)],
  ['updated_utc', ({ talk }) => talk.updated],
  ['slug', ({ talk }) => talk.slug],
  ['description', ({ talk }) => proseText(talk.description)],
  ['recording', ({ talk }) => materials(talk, 'recording')],
  ['slides', ({ talk }) => materials(talk, 'slides')],
  ['paper_link', ({ talk }) => materials(talk, 'paper')],
  ['live_stream', ({ talk }) => materials(talk, 'live_stream')],
  ['materials', ({ talk }) => materials(talk, 'picture', 'link')],
  ['image', ({ talk }, { links }) => (talk.image === null ? '' : links.image(talk.image.url))],
  ['image_alt', ({ talk }) => talk.image?.alt ?? ''],
  ['all_day', ({ talk }) => (talk.allDay ? 'true' : '')],
];

function firstDay(talk: Talk, zoned: ZonedTimes): string {
  return datesOf(talk, zoned)[0];
}

/** Inclusive. */
function lastDay(talk: Talk, zoned: ZonedTimes): string {
  return datesOf(talk, zoned)[1];
}

/** Talks as a table (RFC 4180) for spreadsheets: times are local first, and in UTC further on. */
export function csv(publication: Publication, options: FeedOptions): Feed {
  const around = {
    zoned: zonedTimes(publication.timeZone),
    links: absoluteLinks(publication),
    publication,
    options,
  };
  return {
    name: feedName('csv', options),
    entry: (details) => Buffer.from(row(COLUMNS.map(([, cell]) => cell(details, around)))),
    frame: () => textEnvelope(BYTE_ORDER_MARK + row(COLUMNS.map(([name]) => name)), '', ''),
  };
}

function row(cells: readonly string[]): string {
  return cells.map(quoted).join(',') + LINE_END;
}

const NEEDS_QUOTES = /[",\n;\t']|^\s|\s$/;

function quoted(text: string): string {
  const cell = inert(cleaned(text));
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * Matches where a spreadsheet would read a formula: at the start of a cell, after any blanks, quotes and invisible
 * characters, and likewise after a line end or a semicolon, since with another separator a cell may begin there. U+FEFF
 * is both blank and invisible: all are in one class, so that a character can match in one way only.
 */
const FORMULA = /(^|[\n;])(?:(?!\n)[\s\p{Cf}"])*(?=[=+\-@＝＋－＠])/gu;

/**
 * Puts an apostrophe before a would-be formula: no spreadsheet then evaluates it, and the text stays complete and
 * readable. Spreadsheets show the apostrophe, as with all text in a file. Tabs become spaces: they too begin cells.
 */
function inert(text: string): string {
  return text.replaceAll('\t', ' ').replace(FORMULA, "$&'");
}

/** `2015-10-06 11:00`, which spreadsheets take for a date and time in any language. */
function local(zoned: ZonedTimes, timestamp: string): string {
  const { date, clock } = zoned(timestamp);
  return `${date} ${clock}`;
}

/** With the names of what a room without an address is in, since no other column has them. */
function addressOf({ venue, venuesAbove }: TalkDetails): string {
  if (venue === null) return '';
  const { within, address } = venueLocation(venue, venuesAbove);
  return [...within, address].filter((part) => part !== '').join(', ');
}

function names(people: readonly Person[]): string {
  return people.map(({ name }) => name).join(SEVERAL);
}

/** Addresses, each followed by its title. */
function materials(talk: Talk, ...types: readonly MaterialType[]): string {
  const some = talk.materials.filter(({ type }) => types.includes(type));
  return some.map(({ url, title }) => `${url} ${title}`.trimEnd()).join(SEVERAL);
}
