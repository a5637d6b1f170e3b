import { jsonReader, onPage } from './json-entries.ts';
import { badTime, endOr, type Findings, laterBy, type Mend, noStart } from './findings.ts';
import { firstText } from './first-text.ts';
import { hiddenBy } from './hidden.ts';
import { isoDuration, isoTime } from './iso-time.ts';
import { isObject, type JsonObject, listOf, objectsOf, optionalText, positionOf, stringText } from './json-document.ts';
import { noteNoEnd } from './notes.ts';
import type { ReadOptions, SourceBatch } from './source-format.ts';
import { imageAt } from './source-image.ts';
import { type SourcePlace, type SourceSeries, sourceTalk, type SourceTalk, type TalkTimes } from './source-talk.ts';
import { ianaZone, UTC } from './wall-clock.ts';
import { asWebAddress } from './web-address.ts';

/** Reads Meetup events: a response of its GraphQL API, or a list of its former REST API (v2 and v3). */
export const readMeetup = jsonReader(takeAnswer);

function* takeAnswer(found: Findings, answer: unknown, options: ReadOptions): Generator<SourceBatch> {
  const events = new MeetupEvents(answer);
  if (!events.hasList) {
    found.noEvents('Request the events of a group, with at least id, title, dateTime and eventUrl of each.');
    return;
  }
  for (const [index, event] of events.all.entries()) {
    const line = index + 1;
    found.named(Object.keys(event.fields));
    const hidden = hiddenOf(event.fields);
    const context = { line, found, options };
    found.entry(line, keyOf(event.fields), (mend) => [talkOf(event, { ...context, mend })], { hidden });
    yield* found.enough();
  }
  yield* onPage(found, { number: undefined, count: undefined, hasMore: events.hasMore });
}

function keyOf(event: JsonObject): string {
  return stringText(event.id) || urlOf(event);
}

function urlOf({ eventUrl, link, event_url: formerLink }: JsonObject): string {
  return asWebAddress(stringText(eventUrl) || stringText(link) || stringText(formerLink));
}

/** Drafts, and events for members of the group only. */
function hiddenOf({ status, visibility }: JsonObject): SourceTalk['hidden'] {
  if (/^members$/i.test(stringText(visibility))) return 'marked private or confidential';
  const isUnannounced = /^(?:(?:autosched_)?draft|pending|proposed|suggested|template|blocked)$/i;
  return hiddenBy({ status: isUnannounced.test(stringText(status)) ? 'draft' : undefined });
}

interface EventContext {
  readonly line: number;
  readonly found: Findings;
  readonly options: ReadOptions;
  readonly mend: Mend;
}

function talkOf({ fields: event, group }: MeetupEvent, { line, found, options, mend }: EventContext): SourceTalk {
  const start = startOf(event, group, options);
  const end = endOr(undefined, mend, () => endOf(event, start, options));
  if (end === undefined) noteNoEnd(found.notes);
  const url = urlOf(event) || undefined;
  return sourceTalk({
    key: keyOf(event),
    line,
    title: firstText(optionalText(event.title), optionalText(event.name)),
    ...start,
    end: end ?? start.start,
    description: optionalText(event.description),
    status: statusOf(event.status),
    updated: momentIn(event.updated) ?? null,
    url,
    bookingUrl: url,
    venue: venueOf(event),
    onlineUrl: onlineUrlOf(event),
    hosts: hostsOf(event),
    series: seriesOf(group),
    topics: topicsOf(event.topics) ?? topicsOf(group?.topics),
    cost: costOf(event),
    image: imageOf(event),
    hidden: hiddenOf(event),
  });
}

/** Milliseconds since 1970, which REST has beside local times. */
function momentIn(value: unknown): TalkTimes['start'] | undefined {
  if (typeof value !== 'number') return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : isoTime(date.toISOString(), UTC)?.at;
}

const HINT = 'Fix the event at Meetup.';

