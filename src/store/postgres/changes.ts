import { describe, type PostgresAddress } from '../address.ts';
import { ENTITY_TYPES, type StoredEntity } from '../entity-type.ts';
import {
  StoreUnavailable,
  type ChangedEntity,
  type ChangedTalk,
  type ChangesSince,
  type MadeVersion,
  type RemovedRecord,
  type SeenState,
  type StoreState,
} from '../store.ts';
import {
  changedTalk,
  changedWholeTalk,
  laterThan,
  refuseDamage,
  removedTalkNumber,
  withoutDamaged,
  type OnDamage,
} from '../stored-changes.ts';
import { changedEntity } from '../entities.ts';
import type { StoredTalkRow } from '../existing-history.ts';
import { Connection, STATE } from './connection.ts';
import { BEGIN_READING } from './schema.ts';
import { asStoreError, pageDamage } from './postgres-errors.ts';

/** Milliseconds that the server may take for its next rows. */
const NEXT_ROWS = 5_000;

/**
 * What changed after `since`, read lazily in one transaction on a connection of its own, which is closed when
 * everything has been read.
 */
export async function changesSince(
  address: PostgresAddress,
  place: number,
  since: StoreState | null,
  onDamage: OnDamage = refuseDamage,
  withRecords = false,
): Promise<ChangesSince> {
  try {
    const connection = await Connection.open(address, place);
    try {
      return await begin(connection, describe(address), since, { onDamage, withRecords });
    } catch (error) {
      connection.cut();
      throw error;
    }
  } catch (error) {
    throw asStoreError(error, describe(address));
  }
}

async function begin(
  connection: Connection,
  where: string,
  since: StoreState | null,
  { onDamage, withRecords }: { readonly onDamage: OnDamage; readonly withRecords: boolean },
): Promise<ChangesSince> {
  await connection.query(BEGIN_READING, [], NEXT_ROWS);
  const [seen] = await connection.query<SeenState>(`SELECT * FROM ${STATE} state`, [], NEXT_ROWS);
  if (seen === undefined) throw new Error('An aggregate has one row');
  const { isReplica, ...state } = seen;
  const known =
    since !== null && (await wasIn((text, values) => connection.query(text, values, NEXT_ROWS), since))
      ? since.version
      : undefined;
  // A primary that does not know a state was restored from a backup; a standby merely lags behind.
  if (since !== null && known === undefined && isReplica && state.version < since.version)
    throw new StoreUnavailable(
      `The catalogue at ${where} was reached on a standby that is behind what was seen before.`,
    );
  const reading = new Reading(connection, where);
  return {
    state,
    complete: known === undefined,
    history: await historyAfter(connection, known ?? 0),
    entities: reading.part(() => changedEntities(connection, known, onDamage)),
    talks: reading.part(() => (withRecords ? changedWholeTalks : changedTalks)(connection, known, onDamage)),
    removed: reading.part(() => removed(connection, known, onDamage)),
    close: () => {
      reading.close();
    },
  };
}

async function historyAfter(connection: Connection, version: number): Promise<MadeVersion[]> {
  const text =
    'SELECT version, token, floor(extract(epoch FROM time))::bigint AS time FROM lectern.import WHERE version > $1 ORDER BY version';
  return [...(await connection.query<MadeVersion>(text, [version], NEXT_ROWS))];
}

/** Every store was in version 0. */
async function wasIn(
  ask: (text: string, values: (string | number)[]) => Promise<readonly unknown[]>,
  { version, token }: StoreState,
): Promise<boolean> {
  if (version === 0) return token === '';
  return (await ask('SELECT 1 FROM lectern.import WHERE version = $1 AND token = $2', [version, token])).length > 0;
}

async function* changedEntities(
  connection: Connection,
  known: number | undefined,
  onDamage: OnDamage,
): AsyncGenerator<readonly ChangedEntity[]> {
  for (const type of ENTITY_TYPES) {
    const rows = `
      SELECT number, ${type === 'place' ? 'parent' : '0'}, version, coalesce(sum, 0), key, coalesce(record, '')
      FROM lectern.${type} WHERE (record IS NOT NULL OR sum IS NOT NULL) ${laterThan(known)}`;
    const batches = connection.copyOut(copied(rows), storedEntity, NEXT_ROWS);
    for await (const batch of batches) {
      yield [...withoutDamaged(batch, (stored) => changedEntity(type, stored), onDamage)];
    }
  }
}

/** Each value follows its length: four values of 4 bytes, then text and bytes. */
function storedEntity(bytes: Buffer, at: number): StoredEntity {
  const [key, recordAt] = textFrom(bytes, at + 32);
  const record = bytes.subarray(recordAt + 4, recordAt + 4 + bytes.readInt32BE(recordAt));
  return {
    number: bytes.readInt32BE(at + 4),
    parent: bytes.readInt32BE(at + 12),
    version: bytes.readInt32BE(at + 20),
    sum: bytes.readInt32BE(at + 28),
    key,
    record: Buffer.from(record),
  };
}

