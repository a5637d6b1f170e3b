import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import type { ReadOptions, SourceProblem } from '../format.ts';
import { categoriesOf, descriptionOf, itemKey, linkOf, titleOf, updatedOf } from './feed-item.ts';
import { FeedWords } from './feed-words.ts';
import type { WrittenSpan } from './feed-words.ts';
import { hcalendarOf } from './hcalendar.ts';
import { isoTime } from '../iso-time.ts';
import type { WrittenTime } from '../iso-time.ts';
import { mailTime } from '../mail-time.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import type { Notes } from '../notes.ts';
import { ownUuid } from '../own-uuid.ts';
import { firstSaid } from '../said.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourcePerson, SourceTalk } from '../source-talk.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';
import type { XmlElement } from '../xml/xml-element.ts';

/** Makes talks of a feed's items. */
export class FeedTalks {
  readonly #address: string;
  readonly #options: ReadOptions;
  readonly #zone: Zone;
  readonly #notes: Notes;

  constructor(address: string, options: ReadOptions, notes: Notes) {
    this.#address = address;
    this.#options = options;
    this.#zone = ianaZone(options.zone) ?? UTC;
    this.#notes = notes;
  }

  /** One for each time at which it takes place. */
  make(item: XmlElement): (SourceTalk | SourceProblem)[] {
    const words = new FeedWords(item, this.#options.mapping);
    const key = itemKey(item);
    const description = descriptionOf(item, words.mapped('description'));
    const said = words.spans();
    const within = said.length > 0 ? undefined : hcalendarOf(description ?? '');
    const spans = within === undefined || within.start === '' ? said : [{ ...within, endsBefore: false }];
    if (key === '')
      return [problem(item, 'guid', `${shownTitle(item)} has neither an identifier nor a link.`, '', MEND)];
    if (spans.length === 0) return [noTime(item, key, words)];
    const zone = ianaZone(words.zone()) ?? this.#zone;
    const location = firstSaid(words.location(), within?.location || undefined);
    const isOne = spans.length === 1;
    return spans.map((span) => this.#talk(item, words, { span, zone, key, isOne, description, location }));
  }

  #talk(item: XmlElement, words: FeedWords, occurrence: Occurrence): SourceTalk | SourceProblem {
    const { span, zone, key, isOne, description, location } = occurrence;
    const start = timeOf(span.start, zone);
    if (start === undefined) return problem(item, 'start', notATime(span.start), key, MEND);
    const end = this.#endOf(span, start, zone);
    if (end === undefined) return problem(item, 'end', notATime(span.end), key, MEND);
    if (end < start.at) {
      const what = `It ends at ${end}, before it begins at ${start.at} (${shownTitle(item)}).`;
      return { ...problem(item, 'end', what, key, MEND), code: 'ends-before-start' };
    }
    noteClock(this.#notes, start);
    const address = linkOf(item, this.#address);
    return sourceTalk({
      key: isOne ? key : `${key}/${start.at.replace(/[-:]/g, '')}`,
      slug: isOne ? (ownUuid(key) ?? null) : null,
      uid: isOne ? words.uid() : '',
      line: item.line,
      title: titleOf(item, words.mapped('title')),
      start: start.at,
      end,
      clock: start.clock,
      zone: start.zone,
      description,
      status: statusOf(words.status()),
      updated: updatedOf(item, this.#zone),
      url: address === '' ? undefined : address,
      ...placeIn(location),
      speakers: words.names('speaker')?.flatMap(personOf),
      organisers: words.names('organiser')?.flatMap(personOf),
      department: departmentOf(words.names('host')),
      topics: categoriesOf(item)?.map((label) => ({ label })),
    });
  }

  /** Undefined when what stands there is no time. */
  #endOf({ start: from, end: text, endsBefore }: WrittenSpan, start: WrittenTime, zone: Zone): string | undefined {
    if (text === '') {
      if (start.clock !== 'all-day') noteNoEnd(this.#notes);
      return start.clock === 'all-day' ? midnightAfter(from, zone) : start.at;
    }
    const end = timeOf(text, zone);
    if (end === undefined) return undefined;
    if (end.clock === 'all-day') return endsBefore && end.at > start.at ? end.at : midnightAfter(text, zone);
    const isMidnightBefore = end.at < start.at && text.includes('T00:00') && text.slice(0, 10) === from.slice(0, 10);
    if (!isMidnightBefore) return end.at;
    this.#notes.add('ends at the midnight before it begins: taken for the midnight after');
    return timestampOf(secondsOf(end.at) + DAY);
  }
}

interface Occurrence {
  readonly span: WrittenSpan;
  readonly zone: Zone;
  readonly key: string;
  /** Whether the item takes place once. */
  readonly isOne: boolean;
  readonly description: string | undefined;
  readonly location: string | undefined;
}

const DAY = 86_400;

function timeOf(text: string, zone: Zone): WrittenTime | undefined {
  return isoTime(text, zone) ?? mailTime(text, zone);
}

/** The end of a day, which is one. */
function midnightAfter(day: string, zone: Zone): string | undefined {
  const midnight = isoTime(day, UTC);
  if (midnight === undefined) return undefined;
  return isoTime(timestampOf(secondsOf(midnight.at) + DAY).slice(0, 10), zone)?.at;
}

/** An address of the web is where it can be followed. */
function placeIn(location: string | undefined): Partial<Pick<SourceTalk, 'location' | 'onlineUrl'>> {
  if (location === undefined) return {};
  return /^https?:\/\/\S+$/i.test(location) ? { location: '', onlineUrl: location } : { location };
}

function departmentOf(hosts: readonly string[] | undefined): SourceTalk['department'] | undefined {
  const host = hosts?.find((name) => name !== '');
  return hosts && (host === undefined ? null : { name: host });
}

function statusOf(text: string | undefined): SourceTalk['status'] | undefined {
  if (text === undefined) return undefined;
  if (/(?:^|\.)cancell?ed$/i.test(text) || text === '1') return 'cancelled';
  return /(?:^|\.)tentative$/i.test(text) ? 'preparation' : 'published';
}

/** `Jane Doe <jane@example.org>`; an address alone is nobody's name, nor is a whole text. */
function personOf(text: string): SourcePerson[] {
  if (text.length > LONGEST_NAME) return [];
  const [, name = '', email] = /^([^<>@]*?)\s*(?:<([^<>\s]*@[^<>\s]*)>)?$/.exec(text.replace(/\s+/g, ' ').trim()) ?? [];
  if (name === '') return [];
  return [email === undefined ? { name } : { name, key: email.toLowerCase(), email }];
}

/** Characters, with the address. */
const LONGEST_NAME = 500;

const MEND = 'Mend the item at its source.';

function noTime(item: XmlElement, key: string, words: FeedWords): SourceProblem {
  if (words.repeats()) {
    const what = `${shownTitle(item)} repeats by a rule that the feed gives in no other way.`;
    return problem(item, 'start', what, key, 'Import the calendar itself, as iCalendar.');
  }
  const what = `Nothing says when ${shownTitle(item)} takes place: a date of publication does not.`;
  const hint =
    'Ask for a feed with ev:startdate, xCal:dtstart or gd:when. If this one gives the start as the date of publication, say --map start=pubDate.';
  return problem(item, 'start', what, key, hint);
}

function notATime(text: string): string {
  return text === '' ? 'It has no start.' : `${shownValue(text)} is not a valid time.`;
}

function shownTitle(item: XmlElement): string {
  return shownValue(titleOf(item, undefined) ?? '');
}

function problem({ line }: XmlElement, where: string, what: string, key: string, hint: string): SourceProblem {
  return { code: 'bad-value', where, what, hint, line, ...(key === '' ? {} : { key }) };
}