/** `dateTime` has its own offset; REST has `time`, or `local_date` and `local_time` in the zone of the group. */
function startOf(event: JsonObject, group: JsonObject | undefined, options: ReadOptions): Omit<TalkTimes, 'end'> {
  const named = ianaZone(stringText(event.timezone)) ?? ianaZone(stringText(group?.timezone));
  const zone = named ?? ianaZone(options.zone) ?? UTC;
  const moment = momentIn(event.time);
  if (moment !== undefined && optionalText(event.dateTime) === undefined)
    return named === undefined
      ? { start: moment, clock: 'moment', zone: '' }
      : { start: moment, clock: 'zone', zone: named.name };
  const local = `${stringText(event.local_date)} ${stringText(event.local_time)}`.trim();
  const written = stringText(event.dateTime) || local;
  if (written === '') throw noStart('dateTime', 'Give the event a time at Meetup.');
  const time = isoTime(written, zone);
  if (time === undefined) throw badTime(stringText(event.dateTime) === '' ? 'local_date' : 'dateTime', written, HINT);
  return named === undefined
    ? { start: time.at, clock: time.clock, zone: time.zone }
    : { start: time.at, clock: time.clock === 'all-day' ? 'all-day' : 'zone', zone: named.name };
}

/** `endTime`, else from `duration`: `PT2H`, or milliseconds. */
function endOf(
  event: JsonObject,
  { start, zone }: Pick<TalkTimes, 'start' | 'zone'>,
  options: ReadOptions,
): TalkTimes['end'] | undefined {
  const written = stringText(event.endTime);
  if (written !== '') {
    const time = isoTime(written, ianaZone(zone) ?? ianaZone(options.zone) ?? UTC);
    if (time === undefined) throw badTime('endTime', written, HINT);
    return time.at;
  }
  const { duration } = event;
  if (optionalText(duration) === undefined) return undefined;
  const seconds = typeof duration === 'number' ? duration / 1000 : isoDuration(stringText(duration));
  if (seconds === undefined) throw badTime('duration', stringText(duration), HINT, 'duration');
  return laterBy(start, seconds);
}

function statusOf(status: unknown): SourceTalk['status'] | undefined {
  const text = optionalText(status);
  if (text === undefined) return undefined;
  return /^(?:autosched_)?cancell?ed(?:_perm)?$/i.test(text) ? 'cancelled' : 'published';
}

/** One venue or a list of them; the venue of an online event is called so. */
function venueOf({ venue, venues }: JsonObject): SourcePlace | null | undefined {
  const [found] = [...objectsOf([venue]), ...objectsOf(venues)].filter(
    ({ name }) => !/^online(?: event)?$/i.test(stringText(name)),
  );
  if (found === undefined) return isObject(venue) || Array.isArray(venues) ? null : undefined;
  const name = stringText(found.name);
  if (name === '') return null;
  const street = stringText(found.address) || stringText(found.address_1);
  const postcode = stringText(found.postalCode) || stringText(found.zip);
  const country = stringText(found.localized_country_name) || stringText(found.country).toUpperCase();
  const parts = [street, postcode, stringText(found.city), country].filter((part) => part !== '');
  return {
    name,
    ...(stringText(found.id) === '' ? {} : { key: stringText(found.id) }),
    address: parts.join(', '),
    ...positionOf(found.lat, found.lon ?? found.lng),
  };
}

/** Usually shown only to people who have signed up. */
function onlineUrlOf(event: JsonObject): string | undefined {
  const { onlineVenue, is_online_event: isOnline, how_to_find_us: directions } = event;
  if (isObject(onlineVenue)) return asWebAddress(stringText(onlineVenue.url));
  return isOnline === true ? asWebAddress(stringText(directions)) : undefined;
}

/** From `hosts`, `eventHosts` with `member` inside, or `event_hosts`. */
function hostsOf({ hosts, host, eventHosts, event_hosts: formerHosts }: JsonObject): SourceTalk['hosts'] | undefined {
  const said = hosts ?? eventHosts ?? formerHosts ?? (isObject(host) ? [host] : undefined);
  if (!Array.isArray(said)) return undefined;
  return objectsOf(said)
    .map((each) => (isObject(each.member) ? each.member : each))
    .map(({ id, name }) => ({ name: stringText(name).trim(), key: stringText(id) }))
    .filter(({ name }) => name !== '')
    .map(({ name, key }) => (key === '' ? { name } : { name, key }));
}