/** The text after its length, and the offset of the next value. */
function textFrom(bytes: Buffer, at: number): [string, number] {
  const end = at + 4 + bytes.readInt32BE(at);
  return [bytes.toString('utf8', at + 4, end), end];
}

async function* changedTalks(
  connection: Connection,
  known: number | undefined,
  onDamage: OnDamage,
): AsyncGenerator<readonly ChangedTalk[]> {
  const rows = `
    SELECT number, slug, start, length, updated, status, version, coalesce(sum, 0), coalesce(refs, '') FROM lectern.talk
    WHERE (refs IS NOT NULL OR sum IS NOT NULL) ${laterThan(known)}`;
  for await (const batch of connection.copyOut(copied(rows), storedTalk, NEXT_ROWS)) {
    yield [...withoutDamaged(batch, changedTalk, onDamage)];
  }
}

/** Offset of the references in a row. */
const REFS_AT = 8 + (4 + 16) + 3 * (4 + 8) + 3 * (4 + 4) + 4;

/** Each value follows its length: 4, 16, 8, 8, 8, 4, 4 and 4 bytes, then as many as the references take. */
function storedTalk(bytes: Buffer, at: number) {
  const slugAt = at + 8 + 4;
  const startAt = slugAt + 16 + 4;
  const lengthAt = startAt + 8 + 4;
  const updatedAt = lengthAt + 8 + 4;
  const statusAt = updatedAt + 8 + 4;
  const versionAt = statusAt + 4 + 4;
  const sumAt = versionAt + 4 + 4;
  const refsAt = sumAt + 4 + 4;
  const refs = bytes.subarray(refsAt, refsAt + bytes.readInt32BE(refsAt - 4));
  return {
    number: bytes.readInt32BE(at + 4),
    slug: slugBytes(bytes, slugAt),
    start: readInt64(bytes, startAt),
    length: readInt64(bytes, lengthAt),
    updated: readInt64(bytes, updatedAt),
    status: bytes.readInt32BE(statusAt),
    version: bytes.readInt32BE(versionAt),
    sum: bytes.readInt32BE(sumAt),
    refs: Buffer.from(refs),
  };
}

async function* changedWholeTalks(
  connection: Connection,
  known: number | undefined,
  onDamage: OnDamage,
): AsyncGenerator<readonly ChangedTalk[]> {
  const later = laterThan(known);
  const whole = (rows: readonly StoredTalkRow[]) => [
    ...withoutDamaged(rows, (row) => changedWholeTalk(row, onDamage), onDamage),
  ];
  await connection.query(`SAVEPOINT ${BEFORE_TALKS}`, [], NEXT_ROWS);
  try {
    for await (const batch of connection.copyOut(copied(wholeTalks(later)), storedWholeTalk, NEXT_ROWS))
      yield whole(batch);
  } catch (error) {
    if (pageDamage(error) === undefined) throw error;
    for await (const batch of talksAroundDamage(connection, later)) yield whole(batch);
  }
}

function wholeTalks(condition: string, record = 'lectern.talk_record'): string {
  return `
    SELECT talk.number, slug, start, length, updated, status, version, coalesce(talk.sum, 0), coalesce(refs, ''),
      created, sequence, previous_start, uid, body.sum, coalesce(body.record, '')
    FROM lectern.talk talk LEFT JOIN ${record} body ON body.number = talk.number
    WHERE (refs IS NOT NULL OR talk.sum IS NOT NULL) ${condition}`;
}

/** A savepoint, so that reading can go on in the same state after a page that cannot be read. */
const BEFORE_TALKS = 'before_talks';
const NO_RECORDS = '(SELECT * FROM lectern.talk_record WHERE false)';
/** Numbers that are read together after a page could not be read. */
const RANGE = 1_024;
/** The most attempts that may fail; each is a line in the log of PostgreSQL. */
const MAX_FAILURES = 10_000;

/**
 * Reads the talks again in ranges of numbers, halving those that cannot be read, until each talk whose record is in an
 * unreadable page is read without it. Throws if the talks themselves cannot be read, or too many records cannot.
 */
