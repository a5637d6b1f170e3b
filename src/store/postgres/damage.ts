import { codeOf } from '#catalogue/error-code.ts';
import { DamageScan, lostPart, lostTalks } from '../damage-scan.ts';
import type { Damage } from '../damage.ts';
import { ENTITY_TYPES } from '../entity-type.ts';
import { codeWithTraits, isRecordJson, lengthIn } from '../record-json.ts';
import { entitySum, talkRecordSum, talkSum } from '../record-sum.ts';
import { isWholeTalk } from '../talk-details.ts';
import type { Connection, Row } from './connection.ts';
import { IS_STORED, entityColumns, storedEntity } from './entity.ts';
import { storedCorrections } from './corrections.ts';
import { storedForgotten } from './forgotten.ts';
import { allProvenance } from './provenance.ts';
import { IS_STORED_TALK, REMOVED_TALKS, TALKS, TALK_COLUMNS, removedTalk, storedTalk } from './talk.ts';
import { isPageDamage } from './trouble.ts';

/** Records per batch. */
const BATCH = 1000;

/** The columns of talks in a catalogue that has no lengths yet. */
const WITHOUT_LENGTH = TALK_COLUMNS.map((column) => (column === 'talk.length' ? '0' : column));

/**
 * Adds checksums to the records of an older catalogue. A record that cannot be read gets none, and counts as damaged.
 */
export async function fillSums(connection: Connection): Promise<void> {
  for (const type of ENTITY_TYPES) {
    const text = `SELECT ${entityColumns(type).join(', ')} FROM lectern.${type} WHERE record IS NOT NULL AND number > $1`;
    for await (const rows of inBatches(connection, text)) {
      const entities = rows.map(storedEntity);
      const sums = entities.map((stored) => (isRecordJson(type, stored.record) ? entitySum(stored) : null));
      await setSums(connection, type, entities, sums);
    }
  }
  const text = `SELECT ${WITHOUT_LENGTH.join(', ')} FROM ${TALKS} WHERE talk.refs IS NOT NULL AND talk.number > $1`;
  for await (const rows of inBatches(connection, text)) await fillTalks(connection, rows);
}

async function fillTalks(connection: Connection, rows: readonly Row[]): Promise<void> {
  const talks = rows.map(storedTalk);
  await setSums(connection, 'talk', talks, talks.map(talkSum));
  const sums = talks.map(({ record, ...talk }) => {
    return record !== null && isRecordJson('talk', record) ? talkRecordSum({ ...talk, record }) : null;
  });
  await setSums(connection, 'talk_record', talks, sums);
}

/** Adds traits to the talks of an older catalogue. Damaged talks stay as they are. */
export async function fillTraits(connection: Connection): Promise<void> {
  const text = `SELECT ${WITHOUT_LENGTH.join(', ')} FROM ${TALKS} WHERE talk.refs IS NOT NULL AND talk.number > $1`;
  for await (const rows of inBatches(connection, text)) {
    const talks = rows.map(storedTalk).filter(isWholeTalk);
    const coded = talks.map((talk) => ({ ...talk, status: codeWithTraits(talk.status, talk.record) }));
    await connection.patiently(
      `UPDATE lectern.talk kept SET status = told.status, sum = told.sum
      FROM unnest($1::integer[], $2::integer[], $3::integer[]) told (number, status, sum)
      WHERE kept.number = told.number AND kept.status <> told.status`,
      [coded.map(({ number }) => number), coded.map(({ status }) => status), coded.map(talkSum)],
    );
  }
}

/** Adds lengths to the talks of an older catalogue. Damaged talks stay as they are. */
export async function fillLengths(connection: Connection): Promise<void> {
  const text = `SELECT ${TALK_COLUMNS.join(', ')} FROM ${TALKS} WHERE talk.refs IS NOT NULL AND talk.number > $1`;
  for await (const rows of inBatches(connection, text)) {
    const talks = rows.map(storedTalk).filter(isWholeTalk);
    const measured = talks.map((talk) => ({ ...talk, length: lengthIn(talk.record) }));
    await connection.patiently(
      `UPDATE lectern.talk kept SET length = told.length, sum = told.sum
      FROM unnest($1::integer[], $2::bigint[], $3::integer[]) told (number, length, sum)
      WHERE kept.number = told.number AND kept.length <> told.length`,
      [measured.map(({ number }) => number), measured.map(({ length }) => length), measured.map(talkSum)],
    );
  }
}

