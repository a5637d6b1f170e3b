import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { BadEntry, badTime, endOr, nextDay } from '../findings.ts';
import type { Findings, Mend } from '../findings.ts';
import type { ReadOptions } from '../source-format.ts';
import { itemCategories, itemDescription, itemKey, itemLink, itemTitle, itemUpdated } from './feed-item.ts';
import { FeedWords } from './feed-words.ts';
import type { WrittenSpan } from './feed-words.ts';
import { hiddenBy } from '../hidden.ts';
import type { Hidden } from '../hidden.ts';
import { hcalendarOf } from './hcalendar.ts';
import { isoTime } from '../iso-time.ts';
import type { WrittenTime } from '../iso-time.ts';
import { mailTime } from '../mail-time.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import { ownUuid } from '../own-uuid.ts';
import { firstText } from '../first-text.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourcePerson, SourceTalk } from '../source-talk.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';
import { childrenOf } from '../xml/xml-element.ts';
import type { XmlElement } from '../xml/xml-element.ts';

const HINT = 'Fix the item at its source.';

/** Turns the items of a feed into talks. */
export class FeedTalks {
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