async function* talksAroundDamage(connection: Connection, later: string): AsyncGenerator<readonly StoredTalkRow[]> {
  const goBack = () => connection.query(`ROLLBACK TO ${BEFORE_TALKS}`, [], NEXT_ROWS);
  await goBack();
  const text = 'SELECT coalesce(max(number), 0) AS number FROM lectern.talk';
  const [row] = await connection.query(text, [], NEXT_ROWS);
  const last = Number(row?.number);
  let failures = 0;
  for (let from = 1, size = RANGE; from <= last;) {
    const range = `${later} AND talk.number BETWEEN ${String(from)} AND ${String(from + size - 1)}`;
    try {
      const rows: StoredTalkRow[] = [];
      for await (const batch of connection.copyOut(copied(wholeTalks(range)), storedWholeTalk, NEXT_ROWS))
        rows.push(...batch);
      yield rows;
    } catch (error) {
      failures += 1;
      if (pageDamage(error) === undefined || failures > MAX_FAILURES) throw error;
      await goBack();
      if (size > 1) {
        size /= 2;
        continue;
      }
      yield* connection.copyOut(copied(wholeTalks(range, NO_RECORDS)), storedWholeTalk, NEXT_ROWS);
      from += 1;
      continue;
    }
    from += size;
    size = Math.min(RANGE, size * 2);
  }
}

/** The values of `storedTalk`, then those of the history, the UID, and the checksum and bytes of the record. */
function storedWholeTalk(bytes: Buffer, at: number): StoredTalkRow {
  const row = storedTalk(bytes, at);
  const historyAt = at + REFS_AT + row.refs.length;
  const created = readInt64(bytes, historyAt + 4);
  const sequence = bytes.readInt32BE(historyAt + 16);
  const [previousStart, uidAt] = nullable(bytes, historyAt + 20, readInt64);
  const [uid, sumAt] = textFrom(bytes, uidAt);
  const [recordSum, recordAt] = nullable(bytes, sumAt, (all, from) => all.readInt32BE(from));
  const record = bytes.subarray(recordAt + 4, recordAt + 4 + bytes.readInt32BE(recordAt));
  return { ...row, created, sequence, previousStart, uid, recordSum, record: Buffer.from(record) };
}

/** A number after its length, which is -1 for null, and the offset of the next value. */
function nullable(bytes: Buffer, at: number, read: (bytes: Buffer, at: number) => number): [number | null, number] {
  const length = bytes.readInt32BE(at);
  return length < 0 ? [null, at + 4] : [read(bytes, at + 4), at + 4 + length];
}

/** Reads a whole number that fits into a double. */
function readInt64(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
}

async function* removed(
  connection: Connection,
  known: number | undefined,
  onDamage: OnDamage,
): AsyncGenerator<readonly RemovedRecord[]> {
  const talks = `SELECT number, slug, version FROM lectern.talk WHERE refs IS NULL AND sum IS NULL ${laterThan(known)}`;
  for await (const batch of connection.copyOut(copied(talks), removedTalk, NEXT_ROWS)) {
    yield [...withoutDamaged(batch, ({ number, slug, version }) => removedTalkNumber(number, slug, version), onDamage)];
  }
  if (known === undefined) return;
  for (const type of ENTITY_TYPES) {
    const rows = `SELECT number FROM lectern.${type} WHERE record IS NULL AND sum IS NULL ${laterThan(known)}`;
    yield* connection.copyOut(copied(rows), (bytes, at) => ({ type, number: bytes.readInt32BE(at + 4) }), NEXT_ROWS);
  }
}

function removedTalk(bytes: Buffer, at: number) {
  const slugAt = at + 8 + 4;
  const version = bytes.readInt32BE(slugAt + 16 + 4);
  return { number: bytes.readInt32BE(at + 4), slug: slugBytes(bytes, slugAt), version };
}

/** A copy, since the buffer is reused. */
function slugBytes(bytes: Buffer, at: number): Buffer {
  return Buffer.from(bytes.subarray(at, at + 16));
}

function copied(rows: string): string {
  return `COPY (${rows}) TO STDOUT (FORMAT binary)`;
}

/** Lists that are read in one transaction, which ends when all of them have been read. */
class Reading {
  readonly #connection: Connection;
  readonly #where: string;
  #partsLeft = 0;

  constructor(connection: Connection, where: string) {
    this.#connection = connection;
    this.#where = where;
  }

  part<T>(rows: () => AsyncGenerator<readonly T[]>): AsyncIterable<readonly T[]> {
    this.#partsLeft++;
    return { [Symbol.asyncIterator]: () => this.#read(rows) };
  }

  close(): void {
    if (this.#connection.isUsable) this.#connection.cut();
  }

  async *#read<T>(rows: () => AsyncGenerator<readonly T[]>): AsyncGenerator<readonly T[]> {
    try {
      if (!this.#connection.isUsable) throw new Error('The changes have been gone through, or closed');
      yield* rows();
    } catch (error) {
      this.close();
      throw asStoreError(error, this.#where);
    }
    if (--this.#partsLeft === 0) void this.#connection.close();
  }
}
