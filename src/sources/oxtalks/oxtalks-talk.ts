import { isPlaceId } from '#catalogue/place.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { SourceProblem } from '../format.ts';
import { isoTime } from '../iso-time.ts';
import { isObject, objectsOf, saidText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { ownUuid } from '../own-uuid.ts';
import { hrefOf } from './oxtalks-links.ts';
import { saidOfSeries } from './oxtalks-series.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourcePerson, SourcePlace, SourceSeries, SourceTalk, SourceTopic } from '../source-talk.ts';
import type { Zone } from '../wall-clock.ts';

export interface TalkPosition {
  /** Which of the source's talks it is, from 1. */
  readonly line: number;
  /** Of times without an offset, which nobody ought to send. */
  readonly zone: Zone;
  /** What the document says of the series that it is of. */
  readonly series: JsonObject | undefined;
  /** Topics of the talk that were found elsewhere. */
  readonly topics?: readonly SourceTopic[];
}

/** The slug, or else the address: by what the API itself knows it. */
export function talkKey(talk: JsonObject): string {
  return slugInLink(talk) ?? hrefOf(linksOf(talk).self);
}

/** A talk as interface.md 2.2 and 2.3 have it, and OxTalks, which leaves some out. */
export function oxtalksTalk(talk: JsonObject, position: TalkPosition): SourceTalk | SourceProblem {
  const { line, zone } = position;
  const key = talkKey(talk);
  const start = isoTime(stringText(talk.start), zone);
  // Some say null of a talk without an end.
  const end = stringText(talk.end) === '' ? start : isoTime(stringText(talk.end), zone);
  if (key === '') return problem(position, key, 'no-key', '', 'It has neither a slug nor an address.');
  if (start === undefined || end === undefined) {
    const where = start === undefined ? 'start' : 'end';
    return problem(position, key, 'bad-time', where, `${shownValue(talk[where])} is not a time.`);
  }
  const embedded = isObject(talk._embedded) ? talk._embedded : {};
  return sourceTalk({
    key,
    slug: slugInLink(talk) ?? null,
    line,
    title: titleOf(talk),
    start: start.at,
    end: end.at,
    clock: start.clock,
    zone: start.zone,
    description: saidText(talk.description),
    status: talk.status === undefined || talk.status === null ? undefined : statusOf(talk.status),
    updated: isoTime(stringText(talk.updated), zone)?.at,
    venue: placeOf(embedded.venue),
    room: saidText(talk.location_details),
    speakers: peopleOf(embedded.speakers),
    variousSpeakers: saidText(embedded.various_speakers) === undefined ? undefined : embedded.various_speakers === true,
    hosts: peopleOf(embedded.hosts),
    organisers: peopleOf(embedded.organisers),
    organiserEmail: saidText(talk.organiser_email),
    series: seriesOf(talk.series, position.series),
    department: placeOf(embedded.organising_department),
    topics: Array.isArray(embedded.topics) ? objectsOf(embedded.topics).map(topicOf) : undefined,
    moreTopics: position.topics ?? [],
    audience: saidText(talk.audience),
    bookingRequired: saidText(talk.booking_required),
    bookingUrl: saidText(talk.booking_url),
    bookingEmail: saidText(talk.booking_email),
    cost: saidText(talk.cost),
    specialMessage: saidText(talk.special_message),
  });
}

/** OxTalks gives no `title`, and what it shows of a talk without one in `title_display`. */
function titleOf(talk: JsonObject): string | undefined {
  const shown = saidText(talk.title_display);
  return saidText(talk.title) ?? (shown === UNTITLED ? '' : shown);
}

const UNTITLED = 'Title TBC';

function topicOf({ uri, label }: JsonObject): SourceTopic {
  return { label: stringText(label), ...(stringText(uri) === '' ? {} : { uri: stringText(uri) }) };
}

function problem({ line }: TalkPosition, key: string, code: string, where: string, what: string): SourceProblem {
  const hint = 'Tell whoever runs the source, or leave the talk out with --skip-bad.';
  return { code, where, what, hint, line, ...(key === '' ? {} : { key }) };
}

function statusOf(status: unknown): TalkStatus {
  return status === 'cancelled' || status === 'preparation' ? status : 'published';
}

/** Its own, or that at the end of its address: series and collections say theirs only there. */
export function slugInLink(resource: JsonObject): string | undefined {
  return ownUuid(stringText(resource.slug)) ?? ownUuid(hrefOf(linksOf(resource).self));
}

function linksOf(resource: JsonObject): JsonObject {
  return isObject(resource._links) ? resource._links : {};
}

function peopleOf(people: unknown): SourcePerson[] | undefined {
  if (!Array.isArray(people)) return undefined;
  return objectsOf(people).map((person) => {
    const slug = slugInLink(person);
    return { name: stringText(person.name), bio: saidText(person.bio), ...(slug === undefined ? {} : { slug }) };
  });
}

/** Its identifier is the end of its address at the places service, as it is on the maps. */
function placeOf(place: unknown): SourcePlace | null | undefined {
  if (isNothing(place)) return null;
  if (!isObject(place)) return undefined;
  const addresses = [hrefOf(linksOf(place).self), stringText(place.map_link)];
  const id = addresses.map(lastPart).find((part) => isPlaceId(part));
  const key = addresses.find((address) => address !== '');
  return {
    name: stringText(place.name),
    address: saidText(place.address),
    ...(id === undefined ? {} : { id }),
    ...(key === undefined ? {} : { key }),
  };
}

/** Empty, which says that there is none. */
function isNothing(value: unknown): boolean {
  return value === '' || (isObject(value) && Object.keys(value).length === 0);
}

function lastPart(address: string): string {
  const part = /[^/=?#]{1,100}(?=\/?$)/.exec(address)?.[0] ?? '';
  return part.replace(/%3A/i, ':');
}

/** The document of a series says more of it than its talks do. */
function seriesOf(series: unknown, document: JsonObject | undefined): SourceSeries | null | undefined {
  if (isNothing(series)) return null;
  const named = isObject(series) ? series : document;
  if (named === undefined) return undefined;
  const slug = slugInLink(named);
  const isDocument = document !== undefined && (slug === undefined || slug === slugInLink(document));
  return {
    title: stringText(named.title),
    ...(slug === undefined ? {} : { slug }),
    ...(isDocument ? saidOfSeries(document) : {}),
  };
}
