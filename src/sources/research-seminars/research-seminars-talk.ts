import { badTime, endOr, noStart } from '../findings.ts';
import type { Mend } from '../findings.ts';
import { noteClock, noteNoEnd } from '../notes.ts';
import type { ReadOptions } from '../source-format.ts';
import { isoTime } from '../iso-time.ts';
import type { WrittenTime } from '../iso-time.ts';
import { listOf, optionalText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import type { Notes } from '../notes.ts';
import { firstText } from '../first-text.ts';
import { materialsAt } from '../source-material.ts';
import { sourceTalk } from '../source-talk.ts';
import type { SourcePerson, SourceSeries, SourceTalk, TalkTimes } from '../source-talk.ts';
import { UTC, ianaZone } from '../wall-clock.ts';
import type { Zone } from '../wall-clock.ts';
import { inPath, asWebAddress } from '../web-address.ts';

/** Numbers are unique within a series. A talk without one is identified by start and speaker. */
export function researchKey(row: JsonObject, seminar: string): string {
  const number = numberOf(row);
  return number === '' ? `${seminar}/${stringText(row.start_time)} ${stringText(row.speaker)}` : `${seminar}/${number}`;
}

function numberOf({ seminar_ctr: number }: JsonObject): string {
  return stringText(number);
}

/** Whether it was deleted from the site; permanently deleted talks have negative numbers. */
export function isDeleted(row: JsonObject): boolean {
  return row.deleted === true || numberOf(row).startsWith('-');
}

/** Why the site does not list a talk; `''` when it does. */
export function whyNotShown(row: JsonObject): string {
  const { hidden, display } = row;
  if (isDeleted(row)) return 'deleted';
  if (hidden === true) return 'hidden';
  return display === false ? 'not approved for display' : '';
}

interface TalkContext {
  readonly key: string;
  readonly line: number;
  readonly site: string;
  /** Short name of its series; `''` when unknown. */
  readonly seminar: string;
  /** Set if the file has its row. */
  readonly series: SourceSeries | undefined;
  readonly options: ReadOptions;
}

/** @param row of the table `talks` @throws BadEntry */
export function researchTalk(row: JsonObject, context: TalkContext, notes: Notes, mend: Mend): SourceTalk {
  const { key, line, seminar, series, options } = context;
  const number = numberOf(row);
  if (number === '')
    notes.add('without a number: identified by start and speaker, so a change of either makes a new talk');
  const room = optionalText(row.room);
  return sourceTalk({
    key,
    uid: number === '' ? undefined : key,
    line,
    title: optionalText(row.title)?.trim(),
    ...times(row, options, notes, mend),
    description: descriptionOf(row),
    url: pageOf(context, number) || undefined,
    location: asWebAddress(room ?? '') === '' ? room : '',
    speakers: optionalText(row.speaker) === undefined ? undefined : speakers(row),
    series: series ?? (seminar === '' ? undefined : { key: seminar, title: seminar }),
    topics: Array.isArray(row.topics) ? listOf(row.topics).map((topic) => ({ label: stringText(topic) })) : undefined,
    audience: audienceOf(row),
    materials: materialsOf(row),
    language: stringText(row.language),
    updated: isoTime(stringText(row.edited_at), UTC)?.at,
    ...access(row, notes),
  });
}

function descriptionOf({ abstract, comments }: JsonObject): string | undefined {
  const texts = [optionalText(abstract), optionalText(comments)].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.filter((text) => text.trim() !== '').join('\n\n');
}

function materialsOf({
  video_link: video,
  slides_link: slides,
  paper_link: paper,
}: JsonObject): SourceTalk['materials'] | undefined {
  return materialsAt(
    ['recording', optionalText(video)],
    ['slides', optionalText(slides)],
    ['paper', optionalText(paper)],
  );
}

/** The audience, a number, as the site words it. */
function audienceOf({ audience }: JsonObject): string | undefined {
  return optionalText(audience) === undefined ? undefined : (AUDIENCES[Number(stringText(audience) || -1)] ?? '');
}

/** The page of the talk, or else of its series. */
function pageOf({ site, seminar }: TalkContext, number: string): string {
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

function times(row: JsonObject, options: ReadOptions, notes: Notes, mend: Mend): TalkTimes {
  const zone = zoneOf(row, options);
  const start = timeOf(row, 'start_time', zone);
  if (start === undefined) throw noStart('start_time', 'Give the talk a time on the site.');
  const end = endOr(undefined, mend, () => timeOf(row, 'end_time', zone)?.at);
  if (end === undefined) noteNoEnd(notes);
  const clock = start.clock === 'floating' && zone.name !== options.zone ? 'zone' : start.clock;
  noteClock(notes, { clock, zone: start.zone });
  return { start: start.at, end: end ?? start.at, clock, zone: start.zone };
}

/** Zone of times without an offset; the API itself always includes one. */
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

/** Speakers from the columns for names and details, which have a bar between speakers. */
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

/** `access_control`: who may see the link to the meeting. */
const OPEN = 0;
const BY_PASSWORD = 2;
const BY_REGISTRATION = 5;

function onlineUrlOf(row: JsonObject, control: number, notes: Notes): string | undefined {
  if (row.online === false) return '';
  const live = optionalText(row.live_link);
  const isShown = control === OPEN || control === BY_PASSWORD;
  if (asWebAddress(live ?? '') !== '' && !isShown) notes.leave('restricted links to meetings: left out');
  const addresses = [isShown ? live : live && '', optionalText(row.stream_link)];
  return firstText(...addresses.map((address) => address && asWebAddress(address)));
}

type AccessField = 'onlineUrl' | 'specialMessage' | 'bookingUrl' | 'bookingEmail' | 'bookingRequired';

/** Only what the site shows to everybody: some links, and the password hint that it shows with them. */
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
