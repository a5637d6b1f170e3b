import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, type Timestamp, timestampOf } from '#catalogue/timestamp.ts';
import { BadEntry, badTime, endOr, Findings, type Mend, nextDay } from '../findings.ts';
import { firstText } from '../first-text.ts';
import { type Hidden, hiddenBy } from '../hidden.ts';
import { htmlText, looksLikeHtml, readHtml } from '../html-reader.ts';
import { isoTime, type WrittenTime } from '../iso-time.ts';
import { mailTime } from '../mail-time.ts';
import { unknownField } from '../mapped-field.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import { ownUuid } from '../own-uuid.ts';
import type { ReadOptions, SourceBatch, SourceFile } from '../source-format.ts';
import { type SourcePerson, sourceTalk, type SourceTalk } from '../source-talk.ts';
import { feedMapping } from '../speakers/calendar-mapping.ts';
import { withSpeakers } from '../speakers/with-speakers.ts';
import { ianaZone, UTC, type Zone } from '../wall-clock.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  childText,
  elementText,
  markupIn,
  type XmlElement,
} from '../xml/xml-element.ts';
import { xmlBatches, type XmlShape } from '../xml/xml.ts';
import { FEED_FIELDS, FeedWords, type WrittenSpan } from './feed-words.ts';

/** RSS 2.0 and its predecessors; Atom; RSS 1.0, whose items are siblings of the channel. */
const SHAPE: XmlShape = {
  roots: ['rss', 'feed', 'RDF'],
  containers: new Set(['rss', 'feed', 'RDF', 'channel']),
};

const FEED_TEXTS = { title: 'title', description: 'description' };

/** Reads a feed whose entries say when they take place, one entry at a time. */
export function readFeed(file: SourceFile, options: ReadOptions): AsyncIterable<SourceBatch> {
  return withSpeakers(readItems(file, options), FEED_TEXTS, {
    speakersInText: options.speakersInText,
    mapping: feedMapping(options.mapping),
  });
}

async function* readItems(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const unknown = [...options.mapping.keys()].find((field) => !FEED_FIELDS.includes(field));
  const found = new Findings();
  const talks = new FeedTalks(found, file.address, options);
  // A feed lists the latest entries only: those that dropped off its end still exist.
  yield { talks: [], incomplete: true };
  for await (const batch of xmlBatches(file.chunks, SHAPE)) {
    if (unknown !== undefined) {
      yield { talks: [], failure: unknownField(unknown, FEED_FIELDS) };
      return;
    }
    found.addWrong(batch);
    const entries = batch.items.filter(({ element: { name } }) => name === 'item' || name === 'entry');
    for (const { element } of entries) talks.take(element);
    yield* found.batches();
  }
}

const HINT = 'Fix the item at its source.';

/** Turns the items of a feed into talks. */
class FeedTalks {
  readonly #found: Findings;
  readonly #address: string;
  readonly #options: ReadOptions;
  readonly #zone: Zone;
  /** Start and title of the items read, by key: some feeds give all items the same identifier or link. */
  readonly #known = new Map<string, string>();

  constructor(found: Findings, address: string, options: ReadOptions) {
    this.#found = found;
    this.#address = address;
    this.#options = options;
    this.#zone = ianaZone(options.zone) ?? UTC;
  }

