import { shownValue } from '#catalogue/shown-value.ts';
import { badTime, endOr, type Findings, type Mend, noStart } from './findings.ts';
import { firstText } from './first-text.ts';
import { isoTime, type WrittenTime } from './iso-time.ts';
import { isObject, type JsonObject, listOf, optionalText, stringText } from './json-document.ts';
import { jsonReader } from './json-entries.ts';
import { noteClock, noteNoEnd, type Notes } from './notes.ts';
import { sharedText } from './shared-text.ts';
import type { ReadOptions, SourceBatch } from './source-format.ts';
import { materialsAt } from './source-material.ts';
import { type SourcePerson, type SourceSeries, sourceTalk, type SourceTalk, type TalkTimes } from './source-talk.ts';
import { ianaZone, UTC, type Zone } from './wall-clock.ts';
import { asWebAddress, inPath } from './web-address.ts';

/**
 * Reads rows of researchseminars.org (Schema.md in its repository): responses of its API to `search/talks`,
 * `lookup/series` and `lookup/talk`; lists of such rows; and `/seminar/NAME/json`, whose rows lack their keys.
 */
export const readResearchSeminars = jsonReader((found, answer, options, address) =>
  takeRows(found, answer, { options, ...siteOf(address) }),
);

/** The site that has the pages of talks, and the requested series. Files are taken to come from the main site. */
function siteOf(address: string): Site {
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    return { site: 'https://researchseminars.org', requested: '' };
  const { origin, pathname } = new URL(address);
  return { site: origin, requested: /^\/seminar\/([\w-]{1,100})\/json$/.exec(pathname)?.[1] ?? '' };
}

interface Site {
  readonly site: string;
  /** Short name of the requested series; `''` when unknown. */
  readonly requested: string;
}

interface RowContext extends Site {
  readonly options: ReadOptions;
}

function* takeRows(found: Findings, answer: unknown, context: RowContext): Generator<SourceBatch> {
  const rows = rowsOf(answer);
  const talks = rows.filter((row) => !isSeries(row));
  const series = new Map<string, ResearchSeries>();
  for (const row of rows) if (isSeries(row)) series.set(stringText(row.shortname), researchSeries(row, context.site));
  if (
    talks.length === 0 &&
    (series.size > 0 ||
      !(isObject(answer) && answer.code === 'success' && Array.isArray(answer.results ?? answer.talks)))
  ) {
    found.fail({ code: 'no-talks', where: '', ...whyNoTalks(answer, series.size), line: 0 });
    return;
  }
  for (const [index, row] of talks.entries()) {
    takeRow(found, row, { ...context, series, line: index + 1 });
    yield* found.enough();
  }
}

/** Rows of talks and series: a list, `results`, `talks`, or the `properties` of a series or talk. */
function rowsOf(answer: unknown): readonly unknown[] {
  if (!isObject(answer)) return listOf(answer);
  const { properties, results, talks, seminars, series, seminar_ctr: number, shortname } = answer;
  if (number !== undefined || shortname !== undefined) return [answer];
  const lists = [results, seminars, series, talks].flatMap(listOf);
  return properties === undefined || properties === null ? lists : [properties, ...lists];
}

function isTalk(row: unknown): row is JsonObject {
  if (!isObject(row)) return false;
  return row.seminar_ctr !== undefined || (row.start_time !== undefined && row.speaker !== undefined);
}

function isSeries(row: unknown): row is JsonObject {
  return isObject(row) && row.seminar_ctr === undefined && stringText(row.shortname) !== '';
}

function whyNoTalks(answer: unknown, series: number): { readonly what: string; readonly hint: string } {
  const description = isObject(answer) ? stringText(answer.description) : '';
  if (series === 0 && description !== '') {
    return { what: `The site reported an error: ${shownValue(description)}.`, hint: 'Fix the address.' };
  }
  return {
    what: series === 0 ? 'It contains no rows of talks.' : 'It contains series only, no talks.',
    hint: 'Request the talks of a series: /api/0/lookup/series?series_id="NAME".',
  };
}

interface SeriesContext extends RowContext {
  readonly series: ReadonlyMap<string, ResearchSeries>;
  readonly line: number;
}

