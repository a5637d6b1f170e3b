import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { linkedEntities } from './entities.ts';
import type { ExistingRemovedTalk } from './existing-history.ts';
import { inParts, parameters } from './sql.ts';
import type { Ask } from './sql.ts';
import type { StoredTalkRow } from './stored-rows.ts';
import { intactTalk, mentionsOf, removedTalkFrom, slugText, talkFrom } from './talk-details.ts';

/** The columns of an ExistingHistory, and the UID. */
export const HISTORY = 'uid, created, sequence, previous_start AS "previousStart"';
/** True of talks, including those that have lost a part to damage. */
export const IS_STORED_TALK = '(refs IS NOT NULL OR talk.sum IS NOT NULL)';
/** Those of a StoredTalkRow. */
export const TALK_COLUMNS = `talk.number, slug, start, length, updated, status, version, refs, talk.sum, record,
  talk_record.sum AS "recordSum", ${HISTORY}`;
export const TALKS = 'lectern.talk LEFT JOIN lectern.talk_record USING (number)';
export const STORED_TALKS = `SELECT ${TALK_COLUMNS} FROM ${TALKS} WHERE ${IS_STORED_TALK}`;

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
