import { type StoredTalkRow, type ExistingHistory, type ExistingRemovedTalk, historyFrom } from './existing-history.ts';
import type { Place } from '#catalogue/place.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { damagedRecord, DamageFound, refersToMissing } from './damage.ts';
import { linkedEntities, type LookUp, type Mentions } from './entities.ts';
import type { MentionedType } from './entity-type.ts';
import { type ExistingJson, talkFieldsFrom } from './record-json.ts';
import { isWhole, talkRecordChecksum, talkChecksum } from './checksum.ts';
import { talkRefs, type TalkRefs } from './packed-columns.ts';
import { type Ask, inParts, parameters } from './sql.ts';

/** The columns of an ExistingHistory, and the UID. */
export const HISTORY = 'uid, created, sequence, previous_start AS "previousStart"';
/** True of talks, including those that have lost a part to damage. */
export const IS_STORED_TALK = '(refs IS NOT NULL OR talk.sum IS NOT NULL)';
/** Those of a StoredTalkRow. */
export const TALK_COLUMNS = `talk.number, slug, start, length, updated, status, version, refs, talk.sum, record,
  talk_record.sum AS "recordSum", ${HISTORY}`;
export const TALKS = 'lectern.talk LEFT JOIN lectern.talk_record USING (number)';
export const STORED_TALKS = `SELECT ${TALK_COLUMNS} FROM ${TALKS} WHERE ${IS_STORED_TALK}`;
/** The same without touching the table of records. Numbers start at 1. */
export const STORED_TALKS_ALONE = STORED_TALKS.replace(
  'lectern.talk_record',
  '(SELECT 0 AS number, NULL AS record, NULL AS sum) talk_record',
);

/** What is kept of removed talks. */
export const REMOVED_TALKS = `
  SELECT number, slug, removed, ${HISTORY} FROM lectern.talk
  WHERE refs IS NULL AND sum IS NULL AND removed IS NOT NULL`;
export type RemovedTalkRow = ExistingRemovedTalk & { readonly number: number; readonly slug: Buffer };

/** The 16 bytes of a talk's slug, as its column has them. */
export function slugBytes(slug: Slug): Buffer {
  return Buffer.from(slug.replaceAll('-', ''), 'hex');
}

/** Talks with these numbers, in their order, undefined where not found; `ask` must stay in one state. @throws DamageFound */
export async function talksWithNumbers(
  ask: Ask,
  numbers: readonly number[],
): Promise<readonly (TalkDetails | undefined)[]> {
  const found = new Map<number, TalkDetails>();
  await inParts(numbers, async (some) => {
    const rows = await ask<StoredTalkRow>(`${STORED_TALKS} AND talk.number IN ${parameters(some.length)}`, some);
    for (const [at, talk] of (await talksOf(ask, rows)).entries()) found.set(rows[at]?.number ?? 0, talk);
  });
  return numbers.map((number) => found.get(number));
}

/** Numbers of those talks that exist. */
export async function talkNumbers(ask: Ask, slugs: readonly Slug[]): Promise<readonly number[]> {
  const numbers: number[] = [];
  await inParts(slugs, async (some) => {
    const text = `SELECT number FROM lectern.talk WHERE ${IS_STORED_TALK} AND slug IN ${parameters(some.length)}`;
    for (const { number } of await ask<{ number: number }>(text, some.map(slugBytes))) numbers.push(number);
  });
  return numbers;
}

/** The records of rows; `ask` must stay in their state. @throws DamageFound */
export async function talksOf(ask: Ask, rows: readonly StoredTalkRow[]): Promise<TalkDetails[]> {
  const talks = rows.map(intactTalk);
  const lookUp = await linkedEntities(ask, mentionsOf(talks));
  return talks.map((talk) => talkFrom(talk, lookUp));
}

/** @throws DamageFound */
export function removedTalk(row: RemovedTalkRow): RemovedTalk {
  return removedTalkFrom(row.number, slugText(row.slug), row);
}

/** A talk that was read and is intact. */
interface IntactTalk extends ExistingHistory {
  readonly number: number;
  readonly slug: Slug;
  readonly uid: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly updated: number;
  readonly refs: TalkRefs;
  readonly record: ExistingJson;
}

/** Whether all of the talk's rows are intact. */
export function isWholeTalk(stored: StoredTalkRow): stored is StoredTalkRow & { readonly record: Buffer } {
  return (
    isWhole(stored.sum, () => talkChecksum(stored)) &&
    hasRecord(stored) &&
    isWhole(stored.recordSum, () => talkRecordChecksum(stored))
  );
}

function hasRecord(stored: StoredTalkRow): stored is StoredTalkRow & { readonly record: Buffer } {
  return stored.record !== null;
}

