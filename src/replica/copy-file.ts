import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { codeOf } from '#catalogue/error-code.ts';
import { batchesOf } from '#store/batches.ts';
import { ENTITY_TYPES, type StoredEntity } from '#store/entity-type.ts';
import { refNumbers, statusFrom, traitsFrom } from '#store/packed-columns.ts';
import {
  type ChangedEntity,
  type ChangedTalk,
  type MadeVersion,
  type RemovedRecord,
  type StoreState,
  StoreUnavailable,
} from '#store/store.ts';
import { changedEntity } from '#store/entities.ts';

/** "LctC": marks a copy's file. */
const APPLICATION_ID = 0x4c637443;

/** Increase it when the tables or the meaning of a column change. */
const LAYOUT = 2;

const PAGE_CACHE_KIBIBYTES = 2_000;

/** Milliseconds that a reader waits for a lock, which with a write-ahead log is rare. */
const READ_TIMEOUT = 250;

/**
 * The tables. A removed record keeps its number and version, and a removed talk also its slug. `state.serial` grows with
 * every change that readers see; `state.words`: the words of talks up to this number are there; null:
 * of all; `state.untidy`: 1 if deleted words are still in the file.
 */
export const TABLES = `
  CREATE TABLE state (
    id INTEGER PRIMARY KEY,
    program TEXT NOT NULL,
    version INTEGER NOT NULL,
    token TEXT NOT NULL,
    serial INTEGER NOT NULL,
    words INTEGER,
    untidy INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE history (version INTEGER PRIMARY KEY, token TEXT NOT NULL, time INTEGER NOT NULL) STRICT;
  CREATE TABLE featured (position INTEGER PRIMARY KEY, slug TEXT NOT NULL) STRICT;
  CREATE TABLE talk (
    number INTEGER PRIMARY KEY,
    slug BLOB NOT NULL,
    start INTEGER NOT NULL,
    length INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    status INTEGER NOT NULL,
    version INTEGER NOT NULL,
    refs BLOB,
    sum INTEGER
  ) STRICT;
  CREATE INDEX talk_version ON talk (version);
  CREATE TABLE talk_record (
    number INTEGER PRIMARY KEY,
    uid TEXT NOT NULL,
    created INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    previous_start INTEGER,
    sum INTEGER,
    record BLOB
  ) STRICT;
  ${ENTITY_TYPES.map(
    (type) => `
  CREATE TABLE ${type} (
    number INTEGER PRIMARY KEY,
    key TEXT UNIQUE,
    parent INTEGER NOT NULL,
    version INTEGER NOT NULL,
    sum INTEGER,
    record BLOB
  ) STRICT;
  CREATE INDEX ${type}_version ON ${type} (version);`,
  ).join('')}
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${LAYOUT};`;

/** The columns of a StoredEntity. */
export const ENTITY_COLUMNS = 'number, key, parent, version, sum, record';

/** A state of a copy: its file, and the serial number of the state. */
export interface CopyPoint {
  readonly file: string;
  readonly serial: number;
}

/** What a copy has. */
export interface CopyState extends StoreState {
  readonly serial: number;
  /** Whether words can be searched for. */
  readonly hasWords: boolean;
}

/** The file of a copy is damaged, cut short, or of another program, and has to be made anew. */
export class CopyUnusable extends Error {
  override readonly name = 'CopyUnusable';
}

