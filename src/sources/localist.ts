import { jsonReader, jsonTime, onPage } from './json-entries.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { nextDay, noStart, type Findings } from './findings.ts';
import { firstText } from './first-text.ts';
import { hiddenBy } from './hidden.ts';
import { isoTime, type WrittenTime } from './iso-time.ts';
import {
  isObject,
  type JsonObject,
  listOf,
  membersOf,
  objectsOf,
  optionalText,
  positionOf,
  stringText,
} from './json-document.ts';
import { noteClock, noteNoEnd } from './notes.ts';
import type { ReadOptions, SourceBatch } from './source-format.ts';
import { imageAt } from './source-image.ts';
import { sourceTalk, type SourcePlace, type SourceTalk, type TalkTimes } from './source-talk.ts';
import { UTC, ianaZone } from './wall-clock.ts';
import { asWebAddress } from './web-address.ts';

const HINT = 'Fix the event in Localist.';

/** Reads a page of events of Localist's API (`/api/2/events`), or one event. */
export const readLocalist = jsonReader(takeAnswer);

function* takeAnswer(found: Findings, answer: unknown, options: ReadOptions): Generator<SourceBatch> {
  const { events, event, page } = membersOf(answer);
  if (!Array.isArray(events) && !isObject(event)) {
    found.noEvents('Request the events: /api/2/events?days=365&pp=100.');
    return;
  }
  for (const [index, entry] of (Array.isArray(events) ? listOf(events) : [answer]).entries()) {
    const line = index + 1;
    const inside = isObject(entry) && 'event' in entry ? entry.event : entry;
    if (isObject(inside)) takeEvent(found, inside, line, options);
    else found.notAnEvent(entry, line);
    yield* found.enough();
  }
  if (isObject(page))
    yield* onPage(found, { number: page.current, count: page.total, hasMore: Number(page.total) > 1 });
}

function takeEvent(found: Findings, event: JsonObject, line: number, options: ReadOptions): void {
  found.named(Object.keys(event));
  const id = stringText(event.id);
  const instances = objectsOf(event.event_instances).map((entry) =>
    isObject(entry.event_instance) ? entry.event_instance : entry,
  );
  const hidden = hiddenOf(event);
  if (instances.length === 0) {
    const read = (): never => {
      throw noStart('event_instances', 'Give the event a time in Localist.');
    };
    found.entry(line, id, read, { hidden });
  }
  for (const instance of instances) {
    const key = `${id}/${stringText(instance.id)}`;
    found.entry(line, key, () => [talkOf(event, instance, { key, line, found, options })], { hidden });
  }
}

function hiddenOf(event: JsonObject): SourceTalk['hidden'] {
  const flag = (name: string): string => (event[name] === true ? 'yes' : '');
  return hiddenBy({ status: stringText(event.status), isPrivate: flag('private') || flag('private_event') });
}

interface Place {
  readonly key: string;
  readonly line: number;
  readonly found: Findings;
  readonly options: ReadOptions;
}

function talkOf(event: JsonObject, instance: JsonObject, { key, line, found, options }: Place): SourceTalk {
  return sourceTalk({
    key,
    line,
    title: optionalText(event.title),
    ...timesOf(instance, found, options),
    description: firstText(optionalText(event.description), optionalText(event.description_text)),
    status: statusOf(event.status),
    updated: isoTime(stringText(event.updated_at), UTC)?.at,
    url: optionalText(event.localist_url) === undefined ? undefined : asWebAddress(stringText(event.localist_url)),
    venue: venueOf(event),
    room: optionalText(event.room_number),
    onlineUrl: optionalText(event.stream_url) === undefined ? undefined : asWebAddress(stringText(event.stream_url)),
    department: departmentOf(event),
    topics: topicsOf(event),
    bookingUrl: optionalText(event.ticket_url) === undefined ? undefined : asWebAddress(stringText(event.ticket_url)),
    cost: optionalText(event.ticket_cost) ?? (event.free === true ? 'Free' : undefined),
    image: imageAt(optionalText(event.photo_url)),
    hidden: hiddenOf(event),
  });
}

function timesOf(instance: JsonObject, { notes }: Findings, { zone }: ReadOptions): TalkTimes {
  const isDay = instance.all_day === true;
  // Of an all-day event, the offset is that of the site, and its dates are the same everywhere.
  const timeOf = (where: string): WrittenTime | undefined =>
    jsonTime(isDay ? { [where]: stringText(instance[where]).slice(0, 10) } : instance, where, zone, HINT);
  const start = timeOf('start');
  if (start === undefined) throw noStart('start', HINT);
  const end = timeOf('end');
  if (end === undefined && !isDay) noteNoEnd(notes);
  noteClock(notes, start);
  const last = end?.at ?? start.at;
  // The end is on the last day, at any time.
  return {
    start: start.at,
    end: isDay ? nextDay(last, ianaZone(zone) ?? UTC) : last,
    clock: start.clock,
    zone: start.zone,
  };
}

/** `live`: the event takes place. */
function statusOf(status: unknown): TalkStatus | undefined {
  const text = optionalText(status);
  if (text === undefined) return undefined;
  return /^cancell?ed$/i.test(text) ? 'cancelled' : 'published';
}

function venueOf({
  location_name: name,
  location,
  address,
  venue_id: id,
  geo,
}: JsonObject): SourcePlace | null | undefined {
  const text = firstText(optionalText(name), optionalText(location));
  if (text === undefined) return undefined;
  if (text.trim() === '') return null;
  const { latitude, longitude } = membersOf(geo);
  return {
    name: text,
    ...(stringText(id) === '' ? {} : { key: stringText(id) }),
    address: optionalText(address),
    ...positionOf(latitude, longitude),
  };
}

function departmentOf({ filters, departments }: JsonObject): SourcePlace | undefined {
  const [first] = objectsOf(departments ?? (isObject(filters) ? filters.departments : undefined));
  const name = stringText(first?.name);
  return name === '' ? undefined : { name, key: stringText(first?.id) || name };
}

function topicsOf({ keywords, tags }: JsonObject): SourceTalk['topics'] | undefined {
  if (!Array.isArray(keywords) && !Array.isArray(tags)) return undefined;
  const labels = [...listOf(keywords), ...listOf(tags)].map(stringText).filter((label) => label.trim() !== '');
  return [...new Set(labels)].map((label) => ({ label }));
}
