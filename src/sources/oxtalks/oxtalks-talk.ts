import { isPlaceId } from '#catalogue/place.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { SourceProblem } from '../format.ts';
import { isoTime } from '../iso-time.ts';
import { isObject, objectsOf, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { ownUuid } from '../own-uuid.ts';
import { hrefOf } from './oxtalks-links.ts';
import { saidOfSeries } from './oxtalks-series.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourcePerson, SourcePlace, SourceSeries, SourceTalk } from '../source-talk.ts';
import type { Zone } from '../wall-clock.ts';

export interface TalkPosition {
  /** Which of the source's talks it is, from 1. */
  readonly line: number;
  /** Of times without an offset, which nobody ought to send. */
  readonly zone: Zone;
  /** What the document says of the series that it is of. */
  readonly series: JsonObject | undefined;
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
    title: stringText(talk.title) || stringText(talk.title_display),
    start: start.at,
    end: end.at,
    clock: start.clock,
    zone: start.zone,
    description: stringText(talk.description),
    status: statusOf(talk.status),
    updated: isoTime(stringText(talk.updated), zone)?.at ?? null,
    venue: placeOf(embedded.venue),
    room: stringText(talk.location_details),
    speakers: peopleOf(embedded.speakers),
    variousSpeakers: embedded.various_speakers === true,
    hosts: peopleOf(embedded.hosts),
    organisers: peopleOf(embedded.organisers),
    organiserEmail: stringText(talk.organiser_email),
    series: seriesOf(talk.series, position.series),
    department: placeOf(embedded.organising_department),
    topics: objectsOf(embedded.topics).map(({ uri, label }) => ({
      label: stringText(label),
      ...(stringText(uri) === '' ? {} : { uri: stringText(uri) }),
    })),
    audience: stringText(talk.audience),
    bookingRequired: stringText(talk.booking_required),
    bookingUrl: stringText(talk.booking_url),
    bookingEmail: stringText(talk.booking_email),
    cost: stringText(talk.cost),
    specialMessage: stringText(talk.special_message),
  });
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

function peopleOf(people: unknown): SourcePerson[] {
  return objectsOf(people).map((person) => {
    const slug = slugInLink(person);
    return { name: stringText(person.name), bio: stringText(person.bio), ...(slug === undefined ? {} : { slug }) };
  });
}

/** Its identifier is the end of its address at the places service, as it is on the maps. */
function placeOf(place: unknown): SourcePlace | null {
  if (!isObject(place)) return null;
  const addresses = [hrefOf(linksOf(place).self), stringText(place.map_link)];
  const id = addresses.map(lastPart).find((part) => isPlaceId(part));
  const key = addresses.find((address) => address !== '');
  return {
    name: stringText(place.name),
    ...(typeof place.address === 'string' ? { address: place.address } : {}),
    ...(id === undefined ? {} : { id }),
    ...(key === undefined ? {} : { key }),
  };
}

function lastPart(address: string): string {
  const part = /[^/=?#]{1,100}(?=\/?$)/.exec(address)?.[0] ?? '';
  return part.replace(/%3A/i, ':');
}

/** The document of a series says more of it than its talks do. */
function seriesOf(series: unknown, document: JsonObject | undefined): SourceSeries | null {
  const named = isObject(series) ? series : document;
  if (named === undefined) return null;
  const slug = slugInLink(named);
  const isDocument = document !== undefined && (slug === undefined || slug === slugInLink(document));
  return {
    title: stringText(named.title),
    ...(slug === undefined ? {} : { slug }),
    ...(isDocument ? saidOfSeries(document) : {}),
  };
}
