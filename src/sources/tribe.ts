import type { TalkStatus } from '#catalogue/talk.ts';
import { onPage, type PageSigns } from './json-entries.ts';
import { Findings, badTime, nextDay, noStart } from './findings.ts';
import { hiddenBy } from './hidden.ts';
import { htmlText } from './html-reader.ts';
import { isoTime } from './iso-time.ts';
import {
  isObject,
  type JsonObject,
  listOf,
  membersOf,
  objectsOf,
  optionalText,
  positionOf,
  readJsonDocument,
  stringText,
} from './json-document.ts';
import type { ReadOptions, SourceBatch, SourceFile } from './source-format.ts';
import { imageIn } from './source-image.ts';
import { sourceTalk, type SourcePerson, type SourcePlace, type SourceTalk, type TalkTimes } from './source-talk.ts';
import { UTC, ianaZone } from './wall-clock.ts';
import { asWebAddress } from './web-address.ts';

const HINT = 'Fix the event in The Events Calendar.';

/** Reads events of the REST API of The Events Calendar (`/wp-json/tribe/events/v1/events`), including further pages. */
export async function* readTribe(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const found = new Findings();
  const seen = new Set<string>();
  let page: SourceFile = file;
  for (;;) {
    const document = await readJsonDocument(page);
    if (!document.ok) {
      found.fail(document.failure);
      break;
    }
    yield* takeAnswer(found, document.value, options);
    const next = isObject(document.value) ? stringText(document.value.next_rest_url) : '';
    if (found.hasFailed) break;
    if (file.further === undefined || seen.has(next)) {
      yield* onPage(found, pageOf(document.value, next));
      break;
    }
    if (next === '') break;
    seen.add(next);
    page = await file.further(next);
  }
  yield* found.batches();
}

/** The page number is only in the address of the next page. */
function pageOf(answer: unknown, next: string): PageSigns {
  const count = isObject(answer) ? answer.total_pages : undefined;
  const following = URL.parse(next)?.searchParams.get('page');
  return { number: next === '' ? count : Number(following) - 1, count, hasMore: next !== '' };
}

function* takeAnswer(found: Findings, answer: unknown, options: ReadOptions): Generator<SourceBatch> {
  const { events, start_date: start } = membersOf(answer);
  if (!Array.isArray(events) && start === undefined) {
    found.noEvents('Request the events: /wp-json/tribe/events/v1/events?per_page=50.');
    return;
  }
  for (const [index, event] of (Array.isArray(events) ? listOf(events) : [answer]).entries()) {
    const line = index + 1;
    found.named(Object.keys(membersOf(event)));
    if (isObject(event) && event.hide_from_listings === true)
      found.withhold('hidden from listings in The Events Calendar', { key: keyOf(event) });
    else if (isObject(event))
      found.entry(line, keyOf(event), () => [talkOf(event, line, options)], { hidden: hiddenOf(event) });
    else found.notAnEvent(event, line);
    yield* found.enough();
  }
}

function keyOf({ id, url }: JsonObject): string {
  return stringText(id) || stringText(url);
}

/** `publish`, `draft`, `private`, `pending`. */
function hiddenOf({ status }: JsonObject): SourceTalk['hidden'] {
  return hiddenBy({ status: stringText(status) });
}

function talkOf(event: JsonObject, line: number, options: ReadOptions): SourceTalk {
  const plain = (name: string): string | undefined => textOf(event[name]);
  const address = (name: string): string | undefined => {
    const text = optionalText(event[name]);
    return text === undefined ? undefined : asWebAddress(text);
  };
  return sourceTalk({
    key: keyOf(event),
    line,
    title: plain('title'),
    ...timesOf(event, options),
    description: optionalText(event.description),
    status: statusOf(event.event_status),
    updated: isoTime(`${stringText(event.modified_utc)}Z`, UTC)?.at,
    url: address('url'),
    venue: venueOf(event.venue),
    onlineUrl: address('virtual_url'),
    organisers: organisersOf(event.organizer),
    topics: topicsOf(event),
    cost: plain('cost'),
    image: imageIn(event.image),
    hidden: hiddenOf(event),
  });
}

/** `utc_start_date` is in UTC; `start_date` is in `timezone`. */
function timesOf(event: JsonObject, options: ReadOptions): TalkTimes {
  const zone = ianaZone(stringText(event.timezone)) ?? ianaZone(options.zone) ?? UTC;
  if (event.all_day === true) return daysOf(event);
  const timeOf = (where: 'start' | 'end'): TalkTimes['start'] | undefined => {
    const utc = stringText(event[`utc_${where}_date`]);
    const written = utc === '' ? stringText(event[`${where}_date`]) : utc;
    if (written === '') return undefined;
    const time = isoTime(written, utc === '' ? zone : UTC);
    if (time === undefined) throw badTime(`${where}_date`, written, HINT);
    return time.at;
  };
  const start = timeOf('start');
  if (start === undefined) throw noStart('start_date', HINT);
  return { start, end: timeOf('end') ?? start, clock: 'zone', zone: zone.name };
}

/** Of all-day events, which end a second before midnight, the dates are those of the site. */
function daysOf(event: JsonObject): TalkTimes {
  const dateOf = (where: string): TalkTimes['start'] | undefined => {
    const written = stringText(event[where]);
    if (written === '') return undefined;
    const date = isoTime(written.slice(0, 10), UTC);
    if (date === undefined) throw badTime(where, written, HINT);
    return date.at;
  };
  const start = dateOf('start_date');
  if (start === undefined) throw noStart('start_date', HINT);
  return { start, end: nextDay(dateOf('end_date') ?? start, UTC), clock: 'all-day', zone: UTC.name };
}

function statusOf(status: unknown): TalkStatus | undefined {
  const text = optionalText(status);
  if (text === undefined) return undefined;
  return /^(?:cancell?ed|postponed)$/i.test(text) ? 'cancelled' : 'published';
}

/** Decodes HTML entities, which WordPress leaves in texts. */
function textOf(value: unknown): string | undefined {
  const text = optionalText(value);
  return text === undefined ? undefined : htmlText(text);
}

/** An empty list means no venue. */
function venueOf(value: unknown): SourcePlace | null | undefined {
  const venue = Array.isArray(value) ? (listOf(value)[0] ?? {}) : value;
  if (!isObject(venue)) return undefined;
  const name = textOf(venue.venue) ?? '';
  if (name === '') return null;
  const parts = [venue.address, venue.zip, venue.city, venue.country].map((part) => textOf(part) ?? '');
  return {
    name,
    ...(stringText(venue.id) === '' ? {} : { key: stringText(venue.id) }),
    address: parts.filter((part) => part !== '').join(', '),
    ...positionOf(venue.geo_lat, venue.geo_lng),
  };
}

function organisersOf(value: unknown): SourcePerson[] | undefined {
  if (value === undefined || value === null) return undefined;
  return objectsOf(Array.isArray(value) ? value : [value])
    .map(({ organizer, id }) => ({ name: textOf(organizer) ?? '', key: stringText(id) }))
    .filter(({ name }) => name !== '')
    .map(({ name, key }) => (key === '' ? { name } : { name, key }));
}

function topicsOf({ categories, tags }: JsonObject): SourceTalk['topics'] | undefined {
  if (!Array.isArray(categories) && !Array.isArray(tags)) return undefined;
  const labels = [...objectsOf(categories), ...objectsOf(tags)].map(({ name }) => textOf(name) ?? '');
  return [...new Set(labels.filter((label) => label !== ''))].map((label) => ({ label }));
}