function seriesOf(group: JsonObject | undefined): SourceSeries | undefined {
  const title = stringText(group?.name).trim();
  if (group === undefined || title === '') return undefined;
  const key = stringText(group.urlname) || stringText(group.id);
  return { title, ...(key === '' ? {} : { key }), webAddress: addressOf(group) };
}

function addressOf({ link, urlname }: JsonObject): string | undefined {
  const name = stringText(urlname);
  return asWebAddress(stringText(link)) || (name === '' ? undefined : `https://www.meetup.com/${encodeURI(name)}/`);
}

/** A GraphQL connection, or a list. */
function topicsOf(value: unknown): SourceTalk['topics'] | undefined {
  if (value === undefined || value === null) return undefined;
  const nodes = isObject(value) ? objectsOf(value.edges).map(({ node }) => node) : value;
  const labels = objectsOf(nodes).map(({ name }) => stringText(name).trim());
  return [...new Set(labels.filter((label) => label !== ''))].map((label) => ({ label }));
}

function costOf({ feeSettings, fee }: JsonObject): string | undefined {
  const charge = feeSettings ?? fee;
  if (!isObject(charge)) return undefined;
  const amount = stringText(charge.amount);
  return amount === '' ? '' : `${amount} ${stringText(charge.currency)}`.trim();
}

function imageOf(event: JsonObject): SourceTalk['image'] | undefined {
  const photo = event.featuredEventPhoto ?? event.featured_photo;
  if (!isObject(photo)) return imageAt(optionalText(event.imageUrl));
  const names = ['highResUrl', 'standardUrl', 'source', 'highres_link', 'photo_link'];
  return imageAt(names.map((name) => stringText(photo[name])).find((url) => url !== ''));
}

/** An event, and its group if the response has it. */
interface MeetupEvent {
  readonly fields: JsonObject;
  readonly group: JsonObject | undefined;
}

/** Levels of objects and lists: `data`, the group, its events, `edges`, an edge, `node`; and a few spare. */
const DEEPEST = 10;

/**
 * Finds the events in a response. In GraphQL the query decides where they are: in `edges` of any connection, under
 * any name. In REST they are a list, in `results` or at the top level.
 */
class MeetupEvents {
  /** By identifier, because an event may be in several connections. */
  readonly #events = new Map<unknown, MeetupEvent>();
  #hasList = false;
  #hasMore = false;

  constructor(answer: unknown) {
    this.#hasList = Array.isArray(answer);
    this.#visit(answer, undefined, 0);
  }

  get all(): readonly MeetupEvent[] {
    return [...this.#events.values()];
  }

  /** Whether there is a list of events, even an empty one. */
  get hasList(): boolean {
    return this.#hasList || this.#events.size > 0;
  }

  /** Whether there are further pages. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  #visit(value: unknown, group: JsonObject | undefined, depth: number): void {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) for (const item of listOf(value)) this.#visit(item, group, depth + 1);
    else if (isObject(value) && isEvent(value))
      this.#events.set(value.id ?? value, { fields: value, group: isObject(value.group) ? value.group : group });
    else if (isObject(value)) this.#visitInside(value, group, depth);
  }

  #visitInside(value: JsonObject, group: JsonObject | undefined, depth: number): void {
    this.#hasList ||= Array.isArray(value.edges) || Array.isArray(value.results);
    this.#hasMore ||= isObject(value.pageInfo) && value.pageInfo.hasNextPage === true;
    const around = 'urlname' in value ? value : group;
    for (const [name, inside] of Object.entries(value)) {
      if (!WITHOUT_EVENTS.has(name)) this.#visit(inside, around, depth + 1);
    }
  }
}

/** Other lists of a group. */
const WITHOUT_EVENTS: ReadonlySet<string> = new Set(['topics', 'memberships', 'members', 'sponsors', 'meta']);

function isEvent(value: JsonObject): boolean {
  return 'dateTime' in value || 'eventUrl' in value || 'local_date' in value || ('time' in value && 'name' in value);
}