function takeRow(found: Findings, row: unknown, { options, site, requested, series, line }: SeriesContext): void {
  if (!isTalk(row)) {
    const hint = 'Rows of talks have seminar_id, seminar_ctr and start_time.';
    found.problem({ code: 'not-a-talk', where: '', what: `${shownValue(row)} is not a row of a talk.`, hint, line });
    return;
  }
  found.named(Object.keys(row));
  found.notes.at(line);
  const seminar = stringText(row.seminar_id) || requested;
  const of = series.get(seminar);
  const key = researchKey(row, seminar);
  const why = whyNotShown(row) || (of?.isHidden === true ? 'of a series that is not public' : '');
  if (why !== '') {
    if (isDeleted(row)) found.notes.leave(`${why}: left out`);
    else found.withhold(why, { key });
    return;
  }
  const place = { key, line, site, seminar, series: of?.series, options };
  // Without a number, its start is part of its key.
  const mayBe = stringText(row.seminar_ctr) === '' ? [] : [key];
  found.entry(line, key, (mend) => [researchTalk(row, place, found.notes, mend)], { mayBe });
}

/** Numbers are unique within a series. A talk without one is identified by start and speaker. */
function researchKey(row: JsonObject, seminar: string): string {
  const number = numberOf(row);
  return number === '' ? `${seminar}/${stringText(row.start_time)} ${stringText(row.speaker)}` : `${seminar}/${number}`;
}

function numberOf({ seminar_ctr: number }: JsonObject): string {
  return stringText(number);
}

/** Whether it was deleted from the site; permanently deleted talks have negative numbers. */
function isDeleted(row: JsonObject): boolean {
  return row.deleted === true || numberOf(row).startsWith('-');
}

/** Why the site does not list a talk; `''` when it does. */
function whyNotShown(row: JsonObject): string {
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
function researchTalk(row: JsonObject, context: TalkContext, notes: Notes, mend: Mend): SourceTalk {
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
  const zone = ianaZone(stringText(row.timezone).replaceAll(' ', '_')) ?? ianaZone(options.zone) ?? UTC;
  const start = timeOf(row, 'start_time', zone);
  if (start === undefined) throw noStart('start_time', 'Give the talk a time on the site.');
  const end = endOr(undefined, mend, () => timeOf(row, 'end_time', zone)?.at);
  if (end === undefined) noteNoEnd(notes);
  const clock = start.clock === 'floating' && zone.name !== options.zone ? 'zone' : start.clock;
  noteClock(notes, { clock, zone: start.zone });
  return { start: start.at, end: end ?? start.at, clock, zone: start.zone };
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

interface ResearchSeries {
  readonly series: SourceSeries;
  /** Deleted, not approved yet, unlisted or private. */
  readonly isHidden: boolean;
}

/** @param row of the table `seminars`: a recurring seminar, or a conference */
function researchSeries(row: JsonObject, site: string): ResearchSeries {
  const key = stringText(row.shortname);
  const visibility = Number(stringText(row.visibility) || PUBLIC);
  return {
    series: {
      key,
      title: sharedText(stringText(row.name)).trim() || key,
      description: sharedText(firstText(optionalText(row.description), optionalText(row.comments))),
      occurrence: sharedText(meetings(row)),
      webAddress: asWebAddress(sharedText(stringText(row.homepage))) || `${site}/seminar/${inPath(key)}`,
    },
    isHidden: row.deleted === true || row.display === false || visibility < PUBLIC,
  };
}

/** `visibility` of a listed series. */
const PUBLIC = 2;

const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** “Mondays 15:00-16:00 (America/New_York)”. Each time slot has a weekday; 0 is Monday. */
function meetings({ weekdays, time_slots: slots, timezone }: JsonObject): string | undefined {
  if (!Array.isArray(slots)) return undefined;
  const days = listOf(weekdays);
  const times = listOf(slots).flatMap((slot, index) => {
    const day = DAYS[Number(days[index])];
    return day === undefined || stringText(slot) === '' ? [] : [`${day} ${stringText(slot)}`];
  });
  const zone = stringText(timezone);
  return times.length === 0 ? '' : `${times.join(', ')}${zone === '' ? '' : ` (${zone})`}`;
}
