import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import type { ChangedEntity, ChangedTalk, ChangesSince, MadeVersion, RemovedRecord, StoreState } from '../store.ts';
import { ENTITY_TYPES, type StoredEntity } from '../entity-type.ts';
import {
  changedTalk,
  changedWholeTalk,
  laterThan,
  refuseDamage,
  removedTalkNumber,
  withoutDamaged,
  type OnDamage,
} from '../stored-changes.ts';
import { changedEntity, storedEntities } from '../entities.ts';
import { asPromise, openForReading } from './connection.ts';
import { batchesOf } from '../batches.ts';
import { HISTORY } from '../talks.ts';
import type { StoredTalkRow } from '../existing-history.ts';
import { inSqlite } from '../sql.ts';
import { asStoreError } from './sqlite-errors.ts';

/**
 * What changed after `since`, read lazily in one transaction on a connection of its own, which is closed when
 * everything has been read.
 */
export function changesSince(
  path: string,
  since: StoreState | null,
  onDamage: OnDamage = refuseDamage,
  withRecords = false,
): ChangesSince {
  const db = openForReading(path);
  try {
    return begin(db, path, since, { onDamage, withRecords });
  } catch (error) {
    db.close();
    throw asStoreError(error, path);
  }
}

function begin(
  db: Database,
  path: string,
  since: StoreState | null,
  { onDamage, withRecords }: { readonly onDamage: OnDamage; readonly withRecords: boolean },
): ChangesSince {
  db.exec('BEGIN');
  const state = stateOf(db);
  const known = since !== null && wasIn(db, since) ? since.version : undefined;
  const reading = new Reading(db, path);
  return {
    state,
    complete: known === undefined,
    history: historyAfter(db, known ?? 0),
    entities: reading.part(() => changedEntities(db, known, onDamage)),
    talks: reading.part(() => (withRecords ? changedWholeTalks : changedTalks)(db, known, onDamage)),
    removed: reading.part(() => removed(db, known, onDamage)),
    close: () => {
      reading.close();
    },
  };
}

/** Version 0 before the first import that changed something. */
export function stateOf(db: Database): StoreState {
  const row = db.prepare<[], StoreState>('SELECT version, token FROM import ORDER BY version DESC LIMIT 1').get();
  return row ?? { version: 0, token: '' };
}

function historyAfter(db: Database, version: number): MadeVersion[] {
  const sql =
    'SELECT version, token, ifnull(unixepoch(time), 0) AS time FROM import WHERE version > ? ORDER BY version';
  return db.prepare<[number], MadeVersion>(sql).all(version);
}

/** Every store was in version 0. */
function wasIn(db: Database, { version, token }: StoreState): boolean {
  if (version === 0) return token === '';
  return db.prepare('SELECT 1 FROM import WHERE version = ? AND token = ?').get(version, token) !== undefined;
}

function* changedEntities(db: Database, known: number | undefined, onDamage: OnDamage): Generator<ChangedEntity> {
  for (const type of ENTITY_TYPES) {
    const rows = db.prepare<[], StoredEntity>(inSqlite(`${storedEntities(type)} ${laterThan(known)}`));
    yield* withoutDamaged(rows.iterate(), (row) => changedEntity(type, row), onDamage);
  }
}

type TalkCells = [number, Buffer, number, number, number, number, number, Buffer, number | null];

function* changedTalks(db: Database, known: number | undefined, onDamage: OnDamage): Generator<ChangedTalk> {
  const sql = `
    SELECT number, slug, start, length, updated, status, version, refs, sum FROM talk
    WHERE (refs IS NOT NULL OR sum IS NOT NULL) ${laterThan(known)}`;
  const rows = db.prepare<[], TalkCells>(sql).raw().iterate();
  const talk = ([number, slug, start, length, updated, status, version, refs, sum]: TalkCells): ChangedTalk =>
    changedTalk({ number, slug, start, length, updated, status, version, refs, sum });
  yield* withoutDamaged(rows, talk, onDamage);
}

type RecordRow = Pick<StoredTalkRow, 'record' | 'recordSum'>;
type TalkRow = Omit<StoredTalkRow, keyof RecordRow>;

const TALK_ROWS = `
  SELECT number, slug, start, length, updated, status, version, refs, sum, ${HISTORY} FROM talk
  WHERE (refs IS NOT NULL OR sum IS NOT NULL)`;

const NO_RECORD: RecordRow = { record: null, recordSum: null };

function* changedWholeTalks(db: Database, known: number | undefined, onDamage: OnDamage): Generator<ChangedTalk> {
  const rows = db.prepare<[], TalkRow>(`${TALK_ROWS} ${laterThan(known)}`).iterate();
  const record = db.prepare<[number], RecordRow>('SELECT record, sum AS recordSum FROM talk_record WHERE number = ?');
  const whole = (row: TalkRow) => changedWholeTalk({ ...row, ...recordOf(record, row.number) }, onDamage);
  yield* withoutDamaged(rows, whole, onDamage);
}

/** Records are read one by one, so that a page that cannot be read costs only those in it. */
function recordOf(record: Statement<[number], RecordRow>, number: number): RecordRow {
  try {
    return record.get(number) ?? NO_RECORD;
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CORRUPT')) return NO_RECORD;
    throw error;
  }
}

function* removed(db: Database, known: number | undefined, onDamage: OnDamage): Generator<RemovedRecord> {
  const talks = `SELECT number, slug, version FROM talk WHERE refs IS NULL AND sum IS NULL ${laterThan(known)}`;
  const rows = db.prepare<[], { number: number; slug: Buffer; version: number }>(talks).iterate();
  yield* withoutDamaged(rows, ({ number, slug, version }) => removedTalkNumber(number, slug, version), onDamage);
  if (known === undefined) return;
  for (const type of ENTITY_TYPES) {
    const sql = `SELECT number FROM ${type} WHERE record IS NULL AND sum IS NULL ${laterThan(known)}`;
    for (const number of db.prepare<[], number>(sql).pluck().iterate()) yield { type, number };
  }
}

/** Lists that are read in one transaction, which ends when all of them have been read. */
class Reading {
  readonly #db: Database;
  readonly #path: string;
  readonly #begun = new Set<Generator<unknown, void, undefined>>();
  #partsLeft = 0;

  constructor(db: Database, path: string) {
    this.#db = db;
    this.#path = path;
  }

  part<T>(rows: () => Iterable<T>): AsyncIterable<readonly T[]> {
    this.#partsLeft++;
    let isOver = false;
    const onEnd = () => {
      if (!isOver) this.#partsLeft--;
      isOver = true;
      if (this.#partsLeft === 0) this.#db.close();
    };
    return {
      [Symbol.asyncIterator]: () => {
        const begun = this.#read(rows, onEnd, () => {
          this.#begun.delete(begun);
          this.close();
        });
        this.#begun.add(begun);
        return {
          next: () => asPromise(() => begun.next()),
          return: () => asPromise(() => begun.return(undefined)),
        };
      },
    };
  }

  close(): void {
    // A statement with rows left to read would keep its connection open.
    for (const begun of this.#begun) begun.return(undefined);
    this.#begun.clear();
    this.#db.close();
  }

  *#read<T>(rows: () => Iterable<T>, onEnd: () => void, onFailure: () => void): Generator<T[], void, undefined> {
    try {
      if (!this.#db.open) throw new Error('The changes have been gone through, or closed');
      yield* batchesOf(rows());
    } catch (error) {
      onFailure();
      throw asStoreError(error, this.#path);
    }
    onEnd();
  }
}