/** Opens a copy for reading. @throws CopyUnusable; an error of SQLite */
export function openCopy(path: string, program: string): Database.Database {
  const db = new Database(path, { readonly: true, fileMustExist: true, timeout: READ_TIMEOUT });
  try {
    db.pragma(`cache_size = -${String(PAGE_CACHE_KIBIBYTES)}`);
    checkMarks(db, program);
    if (isCutShort(db, path)) throw new CopyUnusable('it was cut short');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @throws CopyUnusable if another program made it */
export function checkMarks(db: Database.Database, program: string): void {
  const isOurs =
    db.pragma('application_id', { simple: true }) === APPLICATION_ID &&
    db.pragma('user_version', { simple: true }) === LAYOUT &&
    db.prepare('SELECT program FROM state').pluck().get() === program;
  if (!isOurs) throw new CopyUnusable('another version of the program made it');
}

/**
 * Whether the file has fewer pages than its header says. Only while the log is empty, since it may have the last pages.
 * The file must not be opened otherwise than by SQLite: closing it would drop the locks of this process.
 */
function isCutShort(db: Database.Database, path: string): boolean {
  // Counted before the log is looked at: a change may come meanwhile.
  const pages = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
  return statSync(path).size < pages;
}

interface StateRow extends StoreState {
  readonly serial: number;
  readonly words: number | null;
}

export function stateOf(db: Database.Database): CopyState {
  const row = db.prepare<[], StateRow>('SELECT version, token, serial, words FROM state').get();
  if (row === undefined) throw new CopyUnusable('it has no state');
  return { version: row.version, token: row.token, serial: row.serial, hasWords: row.words === null };
}

/** What changed in a copy after a version, as the index takes it. Complete if `since` is undefined. */
export function changesIn(db: Database.Database, since: number | undefined) {
  const later = since === undefined ? '' : `AND version > ${String(since)}`;
  return {
    complete: since === undefined,
    history: historyIn(db, since ?? 0),
    entities: lazily(() => entitiesIn(db, later)),
    talks: lazily(() => talksIn(db, later)),
    removed: lazily(() => removedIn(db, later, since === undefined)),
  };
}

function historyIn(db: Database.Database, since: number): MadeVersion[] {
  const sql = 'SELECT version, token, time FROM history WHERE version > ? ORDER BY version';
  return db.prepare<[number], MadeVersion>(sql).all(since);
}

async function* lazily<T>(rows: () => Iterable<T>): AsyncGenerator<readonly T[]> {
  yield* batchesOf(rows());
}

function* entitiesIn(db: Database.Database, later: string): Generator<ChangedEntity> {
  for (const type of ENTITY_TYPES) {
    const sql = `SELECT ${ENTITY_COLUMNS} FROM ${type} WHERE record IS NOT NULL ${later}`;
    for (const row of db.prepare<[], StoredEntity>(sql).iterate()) yield changedEntity(type, row);
  }
}

type TalkCells = [number, Buffer, number, number, number, number, number, Buffer];

function* talksIn(db: Database.Database, later: string): Generator<ChangedTalk> {
  const sql = `SELECT number, slug, start, length, updated, status, version, refs FROM talk WHERE refs IS NOT NULL ${later}`;
  for (const cells of db.prepare<[], TalkCells>(sql).raw().iterate()) {
    const [number, slug, start, length, updated, status, version, refs] = cells;
    const [code, traits] = [statusFrom(status), traitsFrom(status)];
    yield { number, slug, start, length, updated, status: code, traits, version, refs: refNumbers(refs) };
  }
}

function* removedIn(db: Database.Database, later: string, isComplete: boolean): Generator<RemovedRecord> {
  const sql = `SELECT number, slug, version FROM talk WHERE refs IS NULL ${later}`;
  const talks = db.prepare<[], { number: number; slug: Buffer; version: number }>(sql);
  for (const row of talks.iterate()) yield { type: 'talk', ...row };
  if (isComplete) return;
  for (const type of ENTITY_TYPES) {
    const numbers = db.prepare<[], number>(`SELECT number FROM ${type} WHERE record IS NULL ${later}`).pluck();
    for (const number of numbers.iterate()) yield { type, number };
  }
}

/** Whether an error is of the copy's file or folder, rather than of the store, whose errors are explained. */
export function isOfCopy(error: unknown): boolean {
  return error instanceof CopyUnusable || (codeOf(error) !== undefined && !(error instanceof StoreUnavailable));
}

/** Whether the copy cannot be written now, but need not be damaged. */
export function isFull(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return /^(ENOSPC|EROFS|EDQUOT|SQLITE_(FULL|BUSY|READONLY|CANTOPEN|IOERR_WRITE|IOERR_SHMSIZE))/.test(code);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