/** @throws DamageFound */
export function intactTalk(stored: StoredTalkRow): IntactTalk {
  const slug = slugText(stored.slug);
  if (!isWholeTalk(stored)) throw new DamageFound(damagedRecord('talk', stored.number, slug));
  const { number, uid, updated, created, sequence, previousStart, record } = stored;
  return { number, slug, uid, updated, created, sequence, previousStart, refs: talkRefs(stored.refs), record };
}

/** The slug of 16 bytes; for anything else, a text that looks similar. */
export function slugText(bytes: unknown): string {
  const hex = Buffer.isBuffer(bytes) ? bytes.toString('hex') : '';
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A removed talk, which has no checksum. @throws DamageFound */
function removedTalkFrom(number: number, slug: string, row: ExistingRemovedTalk): RemovedTalk {
  try {
    return { type: 'removed_talk', slug, uid: row.uid, removed: timestampOf(row.removed), history: historyFrom(row) };
  } catch {
    throw new DamageFound(damagedRecord('talk', number, slug));
  }
}

export function mentionsOf(talks: readonly (IntactTalk | undefined)[]): Mentions {
  const mentions = {
    place: new Set<number>(),
    person: new Set<number>(),
    topic: new Set<number>(),
    series: new Set<number>(),
  };
  for (const talk of talks) {
    if (talk === undefined) continue;
    const { refs } = talk;
    if (refs.series !== 0) mentions.series.add(refs.series);
    if (refs.venue !== 0) mentions.place.add(refs.venue);
    if (refs.department !== 0) mentions.place.add(refs.department);
    for (const topic of refs.topics) mentions.topic.add(topic);
    for (const list of [refs.speakers, refs.hosts, refs.organisers])
      for (const person of list) mentions.person.add(person);
  }
  return mentions;
}

/** @throws DamageFound when the talk refers to a missing record */
export function talkFrom(row: IntactTalk, lookUp: LookUp): TalkDetails {
  const { refs } = row;
  /** Imports never leave dangling references, so a missing record is damage. */
  const found = <T>(type: MentionedType, records: Records<T>, number: number): T => {
    const entity = records.get(number);
    if (entity === undefined) throw new DamageFound(refersToMissing(type, row.number, row.slug));
    return entity.record;
  };
  const oneOf = <T>(type: MentionedType, records: Records<T>, number: number): T | null =>
    number === 0 ? null : found(type, records, number);
  const allOf = <T>(type: MentionedType, records: Records<T>, numbers: Uint32Array): T[] => {
    // Array.from would take a tenth of the time that it takes to read a talk.
    const all: T[] = [];
    for (const number of numbers) all.push(found(type, records, number));
    return all;
  };
  const related = {
    series: oneOf('series', lookUp.series, refs.series),
    venue: oneOf('place', lookUp.place, refs.venue),
    organisingDepartment: oneOf('place', lookUp.place, refs.department),
    topics: allOf('topic', lookUp.topic, refs.topics),
    speakers: allOf('person', lookUp.person, refs.speakers),
    hosts: allOf('person', lookUp.person, refs.hosts),
    organisers: allOf('person', lookUp.person, refs.organisers),
  };
  const venuesAbove = placesAbove(lookUp.place, refs.venue).filter(({ kind }) => kind === 'venue');
  return { talk: talkOf(row, related), history: historyFrom(row), ...related, venuesAbove };
}

/** More than any campus has: the names of all would not fit anywhere. */
const MOST_LEVELS = 16;

/** The places that a place is part of, innermost first. */
function placesAbove(places: LookUp['place'], number: number): readonly Place[] {
  const above: Place[] = [];
  for (let next = places.get(number)?.parent ?? 0; next !== 0 && above.length < MOST_LEVELS;) {
    const place = places.get(next);
    if (place === undefined) break;
    above.push(place.record);
    next = place.parent;
  }
  return above;
}

type Records<T> = ReadonlyMap<number, { readonly record: T }>;

function talkOf(row: IntactTalk, related: Omit<TalkDetails, 'talk' | 'history' | 'venuesAbove'>): TalkDetails['talk'] {
  return {
    type: 'talk',
    slug: row.slug,
    uid: row.uid,
    ...talkFieldsFrom(row.record),
    series: related.series?.slug ?? null,
    venue: related.venue?.id ?? null,
    organisingDepartment: related.organisingDepartment?.id ?? null,
    topics: related.topics.map(({ uri }) => uri),
    speakers: related.speakers.map(({ slug }) => slug),
    hosts: related.hosts.map(({ slug }) => slug),
    organisers: related.organisers.map(({ slug }) => slug),
    updated: timestampOf(row.updated),
  };
}
