import type { Person } from '#catalogue/person.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import type { TalkStatus } from '#catalogue/talk.js';
import type { Timestamp } from '#catalogue/timestamp.js';
import { absoluteLinks } from './links.js';
import { locationSummary } from './location.js';
import type { Envelope, Publication, Representation } from './representation.js';

const STATUS: Record<TalkStatus, string> = {
  published: 'CONFIRMED',
  preparation: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

const NOTICE: Record<TalkStatus, string> = {
  published: '',
  preparation: 'This talk is in preparation: details may change.',
  cancelled: 'This talk has been cancelled.',
};

/** In a line, without its CRLF. */
const MOST_OCTETS = 75;

/** As much of a representation as writes a talk, and talks listed. */
export type Calendar = Pick<
  Representation,
  'name' | 'talk' | 'item' | 'talkDocument' | 'person' | 'series' | 'collection'
>;

/** Talks as iCalendar objects (RFC 5545): a talk is a VEVENT, the envelopes are VCALENDARs. */
export function icalendar(publication: Publication): Calendar {
  const links = absoluteLinks(publication);
  const talk = (details: TalkDetails): Buffer => event(details, links.talkPage(details.talk.slug));
  return {
    name: 'ics',
    talk,
    item: talk,
    talkDocument: calendar([]),
    person: ({ name }) => calendar(named(name)),
    series: ({ title }) => calendar(named(title)),
    collection: ({ title }) => calendar(named(title)),
  };
}

function calendar(properties: readonly string[]): Envelope {
  const before = lines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Lectern//EN',
    'CALSCALE:GREGORIAN',
    ...properties,
  ]);
  const after = lines(['END:VCALENDAR']);
  return { before, between: Buffer.alloc(0), after, empty: Buffer.concat([before, after]) };
}

/** RFC 7986, 5.1, and the name that programs read which are older than it. */
function named(title: string): string[] {
  return [...textProperty('NAME', title), ...textProperty('X-WR-CALNAME', title)];
}

function event(details: TalkDetails, page: string): Buffer {
  const talk = details.talk;
  const updated = utc(talk.updated);
  return lines([
    'BEGIN:VEVENT',
    // A UUID, as RFC 7986 (5.3) recommends: the talk stays the same event when the service moves to another host.
    `UID:${talk.slug}`,
    `DTSTAMP:${updated}`,
    `LAST-MODIFIED:${updated}`,
    `DTSTART:${utc(talk.start)}`,
    // RFC 5545, 3.8.2.2: an end is later than its start. Without one, the event takes no time.
    ...(talk.end > talk.start ? [`DTEND:${utc(talk.end)}`] : []),
    ...textProperty('SUMMARY', talk.title),
    ...textProperty('DESCRIPTION', description(details)),
    ...textProperty('LOCATION', locationSummary(details) ?? talk.locationDetails),
    `URL:${page}`,
    `STATUS:${STATUS[talk.status]}`,
    'END:VEVENT',
  ]);
}

/** All that somebody at a calendar needs and that has no property of its own, in paragraphs. */
function description(details: TalkDetails): string {
  const talk = details.talk;
  const speakers = details.speakers.map(withBio);
  if (speakers.length === 0 && talk.variousSpeakers) speakers.push('Various speakers');
  return [
    talk.specialMessage,
    NOTICE[talk.status],
    speakers.length === 0 ? '' : `${speakers.length === 1 ? 'Speaker' : 'Speakers'}: ${speakers.join(', ')}`,
    talk.description,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

function withBio(person: Person): string {
  return person.bio === '' ? person.name : `${person.name} (${person.bio})`;
}

/** Form 2 of DATE-TIME (RFC 5545, 3.3.5): `2015-10-06T10:00:00Z` as `20151006T100000Z`. */
function utc(timestamp: Timestamp): string {
  return timestamp.replace(/[-:]/g, '');
}

/** A line of a TEXT property; none when there is nothing to say. */
function textProperty(name: string, text: string): string[] {
  const value = escaped(text);
  return value === '' ? [] : [`${name}:${value}`];
}

/** TEXT (RFC 5545, 3.3.11). Whatever any reader takes for the end of a line is written `\n`; other controls are dropped. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/g, '\\n')
    .replace(/[\0-\x08\x0e-\x1f\x7f-\x9f]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

function lines(unfolded: readonly string[]): Buffer {
  return Buffer.from(unfolded.map(folded).join(''));
}

/**
 * A content line with its CRLF, folded (RFC 5545, 3.1): no line longer than 75 octets without its CRLF, and no
 * character torn apart, since readers differ in whether they unfold before they decode.
 */
function folded(line: string): string {
  if (Buffer.byteLength(line) <= MOST_OCTETS) return `${line}\r\n`;
  let text = '';
  let octets = 0;
  let from = 0;
  let at = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + size > MOST_OCTETS) {
      text += `${line.slice(from, at)}\r\n `;
      from = at;
      octets = 1;
    }
    octets += size;
    at += character.length;
  }
  return `${text}${line.slice(from)}\r\n`;
}

/** In UTF-8. */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
