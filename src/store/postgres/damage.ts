import { codeOf } from '#catalogue/error-code.ts';
import { DamageScan, lostPart, lostTalks } from '../damage-scan.ts';
import type { Damage } from '../damage.ts';
import { ENTITY_TYPES } from '../entity-type.ts';
import type { Connection, Row } from './connection.ts';
import { IS_STORED, entityColumns, storedEntity } from './entity.ts';
import { storedCorrections } from './corrections.ts';
import { storedForgotten } from './forgotten.ts';
import { allProvenance } from './provenance.ts';
import { IS_STORED_TALK, REMOVED_TALKS, TALKS, TALK_COLUMNS, removedTalk, storedTalk } from './talk.ts';
import { isPageDamage } from './trouble.ts';

/** Records per batch. */
const BATCH = 1000;

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
