import { withDates } from '#catalogue/all-day.ts';
import { byName, wireName } from '#catalogue/field.ts';
import { hiddenBy } from '../hidden.ts';
import { MATERIAL_TYPES, type Material } from '#catalogue/material.ts';
import { isPlaceId } from '#catalogue/place.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { GIVEN_TEXTS } from '#catalogue/talk.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { SourceProblem } from '../source-format.ts';
import { isoTime, type WrittenTime } from '../iso-time.ts';
import { isObject, membersOf, objectsOf, optionalText, stringText, type JsonObject } from '../json-document.ts';
import { ownUuid } from '../own-uuid.ts';
import { hrefOf } from './oxtalks-document.ts';
import { saidOfSeries } from './oxtalks-series.ts';
import { imageIn } from '../source-image.ts';
import {
  sourceTalk,
  type SourcePerson,
  type SourcePlace,
  type SourceSeries,
  type SourceTalk,
  type SourceTopic,
  type TalkTimes,
} from '../source-talk.ts';
import { asWebAddress } from '../web-address.ts';
import { ianaZone, type Zone } from '../wall-clock.ts';

interface TalkPosition {
  /** Number of the talk in the source, from 1. */
  readonly line: number;
  /** Zone of times without an offset, which the interface forbids. */
  readonly zone: Zone;
  /** The document, if it is a series. */
  readonly series: JsonObject | undefined;
  /** Topics found outside the talk's document. */
  readonly topics?: readonly SourceTopic[];
}

