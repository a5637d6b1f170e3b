import { renameSync, rmSync, type Stats } from 'node:fs';
import Database, { type Statement } from 'better-sqlite3';
import type { SqliteAddress } from '../address.ts';
import { byEntityType, type EntityType } from '../entity-type.ts';
import { entityChecksum } from '../checksum.ts';
import { refsBlob, statusCode } from '../packed-columns.ts';
import {
  type EntityRow,
  type ImportRow,
  type RemovedRow,
  type RowBatch,
  sumsOf,
  type TalkRow,
  writeOthers,
} from '../rows.ts';
import type { Begun, EngineWriter } from '../writing-thread.ts';
import { askOf, asPromise, emptyLog, isBroken, useLog } from './connection.ts';
import { fileAt } from './catalogue-file.ts';
import { checkSchema, makeSchema } from './schema.ts';
import { asStoreError, isBusy } from './sqlite-errors.ts';

/** Page cache in KiB: pages that an import changes again and again stay in memory; the others are written once. */
const CACHE = 32 * 1024;
/** Page size in bytes: several talks fit on a page, with less waste than with SQLite's default of 4096. */
const PAGE = 8192;
/** Milliseconds that the commit of a new file waits for readers. */
const COMMIT_TIMEOUT = 5_000;

/** Writes into the file; turns every error into one for the operator. */
export class SqliteWriter implements EngineWriter {
  readonly #path: string;
  #writer: Writer | undefined;
  #checked: { readonly mark: string; readonly isBroken: boolean } | undefined;

  constructor({ path }: SqliteAddress) {
    this.#path = path;
  }

  begin(replace: boolean): Promise<Begun | { readonly outcome: 'busy' | 'again' }> {
    return this.#explaining(() => {
      try {
        this.#writer = Writer.begin(this.#path, replace && this.#isBroken());
        if (replace) this.#writer?.makeRoom();
      } catch (error) {
        if (isBusy(error)) return { outcome: 'busy' };
        throw error;
      }
      return this.#writer === undefined
        ? { outcome: 'again' }
        : { outcome: 'begun', isNew: this.#writer.isNew, place: 0 };
    });
  }

  write(batch: RowBatch): Promise<void> {
    return this.#explaining(() => this.#writer?.write(batch));
  }

  commit(row: ImportRow | undefined): Promise<void> {
    return this.#explaining(() => this.#writer?.commit(row));
  }

  abandon(): Promise<void> {
    return asPromise(() => this.#writer?.abandon());
  }

  /** Reads the whole file, but not again while it waits for another import, which changes the file only at its end. */
  #isBroken(): boolean {
    const { ino, size, mtimeMs } = fileAt(this.#path) ?? {};
    const mark = [ino, size, mtimeMs].join(' ');
    if (this.#checked?.mark !== mark) this.#checked = { mark, isBroken: isBroken(this.#path) };
    return this.#checked.isBroken;
  }

  async #explaining<T>(act: () => T | Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw asStoreError(error, this.#path);
    }
  }
}

/** Whether the file is the import's own, and its final path. */
interface Place {
  readonly mayVanish: boolean;
  readonly place: string;
}

class Writer {
  readonly #path: string;
  readonly #db: Database.Database;
  readonly #isNew: boolean;
  /** Final path of the file. */
  readonly #place: string;
  readonly #file: Stats | undefined;
  /** Whether the file is this import's own, with nothing committed in it. */
  #mayVanish: boolean;
  #version = 0;
  #statements: WriteStatements | undefined;

  private constructor(path: string, db: Database.Database, { mayVanish, place }: Place) {
    this.#path = path;
    this.#place = place;
    this.#db = db;
    this.#mayVanish = mayVanish;
    // SQLite creates the file when it first reads from it.
    db.pragma('page_count');
    this.#file = fileAt(path);
    this.#isNew = this.#file?.size === 0;
  }

