import { isPlaceId } from '#catalogue/place.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { SourceProblem } from '../format.ts';
import { isoTime } from '../iso-time.ts';
import { isObject, objectsOf, textOf } from '../json-document.ts';
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
export function keyOf(talk: JsonObject): string {
  return slugOf(talk) ?? hrefOf(linksOf(talk).self);
}

/** A talk as interface.md 2.2 and 2.3 have it, and OxTalks, which leaves some out. */
export function oxtalksTalk(talk: JsonObject, position: TalkPosition): SourceTalk | SourceProblem {
  const { line, zone } = position;
  const key = keyOf(talk);
  const start = isoTime(textOf(talk.start), zone);
  // Some say null of a talk without an end.
  const end = textOf(talk.end) === '' ? start : isoTime(textOf(talk.end), zone);
  if (key === '') return problem(position, key, 'no-key', '', 'It has neither a slug nor an address.');
  if (start === undefined || end === undefined) {
    const where = start === undefined ? 'start' : 'end';
    return problem(position, key, 'bad-time', where, `${shownValue(talk[where])} is not a time.`);
  }
  const embedded = isObject(talk._embedded) ? talk._embedded : {};
  return sourceTalk({
    key,
    slug: slugOf(talk) ?? null,
    line,
    title: textOf(talk.title) || textOf(talk.title_display),
    start: start.at,
    end: end.at,
    clock: start.clock,
    zone: start.zone,
    description: textOf(talk.description),
    status: statusOf(talk.status),
    updated: isoTime(textOf(talk.updated), zone)?.at ?? null,
    venue: placeOf(embedded.venue),
    room: textOf(talk.location_details),
    speakers: peopleOf(embedded.speakers),
    variousSpeakers: embedded.various_speakers === true,
    hosts: peopleOf(embedded.hosts),
    organisers: peopleOf(embedded.organisers),
    organiserEmail: textOf(talk.organiser_email),
    series: seriesOf(talk.series, position.series),
    department: placeOf(embedded.organising_department),
    topics: objectsOf(embedded.topics).map(({ uri, label }) => ({
      label: textOf(label),
      ...(textOf(uri) === '' ? {} : { uri: textOf(uri) }),
    })),
    audience: textOf(talk.audience),
    bookingRequired: textOf(talk.booking_required),
    bookingUrl: textOf(talk.booking_url),
    bookingEmail: textOf(talk.booking_email),
    cost: textOf(talk.cost),
    specialMessage: textOf(talk.special_message),
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
export function slugOf(resource: JsonObject): string | undefined {
  return ownUuid(textOf(resource.slug)) ?? ownUuid(hrefOf(linksOf(resource).self));
}

function linksOf(resource: JsonObject): JsonObject {
  return isObject(resource._links) ? resource._links : {};
}

function peopleOf(people: unknown): SourcePerson[] {
  return objectsOf(people).map((person) => {
    const slug = slugOf(person);
    return { name: textOf(person.name), bio: textOf(person.bio), ...(slug === undefined ? {} : { slug }) };
  });
}

/** Its identifier is the end of its address at the places service, as it is on the maps. */
function placeOf(place: unknown): SourcePlace | null {
  if (!isObject(place)) return null;
  const addresses = [hrefOf(linksOf(place).self), textOf(place.map_link)];
  const id = addresses.map(lastPart).find((part) => isPlaceId(part));
  const key = addresses.find((address) => address !== '');
  return {
    name: textOf(place.name),
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
  const slug = slugOf(named);
  const isDocument = document !== undefined && (slug === undefined || slug === slugOf(document));
  return {
    title: textOf(named.title),
    ...(slug === undefined ? {} : { slug }),
    ...(isDocument ? saidOfSeries(document) : {}),
  };
}