/** How many talks have each member, and each that they embed. */
export function memberNames(talks: readonly JsonObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const talk of talks) {
    const embedded = Object.keys(membersOf(talk._embedded)).map((name) => `_embedded.${name}`);
    const names = [...Object.keys(talk).filter((name) => name !== '_embedded'), ...embedded];
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The slug, or else the address. */
export function oxtalksKey(talk: JsonObject): string {
  return slugInLink(talk) ?? hrefOf(linksOf(talk).self);
}

/** Reads a talk, alone or as an item of a list. OxTalks omits some members. */
export function oxtalksTalk(talk: JsonObject, position: TalkPosition): SourceTalk | SourceProblem {
  const { line, zone } = position;
  const key = oxtalksKey(talk);
  const start = isoTime(stringText(talk.start), zone);
  // Some servers send null for a talk without an end.
  const end = stringText(talk.end) === '' ? start : isoTime(stringText(talk.end), zone);
  if (key === '') return problem(position, key, 'no-key', '', 'It has neither a slug nor an address.');
  if (start === undefined || end === undefined) {
    const where = start === undefined ? 'start' : 'end';
    return problem(position, key, 'bad-time', where, `${shownValue(talk[where])} is not a valid time.`);
  }
  const embedded = membersOf(talk._embedded);
  return sourceTalk({
    key,
    slug: slugInLink(talk) ?? null,
    line,
    title: titleOf(talk),
    ...timesOf(talk, start, end.at),
    description: optionalText(talk.description),
    status: talk.status === undefined || talk.status === null ? undefined : statusOf(talk.status),
    updated: isoTime(stringText(talk.updated), zone)?.at,
    venue: placeOf(embedded.venue),
    room: optionalText(talk.location_details),
    speakers: peopleOf(embedded.speakers),
    variousSpeakers:
      optionalText(embedded.various_speakers) === undefined ? undefined : embedded.various_speakers === true,
    hosts: peopleOf(embedded.hosts),
    organisers: peopleOf(embedded.organisers),
    series: seriesOf(talk.series, position.series),
    department: placeOf(embedded.organising_department),
    topics: Array.isArray(embedded.topics) ? objectsOf(embedded.topics).map(topicOf) : undefined,
    moreTopics: position.topics ?? [],
    ...byName(GIVEN_TEXTS, (field) => optionalText(talk[wireName(field)])),
    onlineUrl: onlineUrlOf(talk),
    materials: materialsOf(talk.materials),
    image: imageIn(talk.image),
    hidden: hiddenBy({ status: optionalText(talk.status), visibility: optionalText(talk.visibility) }),
  });
}

/**
 * Lectern says which talks have days, and gives their midnights in its own time zone, which an answer with `fields=` may
 * leave out.
 */
function timesOf(
  { all_day: isDay, timezone }: JsonObject,
  { at: start, clock, zone }: WrittenTime,
  end: string,
): TalkTimes {
  if (isDay !== true) return { start, end, clock, zone };
  const own = ianaZone(stringText(timezone));
  if (own !== undefined) return { start, end, clock: 'all-day', zone: own.name };
  return { ...withDates({ allDay: true, start, end }), clock: 'all-day', zone: '' };
}

/** OxTalks has no `title`, only `title_display`, with “Title TBC” for talks without one. Lectern marks such talks. */
function titleOf(talk: JsonObject): string | undefined {
  if (talk.untitled === true) return '';
  return optionalText(talk.title) ?? optionalText(talk.title_display);
}

/** Only Lectern has it. */
function onlineUrlOf(talk: JsonObject): string | undefined {
  const given = optionalText(talk.online_url);
  return given === undefined || given === '' ? given : asWebAddress(given);
}

function topicOf({ uri, label }: JsonObject): SourceTopic {
  return { label: stringText(label), ...(stringText(uri) === '' ? {} : { uri: stringText(uri) }) };
}

/** Only Lectern provides materials. */
function materialsOf(materials: unknown): Material[] | undefined {
  if (!Array.isArray(materials)) return undefined;
  return objectsOf(materials).map(({ type, url, title }) => ({
    type: MATERIAL_TYPES.find((known) => known === type) ?? 'link',
    url: stringText(url),
    title: stringText(title),
  }));
}

function problem({ line }: TalkPosition, key: string, code: string, where: string, what: string): SourceProblem {
  const hint = 'Report this to whoever runs the source.';
  return { code, where, what, hint, line, ...(key === '' ? {} : { key }) };
}

function statusOf(status: unknown): TalkStatus {
  return status === 'cancelled' || status === 'preparation' ? status : 'published';
}

/** The resource's own slug, or the one at the end of its address: series and collections have it only there. */
export function slugInLink(resource: JsonObject): string | undefined {
  return ownUuid(stringText(resource.slug)) ?? ownUuid(hrefOf(linksOf(resource).self));
}

function linksOf(resource: JsonObject): JsonObject {
  return membersOf(resource._links);
}

function peopleOf(people: unknown): SourcePerson[] | undefined {
  if (!Array.isArray(people)) return undefined;
  return objectsOf(people).map((person) => {
    const slug = slugInLink(person);
    return {
      name: stringText(person.name),
      bio: optionalText(person.bio),
      image: imageIn(person.image),
      ...(slug === undefined ? {} : { slug }),
    };
  });
}

/** The identifier of a place is the last part of its address at the places service, or on the maps. */
function placeOf(place: unknown): SourcePlace | null | undefined {
  if (isNothing(place)) return null;
  if (!isObject(place)) return undefined;
  const addresses = [hrefOf(linksOf(place).self), stringText(place.map_link)];
  const id = addresses.map(lastPart).find((part) => isPlaceId(part));
  const key = addresses.find((address) => address !== '');
  return {
    name: stringText(place.name),
    address: optionalText(place.address),
    ...(id === undefined ? {} : { id }),
    ...(key === undefined ? {} : { key }),
  };
}

/** Whether the value is empty, which means that there is none. */
function isNothing(value: unknown): boolean {
  return value === '' || (isObject(value) && Object.keys(value).length === 0);
}

function lastPart(address: string): string {
  const part = /[^/=?#]{1,100}(?=\/?$)/.exec(address)?.[0] ?? '';
  return part.replace(/%3A/i, ':');
}

/** The series, with details if the document is the series itself. */
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
