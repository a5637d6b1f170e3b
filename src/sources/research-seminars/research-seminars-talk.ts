import { noStart, badTime } from '../findings.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import type { ReadOptions } from '../format.ts';
import { isoTime } from '../iso-time.ts';
import type { WrittenTime } from '../iso-time.ts';
import { listOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import type { Notes } from '../notes.ts';
import { firstSaid } from '../said.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourcePerson, SourceSeries, SourceTalk } from '../source-talk.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';
import { inPath, asWebAddress } from '../web-address.ts';

/** A talk's number is its own only within its series. One whose number is not said is told by when it begins, and who speaks. */
export function talkKey(row: JsonObject, seminar: string): string {
  const number = numberOf(row);
  return number === '' ? `${seminar}/${stringText(row.start_time)} ${stringText(row.speaker)}` : `${seminar}/${number}`;
}

function numberOf({ seminar_ctr: number }: JsonObject): string {
  return stringText(number);
}

/** Why the site itself would not list a talk; `''` of one that it does. */
export function whyNotShown(row: JsonObject): string {
  const { deleted, hidden, display } = row;
  // What is deleted for good keeps its number with a minus.
  if (deleted === true || numberOf(row).startsWith('-')) return 'deleted';
  if (hidden === true) return 'hidden';
  return display === false ? 'not approved for display' : '';
}

interface Place {
  readonly key: string;
  readonly line: number;
  readonly site: string;
  /** The short name of its series; `''` when nobody said. */
  readonly seminar: string;
  /** When the file has its row. */
  readonly series: SourceSeries | undefined;
  readonly options: ReadOptions;
}

/** A row of the table `talks`. Throws BadEntry. */
export function researchTalk(row: JsonObject, place: Place, notes: Notes): SourceTalk {
  const { key, line, seminar, series, options } = place;
  const number = numberOf(row);
  if (number === '')
    notes.add('without a number: told apart by start and speaker, so that a change of either makes another talk');
  const room = optionalText(row.room);
  return sourceTalk({
    key,
    uid: number === '' ? undefined : key,
    line,
    title: optionalText(row.title)?.trim(),
    ...times(row, options, notes),
    description: descriptionOf(row),
    url: pageOf(place, number) || undefined,
    location: asWebAddress(room ?? '') === '' ? room : '',
    speakers: optionalText(row.speaker) === undefined ? undefined : speakers(row),
    series: series ?? (seminar === '' ? undefined : { key: seminar, title: seminar }),
    topics: Array.isArray(row.topics) ? listOf(row.topics).map((topic) => ({ label: stringText(topic) })) : undefined,
    audience: audienceOf(row),
    language: stringText(row.language),
    updated: isoTime(stringText(row.edited_at), UTC)?.at,
    ...access(row, notes),
  });
}

function descriptionOf({ abstract, comments }: JsonObject): string | undefined {
  const texts = [optionalText(abstract), optionalText(comments)].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.filter((text) => text.trim() !== '').join('\n\n');
}

/** By number, as the site shows them. */
function audienceOf({ audience }: JsonObject): string | undefined {
  return optionalText(audience) === undefined ? undefined : (AUDIENCES[Number(stringText(audience) || -1)] ?? '');
}

/** Of the talk, or of its series. */
function pageOf({ site, seminar }: Place, number: string): string {
  if (seminar === '') return '';
  return number === '' ? `${site}/seminar/${inPath(seminar)}` : `${site}/talk/${inPath(seminar)}/${inPath(number)}/`;
}

const AUDIENCES = [
  'Researchers in the topic',
  'Researchers in the discipline',
  'Advanced learners',
  'Learners',
  'Undergraduates',
  'General audience',
  'Social',
];

function times(
  row: JsonObject,
  options: ReadOptions,
  notes: Notes,
): Pick<SourceTalk, 'start' | 'end' | 'clock' | 'zone'> {
  const zone = zoneOf(row, options);
  const start = timeOf(row, 'start_time', zone);
  if (start === undefined) throw noStart('start_time', 'Give the talk a time on the site.');
  const end = timeOf(row, 'end_time', zone)?.at;
  if (end === undefined) noteNoEnd(notes);
  const clock = start.clock === 'floating' && zone.name !== options.zone ? 'zone' : start.clock;
  noteClock(notes, { clock, zone: start.zone });
  return { start: start.at, end: end ?? start.at, clock, zone: start.zone };
}

/** Of times without an offset, which the API always gives: Python's `str` of a time. */
function zoneOf({ timezone }: JsonObject, { zone }: ReadOptions): Zone {
  return ianaZone(stringText(timezone).replaceAll(' ', '_')) ?? ianaZone(zone) ?? UTC;
}

function timeOf(row: JsonObject, where: 'start_time' | 'end_time', zone: Zone): WrittenTime | undefined {
  const text = stringText(row[where]).trim();
  if (text === '') return undefined;
  const time = isoTime(text, zone);
  if (time !== undefined) return time;
  throw badTime(where, text, 'Write it as 2026-10-27 17:00:00+01:00.');
}

/** Several speakers stand in one column, with a bar between, and so does what belongs to them. */
function speakers(row: JsonObject): SourcePerson[] {
  const [names, affiliations, homepages, emails] = [
    row.speaker,
    row.speaker_affiliation,
    row.speaker_homepage,
    row.speaker_email,
  ].map((column) =>
    optionalText(column)
      ?.split('|')
      .map((part) => part.trim()),
  );
  const people = (names ?? []).map((name, index): SourcePerson => ({
    name,
    bio: affiliations && (affiliations[index] ?? ''),
    webAddress: homepages && asWebAddress(homepages[index] ?? ''),
    email: emails && (emails[index] ?? ''),
  }));
  return people.filter(({ name }) => name !== '');
}

/** `access_control`: who is told the address. */
const OPEN = 0;
const BY_PASSWORD = 2;
const BY_REGISTRATION = 5;

function onlineUrlOf(row: JsonObject, control: number, notes: Notes): string | undefined {
  if (row.online === false) return '';
  const live = optionalText(row.live_link);
  const isShown = control === OPEN || control === BY_PASSWORD;
  if (asWebAddress(live ?? '') !== '' && !isShown)
    notes.add('links to a meeting that not everybody is shown: left out');
  const addresses = [isShown ? live : live && '', optionalText(row.stream_link)];
  return firstSaid(...addresses.map((address) => address && asWebAddress(address)));
}

type AccessField = 'onlineUrl' | 'specialMessage' | 'bookingUrl' | 'bookingEmail' | 'bookingRequired';

/** Only an address that the site shows to everybody is taken, as is the hint at a password, which it shows beside it. */
function access(row: JsonObject, notes: Notes): Readonly<Record<AccessField, string | undefined>> {
  const isSaid = typeof row.access_control === 'number';
  const control = isSaid ? Number(row.access_control) : Number.NaN;
  const none = isSaid ? '' : undefined;
  const hint = control === BY_PASSWORD ? optionalText(row.access_hint)?.trim() : none;
  const registration = control === BY_REGISTRATION ? optionalText(row.access_registration)?.trim() : none;
  return {
    onlineUrl: onlineUrlOf(row, control, notes),
    specialMessage: hint && `Password: ${hint}`,
    bookingUrl: registration && asWebAddress(registration),
    bookingEmail: registration && (/^[^\s@]+@[^\s@]+$/.test(registration) ? registration : ''),
    bookingRequired: registration && (stringText(row.room).trim() === '' ? 'Required' : ''),
  };
}