async function setSums(
  connection: Connection,
  table: string,
  rows: readonly { readonly number: number }[],
  sums: readonly (number | null)[],
): Promise<void> {
  await connection.patiently(
    `UPDATE lectern.${table} kept SET sum = summed.sum
    FROM unnest($1::integer[], $2::integer[]) summed (number, sum) WHERE kept.number = summed.number`,
    [rows.map(({ number }) => number), sums],
  );
}

/** Talks whose text is there but whose own row is missing. */
export const LOST_TALKS =
  'FROM lectern.talk_record WHERE sum IS NOT NULL AND NOT EXISTS (SELECT FROM lectern.talk WHERE talk.number = talk_record.number)';

/**
 * All damage: reads every record, in one state. Yields undefined now and then, as a pause. Throws other errors as they
 * are.
 */
export async function* damageIn(connection: Connection, begin: string): AsyncGenerator<Damage | undefined> {
  const scan = new DamageScan();
  const read = { connection, begin };
  await connection.patiently(begin);
  for (const type of ENTITY_TYPES) {
    const text = `SELECT ${entityColumns(type).join(', ')} FROM lectern.${type} WHERE ${IS_STORED} AND number > $1`;
    yield* unlessLost({ ...read, what: type }, inBatches(connection, text), (rows) =>
      scan.entities(type, rows.map(storedEntity)),
    );
  }
  const text = `SELECT ${TALK_COLUMNS.join(', ')} FROM ${TALKS} WHERE ${IS_STORED_TALK} AND talk.number > $1`;
  yield* unlessLost({ ...read, what: 'talk' }, inBatches(connection, text), (rows) => scan.talks(rows.map(storedTalk)));
  const removed = `${REMOVED_TALKS} AND number > $1`;
  yield* unlessLost({ ...read, what: 'talk' }, inBatches(connection, removed), (rows) =>
    scan.removed(rows.map(removedTalk)),
  );
  const lost = `SELECT number ${LOST_TALKS} AND number > $1`;
  yield* unlessLost({ ...read, what: 'talk_record' }, inBatches(connection, lost), (rows) =>
    lostTalks(rows.map(([number]) => Number(number))),
  );
  const provenance = allProvenance((sql, values) => connection.patiently(sql, values));
  yield* unlessLost({ ...read, what: 'provenance' }, provenance, (stored) => scan.provenance(stored));
  const corrections = storedCorrections((sql, values) => connection.patiently(sql, values));
  yield* unlessLost({ ...read, what: 'correction' }, corrections, (stored) => scan.corrections(stored));
  const forgotten = storedForgotten((sql, values) => connection.patiently(sql, values));
  yield* unlessLost({ ...read, what: 'forgotten' }, forgotten, (stored) => scan.forgotten(stored));
}

/** The damage that a quick look finds. PostgreSQL itself notices damaged pages when they are read. */
export async function* damageAtAGlance(connection: Connection, begin: string): AsyncGenerator<Damage> {
  await connection.patiently(begin);
  for await (const rows of inBatches(connection, `SELECT number ${LOST_TALKS} AND number > $1`)) {
    yield* lostTalks(rows.map(([number]) => Number(number)));
  }
}

/** After an unreadable page, the rest of its table is lost, but other tables are not. */
async function* unlessLost<T>(
  { connection, begin, what }: { readonly connection: Connection; readonly begin: string; readonly what: string },
  batches: AsyncIterable<readonly T[]>,
  find: (rows: readonly T[]) => Iterable<Damage | undefined>,
): AsyncGenerator<Damage | undefined> {
  try {
    for await (const rows of batches) yield* find(rows);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || !isPageDamage(code)) throw error;
    yield lostPart(`the table ${what} cannot be read to its end (${code}).`);
    await connection.patiently(`ROLLBACK; ${begin}`);
  }
}

async function* inBatches(connection: Connection, text: string): AsyncGenerator<readonly Row[]> {
  for (let last = 0; ;) {
    const rows = await connection.patiently(`${text} ORDER BY 1 LIMIT ${BATCH}`, [last]);
    if (rows.length === 0) return;
    yield rows;
    last = Number(rows.at(-1)?.[0]);
  }
}