  /** Adds a talk for each time at which the item takes place. */
  take(item: XmlElement): void {
    const key = itemKey(item);
    this.#found.named(childrenOf(item).map(({ name }) => name));
    const words = new FeedWords(item, this.#options.mapping);
    const description = itemDescription(item, words.mapped('description'));
    const said = words.spans();
    const within = said.length > 0 ? undefined : hcalendarOf(description ?? '');
    const spans = within === undefined || within.start === '' ? said : [{ ...within, endsBefore: false }];
    const zone = ianaZone(words.zone()) ?? this.#zone;
    const location = firstText(words.location(), within?.location || undefined);
    const isOnly = spans.length === 1;
    const hidden = hiddenBy({ visibility: words.visibility(), status: words.status() });
    const occurrences = spans.map((span) => ({ span, zone, key, isOnly, description, location, hidden }));
    if (key === '' || occurrences.length === 0)
      this.#found.entry(item.line, key, () => unusable(item, key, words), { hidden });
    else
      for (const one of occurrences)
        this.#found.entry(item.line, key, (mend) => [this.#talk(item, words, { ...one, mend })], { hidden });
  }

  #talk(item: XmlElement, words: FeedWords, occurrence: Occurrence & { readonly mend: Mend }): SourceTalk {
    const { span, zone, description, location, hidden, mend } = occurrence;
    const start = timeOf('start', span.start, zone);
    const end =
      endOr(undefined, mend, () => this.#endOf(span, start, zone)) ?? this.#endOf({ ...span, end: '' }, start, zone);
    noteClock(this.#found.notes, start);
    const address = itemLink(item, this.#address);
    const title = itemTitle(item, words.mapped('title'));
    return sourceTalk({
      ...this.#identity(occurrence, start.at, title, words),
      line: item.line,
      title,
      start: start.at,
      end,
      clock: start.clock,
      zone: start.zone,
      description,
      status: statusOf(words.status()),
      updated: itemUpdated(item, this.#zone),
      url: address === '' ? undefined : address,
      location,
      speakers: words.names('speaker')?.flatMap(personOf),
      organisers: words.names('organiser')?.flatMap(personOf),
      department: departmentOf(words.names('host')),
      topics: itemCategories(item)?.map((label) => ({ label })),
      hidden,
    });
  }

  #identity(
    { key, isOnly }: Occurrence,
    start: string,
    title: string | undefined,
    words: FeedWords,
  ): Pick<SourceTalk, 'key' | 'shared' | 'slug'> & { readonly uid: string | undefined } {
    if (!isOnly) return { key: `${key}/${start.replace(/[-:]/g, '')}`, slug: null, uid: '' };
    const identity = `${start} ${title ?? ''}`;
    const own = `${key}/${identity}`;
    const [slug, uid] = [ownUuid(key) ?? null, words.uid()];
    const shared = { alone: { key, slug, uid: uid ?? '' }, own };
    if ((this.#known.get(key) ?? identity) !== identity) {
      this.#found.notes.add('with the identifier of another item, but another start or title: both are read');
      return { key: own, shared, slug: null, uid: '' };
    }
    this.#known.set(key, identity);
    return { key, shared, slug, uid };
  }

  #endOf({ start: from, end: text, endsBefore }: WrittenSpan, start: WrittenTime, zone: Zone): string {
    const { notes } = this.#found;
    if (text === '') {
      if (start.clock === 'all-day') return midnightAfter('start', from, zone);
      noteNoEnd(notes);
      return start.at;
    }
    const end = timeOf('end', text, zone);
    if (end.clock === 'all-day') return endsBefore && end.at > start.at ? end.at : midnightAfter('end', text, zone);
    const isMidnightBefore = end.at < start.at && MIDNIGHT.test(text) && text.slice(0, 10) === from.slice(0, 10);
    if (!isMidnightBefore) return end.at;
    notes.add('ends at the midnight before it begins: taken for the midnight after');
    return nextDay(end.at, zone);
  }
}

interface Occurrence {
  readonly span: WrittenSpan;
  readonly zone: Zone;
  readonly key: string;
  /** Whether the item takes place only once. */
  readonly isOnly: boolean;
  readonly description: string | undefined;
  readonly location: string | undefined;
  readonly hidden: Hidden | undefined;
}

const DAY = 86_400;

function timeOf(where: 'start' | 'end', text: string, zone: Zone): WrittenTime {
  const time = isoTime(text, zone) ?? mailTime(text, zone);
  if (time !== undefined) return time;
  if (text !== '') throw badTime(where, text, HINT);
  throw new BadEntry({ code: 'bad-value', where, what: 'It has no start.', hint: HINT });
}

/** Midnight at the beginning of a day, after the date. */
const MIDNIGHT = /\d[Tt ]\s?00:?00(?::?00)?(?![\d:])/;

/** End of an all-day talk. */
function midnightAfter(where: 'start' | 'end', day: string, zone: Zone): string {
  const midnight = isoTime(day, UTC);
  const next = midnight && isoTime(timestampOf(secondsOf(midnight.at) + DAY).slice(0, 10), zone);
  if (next === undefined) throw badTime(where, day, HINT);
  return next.at;
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

/** `Jane Doe <jane@example.org>`. An address alone is not a name. */
function personOf(text: string): SourcePerson[] {
  if (text.length > LONGEST_NAME) return [];
  const [, name = '', email] = /^([^<>@]*?)\s*(?:<([^<>\s]*@[^<>\s]*)>)?$/.exec(text.replace(/\s+/g, ' ').trim()) ?? [];
  if (name === '') return [];
  return [email === undefined ? { name } : { name, key: email.toLowerCase(), email }];
}

/** In characters, including the e-mail address; anything longer is prose. */
const LONGEST_NAME = 500;

/** @throws BadEntry for an item without a key, or without a time */
function unusable(item: XmlElement, key: string, words: FeedWords): never {
  const title = shownValue(itemTitle(item, undefined) ?? '');
  const code = 'bad-value';
  if (key === '') {
    throw new BadEntry({ code, where: 'guid', what: `${title} has neither an identifier nor a link.`, hint: HINT });
  }
  if (words.repeats()) {
    const what = `${title} repeats by a rule, and the feed does not list its times.`;
    throw new BadEntry({ code, where: 'start', what, hint: 'Import the calendar itself, as iCalendar.' });
  }
  const what = `${title} does not say when it takes place; its date of publication does not count.`;
  const hint =
    'Ask for a feed with ev:startdate, xCal:dtstart or gd:when. If this one gives the start as the date of publication, use --map start=pubDate.';
  throw new BadEntry({ code, where: 'start', what, hint });
}

/** Elements of RSS and Atom themselves. */

const ATOM = 'http://www.w3.org/2005/Atom';
const CONTENT = 'http://purl.org/rss/1.0/modules/content/';

/** Identifier of the item, or else its link; `''` when it has neither. */
function itemKey(item: XmlElement): string {
  const about = [...item.attributes].find(([name]) => /(?:^|:)about$/.test(name))?.[1] ?? '';
  const id = childText(item, 'guid') || childText(item, 'id') || about.trim();
  const link = itemLink(item, '');
  // talks.cam appends the time of the latest change, which must not change the key.
  const isDated = link !== '' && id.startsWith(`${link}#`) && /^\d{9,10}$/.test(id.slice(link.length + 1));
  return isDated ? link : id || link;
}

/** Address of the item's page. @param base of the feed, to resolve relative addresses; `''`: leave them relative */
function itemLink(item: XmlElement, base: string): string {
  const guid = childOf(item, 'guid');
  const addresses = [
    ...childrenOf(item, 'link')
      .filter((link) => /^(?:alternate)?$/.test(attributeOf(link, 'rel')))
      .map((link) => attributeOf(link, 'href') || elementText(link)),
    attributeOf(guid, 'isPermaLink') === 'false' ? '' : elementText(guid),
  ];
  const written = addresses.find((address) => address !== '') ?? '';
  if (base === '' || !URL.canParse(written, base)) return written;
  return new URL(written, base).href;
}

function itemTitle(item: XmlElement, mapped: string | undefined): string | undefined {
  const title = childOf(item, 'title');
  const text = mapped ?? (title && elementText(title));
  if (text === undefined) return undefined;
  return attributeOf(title, 'type') === 'html' || looksLikeHtml(text) ? htmlText(text) : text;
}

/** Full text of the item, or else its summary. */
function itemDescription(item: XmlElement, mapped: string | undefined): string | undefined {
  if (mapped !== undefined) return mapped;
  const texts = [
    childOf(item, 'encoded', CONTENT),
    childOf(item, 'content', item.namespace),
    childOf(item, 'description', item.namespace),
    childOf(item, 'summary', item.namespace),
    childOf(item, 'description'),
  ];
  const text = texts.find((element) => element !== undefined && elementText(element) !== '');
  if (text === undefined) return texts.some((element) => element !== undefined) ? '' : undefined;
  // Atom wraps XHTML in a div that is not part of it; some feeds do not escape markup.
  const [div] = attributeOf(text, 'type') === 'xhtml' ? childrenOf(text, 'div') : [];
  return (div !== undefined || childrenOf(text).length > 0 ? markupIn(div ?? text) : elementText(text)).trim();
}

/** Time of the last change, not of publication. */
function itemUpdated(item: XmlElement, zone: Zone): Timestamp | null {
  const text = childText(item, 'updated', ATOM) || childText(item, 'modified');
  const time = isoTime(text, zone);
  return time?.clock === 'moment' ? time.at : null;
}

/** Undefined: no category element. */
function itemCategories(item: XmlElement): string[] | undefined {
  const categories = childrenOf(item, 'category');
  if (categories.length === 0) return undefined;
  return categories
    .filter((category) => !attributeOf(category, 'scheme').startsWith('http://schemas.google.com/g/2005#kind'))
    .map((category) => attributeOf(category, 'label') || attributeOf(category, 'term') || elementText(category))
    .filter((label) => label !== '' && !PUBLISHED_DAY.test(label));
}

/** Trumba has categories for days: `2026/11/20 (Fri)`. */
const PUBLISHED_DAY = /^\d{4}\/\d\d\/\d\d(?: \(\w{2,4}\))?$/;

/** An event marked up with HTML classes (hCalendar, h-event); absent properties are `''`. */
interface Hcalendar {
  readonly start: string;
  readonly end: string;
  readonly location: string;
}

/**
 * The first event in the HTML. Times are read only from attributes, because texts are for people.
 *
 * @param html the description of a feed item
 */
export function hcalendarOf(html: string): Hcalendar {
  const found = { start: '', end: '', location: '' };
  let depth = 0;
  /** Depth of the open element with the location; 0 when there is none. */
  let inLocation = 0;
  readHtml(html, {
    onopentag(_name, { class: classes = '', datetime, title = '' }) {
      depth++;
      const names = classes.slice(0, LONGEST_CLASSES).split(/\s+/);
      const time = (datetime ?? title).trim();
      if (found.start === '' && names.some((name) => name === 'dtstart' || name === 'dt-start')) found.start = time;
      else if (found.end === '' && names.some((name) => name === 'dtend' || name === 'dt-end')) found.end = time;
      const isLocation = names.some((name) => name === 'location' || name === 'p-location');
      if (isLocation && found.location === '' && inLocation === 0) inLocation = depth;
    },
    ontext(text) {
      if (inLocation > 0) found.location += text;
    },
    onclosetag() {
      if (depth === inLocation) inLocation = 0;
      depth--;
    },
  });
  return { ...found, location: found.location.replace(/\s+/g, ' ').trim() };
}

/** Limit on the `class` of an element, in characters. */
const LONGEST_CLASSES = 1000;