  /**
   * Begins the transaction. Undefined: another process has just created or removed the file; begin again.
   * @throws SqliteError SQLITE_BUSY while another import runs
   */
  static begin(place: string, isBroken: boolean): Writer | undefined {
    // SQLite cannot write to a file that it cannot read: a new file replaces it in the end.
    const path = isBroken ? `${place}.new` : place;
    const mayVanish = isBroken || fileAt(path) === undefined;
    const db = new Database(path, { timeout: 0 });
    try {
      const writer = new Writer(path, db, { mayVanish, place });
      if (writer.#begin()) return writer;
    } catch (error) {
      db.close();
      throw error;
    }
    db.close();
    return undefined;
  }

  /** Whether the file was empty. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Prepares for replacing the catalogue. Deletes talks without a valid slug, which cannot be recorded as removed. */
  makeRoom(): void {
    this.#db.exec("DELETE FROM talk WHERE typeof(slug) <> 'blob' OR length(slug) <> 16");
    this.#db.exec('DELETE FROM talk_record WHERE number NOT IN (SELECT number FROM talk)');
    this.#db.exec('DELETE FROM provenance; DELETE FROM correction');
  }

  async write(batch: RowBatch): Promise<void> {
    if (this.#statements === undefined) throw new Error('The import has not begun');
    for (const row of batch.entities) this.#writeEntity(this.#statements, row);
    for (const row of batch.talks) this.#writeTalk(this.#statements, row);
    for (const row of batch.removed) this.#remove(this.#statements, row);
    await writeOthers(askOf(this.#db), batch, this.#version);
  }

  /** `row`: undefined for an import that changed no record. */
  commit(row: ImportRow | undefined): void {
    if (row !== undefined) {
      const insert = this.#db.prepare(`
        INSERT INTO import (version, token, time, counts)
        SELECT ?, ?, strftime('%FT%TZ', max(?, ifnull(max(unixepoch(time)) + 1, 0)), 'unixepoch'), ? FROM import`);
      insert.run(this.#version, row.token, row.time, row.counts);
    }
    this.#db.exec('COMMIT');
    this.#mayVanish = false;
    // The import is done even if tidying up fails; the next one tidies up too.
    this.#tidy();
    this.#db.close();
    if (this.#place !== this.#path) putInPlace(this.#path, this.#place);
  }

  /** Rolls back. */
  abandon(): void {
    // While the lock is held: an import that waits for it will find the file gone, and create its own.
    if (this.#mayVanish) rmSync(this.#path, { force: true });
    else if (!this.#isNew && this.#db.open) this.#rollBack();
    this.#db.close();
  }

  #rollBack(): void {
    try {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
    } catch (error) {
      // A disk error: what is not committed is rolled back all the same.
      if (!(error instanceof Database.SqliteError)) throw error;
    }
    emptyLog(this.#db);
  }

  #tidy(): void {
    if (this.#isNew) useLog(this.#db);
    else emptyLog(this.#db);
  }

  #begin(): boolean {
    // Before any change, so that another program's file is left alone.
    if (!this.#isNew) checkSchema(this.#db, this.#path);
    // A new file needs no write-ahead log: nothing in it is overwritten, so its pages are written once, in place.
    this.#db.pragma(this.#isNew ? `page_size = ${PAGE}` : 'journal_mode = WAL');
    this.#db.pragma('synchronous = FULL');
    this.#db.pragma('wal_autocheckpoint = 0');
    this.#db.pragma(`cache_size = -${CACHE}`);
    this.#db.exec('BEGIN IMMEDIATE');
    this.#db.pragma(`busy_timeout = ${COMMIT_TIMEOUT}`);
    const file = fileAt(this.#path);
    if (file === undefined || file.ino !== this.#file?.ino || this.#isNew !== (file.size === 0)) return false;
    if (this.#isNew) makeSchema(this.#db);
    else checkSchema(this.#db, this.#path);
    this.#version = 1 + Number(this.#db.prepare('SELECT ifnull(max(version), 0) FROM import').pluck().get());
    this.#statements = new WriteStatements(this.#db);
    return true;
  }

  #writeEntity(statements: WriteStatements, { type, isNew, number, key, parent, record }: EntityRow): void {
    const { entity } = isNew ? statements.insert : statements.update;
    const sum = entityChecksum({ number, key, parent, version: this.#version, record });
    entity[type].run(key, record, this.#version, sum, number);
    if (type === 'place') statements.parent.run(parent, number);
  }

  #writeTalk(statements: WriteStatements, row: TalkRow): void {
    const { talk, record } = row.isNew ? statements.insert : statements.update;
    const { slug, uid, start, length, updated, removed, number } = row;
    const { created, sequence, previousStart } = row.history;
    const refs = removed === null ? refsBlob(row.references, row.hosts) : null;
    const status = statusCode(row.status, row.traits);
    const { sum, recordSum } = sumsOf(row, this.#version);
    const times = [start, length, updated, status, created, sequence, previousStart, removed];
    talk.run(slug, uid, ...times, refs, this.#version, sum, number);
    // The record's row is missing only if the file is damaged.
    const { changes } = record.run(row.record, recordSum, number);
    if (changes === 0) statements.insert.record.run(row.record, recordSum, number);
  }

  #remove(statements: WriteStatements, { type, number, removed }: RemovedRow): void {
    if (type !== 'talk') {
      statements.removeEntity[type].run(this.#version, number);
      return;
    }
    statements.removeTalk.run(removed, this.#version, number);
    statements.emptyRecord.run(number);
  }
}

/** Removes the old file's log first, which SQLite would take for the log of the new file. */
function putInPlace(file: string, place: string): void {
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(place + suffix, { force: true });
  renameSync(file, place);
}

/** The statements of an import. Text is bound as text, which SQLite copies as it is, and stored as bytes. */
class WriteStatements {
  /** For numbers without a row. */
  readonly insert: RowStatements;
  /** For numbers with a row. Not INSERT OR REPLACE: to be able to undo that, SQLite copies every page it touches. */
  readonly update: RowStatements;
  /** Parameters: parent, number of the place. */
  readonly parent: Statement;
  /** Parameters: version, number. */
  readonly removeEntity: Readonly<Record<EntityType, Statement>>;
  /** Parameters: removed, version, number. */
  readonly removeTalk: Statement;
  /** Parameter: number. */
  readonly emptyRecord: Statement;

  constructor(db: Database.Database) {
    this.insert = insertStatements(db);
    this.update = updateStatements(db);
    this.parent = db.prepare('UPDATE place SET parent = ? WHERE number = ?');
    this.removeEntity = byEntityType((type) =>
      db.prepare(`UPDATE ${type} SET record = NULL, sum = NULL, version = ? WHERE number = ?`),
    );
    this.removeTalk = db.prepare('UPDATE talk SET refs = NULL, sum = NULL, removed = ?, version = ? WHERE number = ?');
    this.emptyRecord = db.prepare("UPDATE talk_record SET record = x'', sum = NULL WHERE number = ?");
  }
}

interface RowStatements {
  /** Parameters: key, record, version, sum, number. */
  readonly entity: Readonly<Record<EntityType, Statement>>;
  /** Parameters: slug, those of TALK_COLUMNS, number. */
  readonly talk: Statement;
  /** Parameters: record, sum, number. */
  readonly record: Statement;
}

/** In the order in which the values are bound. */
const TALK_COLUMNS = [
  'uid',
  'start',
  'length',
  'updated',
  'status',
  'created',
  'sequence',
  'previous_start',
  'removed',
  'refs',
  'version',
  'sum',
] as const;

function insertStatements(db: Database.Database): RowStatements {
  return {
    entity: byEntityType((type) =>
      db.prepare(`INSERT INTO ${type} (key, record, version, sum, number) VALUES (?, CAST(? AS BLOB), ?, ?, ?)`),
    ),
    talk: db.prepare(
      `INSERT INTO talk (slug, ${TALK_COLUMNS.join(', ')}, number)
      VALUES (unhex(?, '-'), ${TALK_COLUMNS.map(() => '?').join(', ')}, ?)`,
    ),
    record: db.prepare('INSERT INTO talk_record (record, sum, number) VALUES (CAST(? AS BLOB), ?, ?)'),
  };
}

function updateStatements(db: Database.Database): RowStatements {
  return {
    entity: byEntityType((type) =>
      db.prepare(`UPDATE ${type} SET key = ?, record = CAST(? AS BLOB), version = ?, sum = ? WHERE number = ?`),
    ),
    talk: db.prepare(
      `UPDATE talk SET slug = unhex(?, '-'), ${TALK_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE number = ?`,
    ),
    record: db.prepare('UPDATE talk_record SET record = CAST(? AS BLOB), sum = ? WHERE number = ?'),
  };
}
