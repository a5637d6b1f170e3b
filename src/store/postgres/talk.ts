import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { ExistingRemovedTalk } from '../existing-history.ts';
import { mentionsOf, removedTalkFrom, intactTalk, talkFrom } from '../talk-details.ts';
import type { StoredTalkRow } from '../stored-rows.ts';
import type { Ask, Cell } from './connection.ts';
import { bytesFrom, linkedEntities, sumFrom } from './entity.ts';

/** The columns that are kept of a removed talk, and its number. */
const HISTORY = ['talk.number', 'talk.slug', 'talk.uid', 'talk.created', 'talk.sequence', 'talk.previous_start'];
/** The columns that `storedTalk` reads. */
export const TALK_COLUMNS = [
  ...HISTORY,
  ...[
    'talk.start',
    'talk.length',
    'talk.updated',
    'talk.status',
    'talk.version',
    "encode(talk.refs, 'hex')",
    'talk.sum',
  ],
  ...["encode(body.record, 'hex')", 'body.sum'],
];
/** All talks, including those that have lost a part to damage. */
export const TALKS = `(
  lectern.talk talk LEFT JOIN lectern.talk_record body ON body.number = talk.number)`;
export const IS_STORED_TALK = '(talk.refs IS NOT NULL OR talk.sum IS NOT NULL)';

/** What is kept of removed talks. */
export const REMOVED_TALKS = `
  SELECT ${HISTORY.join(', ')}, talk.removed FROM lectern.talk
  WHERE refs IS NULL AND sum IS NULL AND removed IS NOT NULL`;

/** Talks with these numbers, in their order, undefined where not found; inside a transaction that stays in one state. */
export async function talksWithNumbers(
  ask: Ask,
  numbers: readonly number[],
): Promise<readonly (TalkDetails | undefined)[]> {
  const text = `SELECT ${TALK_COLUMNS.join(', ')} FROM ${TALKS} WHERE talk.number = ANY($1::integer[]) AND ${IS_STORED_TALK}`;
  const rows = (await ask(text, [numbers])).map(storedTalk);
  const talks = await talksOf(ask, rows);
  const found = new Map(rows.map(({ number }, at) => [number, talks[at]]));
  return numbers.map((number) => found.get(number));
}

/** The next `count` talks by slug; inside a transaction that stays in one state. */
export async function talksAfter(ask: Ask, slug: string | undefined, count: number): Promise<TalkDetails[]> {
  const text = `
    SELECT ${TALK_COLUMNS.join(', ')} FROM ${TALKS}
    WHERE ${IS_STORED_TALK} AND ($1::uuid IS NULL OR talk.slug > $1) ORDER BY talk.slug LIMIT ${count}`;
  return talksOf(ask, (await ask(text, [slug ?? null])).map(storedTalk));
}

async function talksOf(ask: Ask, rows: readonly StoredTalkRow[]): Promise<TalkDetails[]> {
  const talks = rows.map(intactTalk);
  const lookUp = await linkedEntities(ask, mentionsOf(talks));
  return talks.map((talk) => talkFrom(talk, lookUp));
}

/** The next `count` removed talks by slug. */
export async function removedTalksAfter(ask: Ask, slug: string | undefined, count: number): Promise<RemovedTalk[]> {
  const text = `${REMOVED_TALKS} AND ($1::uuid IS NULL OR slug > $1) ORDER BY slug LIMIT ${count}`;
  const rows = await ask(text, [slug ?? null]);
  return rows.map((cells) => removedTalkFrom(Number(cells[0]), cells[1] ?? '', removedTalk(cells)));
}

/** A row of REMOVED_TALKS. */
export function removedTalk(cells: readonly (Cell | undefined)[]): RemovedRow {
  const slug = bytesFrom(cells[1]?.replaceAll('-', ''));
  return { number: Number(cells[0]), slug, ...historyRow(cells), removed: Number(cells[6]) };
}

type RemovedRow = ExistingRemovedTalk & { readonly number: number; readonly slug: Buffer };

export function storedTalk(cells: readonly (Cell | undefined)[]): StoredTalkRow {
  const [start, length, updated, status, version, refs, sum, record, recordSum] = cells.slice(6);
  return {
    ...historyRow(cells),
    number: Number(cells[0]),
    slug: bytesFrom(cells[1]?.replaceAll('-', '')),
    start: Number(start),
    length: Number(length),
    updated: Number(updated),
    status: Number(status),
    version: Number(version),
    refs: bytesFrom(refs),
    sum: sumFrom(sum),
    record: typeof record === 'string' ? bytesFrom(record) : null,
    recordSum: sumFrom(recordSum),
  };
}

function historyRow([, , uid, created, sequence, previousStart]: readonly (Cell | undefined)[]) {
  return {
    uid: uid ?? '',
    created: Number(created),
    sequence: Number(sequence),
    previousStart: typeof previousStart === 'string' ? Number(previousStart) : null,
  };
}
