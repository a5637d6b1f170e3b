import { existsSync, type Stats, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { codeOf } from '#catalogue/error-code.ts';
import { batchesOf } from '../batches.ts';
import { DamageFound } from '../damage.ts';
import { type Ask, inSqlite, type Reader, type Value } from '../sql.ts';
import { CatalogueDamaged } from '../store.ts';
import { catalogueFile, hasOurMark } from './catalogue-file.ts';
import { checkSchema, lacksTables } from './schema.ts';
import { asStoreError } from './sqlite-errors.ts';

/**
 * Milliseconds that a read waits for a lock. Short, since it blocks the thread; with a write-ahead log, locks are rare.
 */
const READ_TIMEOUT = 250;

/** @throws StoreUnavailable with a message that says what is wrong with the file and what to do */
export function openForReading(path: string): Database.Database {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true, timeout: READ_TIMEOUT });
    checkSchema(db, path);
    return db;
  } catch (error) {
    db?.close();
    throw asStoreError(error, path);
  }
}

/** Runs one statement. Throws errors of SQLite as they are. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- What the caller knows of the columns.
export function rowsOf<Row>(db: Database.Database, text: string, values: readonly Value[] = []): readonly Row[] {
  const statement = db.prepare<unknown[], Row>(inSqlite(text));
  const bound = Object.fromEntries(values.map((value, at) => [at + 1, value]));
  if (statement.reader) return statement.all(bound);
  statement.run(bound);
  return [];
}

export function askOf(db: Database.Database): Ask {
  return (text, values) => asPromise(() => rowsOf(db, text, values));
}

/** @throws StoreUnavailable */
export function openReader(path: string): Reader {
  const db = openForReading(path);
  // One transaction for all reads: otherwise each would lock and unlock the file.
  db.exec('BEGIN');
  const begun = new Set<IterableIterator<unknown>>();
  return {
    isReplica: false,
    ask: askOf(db),
    async *rows<Row>(text: string) {
      const rows = db.prepare<[], Row>(inSqlite(text)).iterate();
      begun.add(rows);
      yield* batchesOf(rows);
      begun.delete(rows);
    },
    secondsOf: (column) => `unixepoch(${column})`,
    asStoreError: (error) => asStoreError(error, path),
    lostPage: (error) => Promise.resolve(error instanceof Database.SqliteError ? error.code : undefined),
    close: () =>
      asPromise(() => {
        // A statement with rows left to read would keep its connection open.
        for (const rows of begun) rows.return?.();
        db.close();
      }),
  };
}

/**
 * Milliseconds to wait for readers of an earlier state before emptying the log. What they keep in it, the next call
 * empties.
 */
const READERS_TIMEOUT = 500;

/**
 * Moves the content of the write-ahead log into the file, and truncates the log. SQLite itself only does that when the
 * last connection closes, and a server always has one open: what a failed or killed import wrote would take up disk
 * space forever.
 */
export function emptyLog(db: Database.Database): void {
  db.pragma(`busy_timeout = ${READERS_TIMEOUT}`);
  tidily(() => db.pragma('wal_checkpoint(TRUNCATE)'));
}

/** Makes a new file use a write-ahead log, so that readers and the next import do not wait for each other. */
export function useLog(db: Database.Database): void {
  db.pragma(`busy_timeout = ${READERS_TIMEOUT}`);
  tidily(() => db.pragma('journal_mode = WAL'));
}

/** Empties the log, if any, of a file that is not open for writing; does nothing while an import runs. */
export function emptyLogOf(path: string): void {
  const log = `${path}-wal`;
  tidily(() => {
    if (!existsSync(path) || (statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
    const db = new Database(path, { fileMustExist: true, timeout: 0 });
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  });
}

/** Ignores failures to tidy up; the next import tidies up too. */
function tidily(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) && codeOf(error) === undefined) throw error;
  }
}

/** Whether a catalogue's file is so damaged that SQLite may not be able to write to it. False for any file that is not a catalogue: it may belong to another program. */
export function isBroken(path: string): boolean {
  if (!hasOurMark(path)) return false;
  let db: Database.Database | undefined;
  try {
    db = openForReading(path);
    return db.prepare<[], string>('PRAGMA quick_check(1)').pluck().get() !== 'ok' || lacksTables(db);
  } catch (error) {
    return asStoreError(error, path) instanceof CatalogueDamaged;
  } finally {
    db?.close();
  }
}

/** The catalogue at a path: opened when first read, and reopened when the file was replaced or repaired. */
export class CurrentCatalogue {
  readonly #path: string;
  #open: { readonly db: Database.Database; readonly file: Stats } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads in one transaction, and so in one state. After a failure, the next call opens the file as it is then.
   * @throws StoreUnavailable
   */
  read<T>(read: (db: Database.Database) => T): T {
    try {
      const db = this.#current();
      db.exec('BEGIN');
      try {
        return read(db);
      } finally {
        if (db.inTransaction) db.exec('COMMIT');
      }
    } catch (error) {
      // After a damaged record the file can stay open.
      if (!(error instanceof DamageFound)) this.close();
      throw asStoreError(error, this.#path);
    }
  }

  /** The catalogue may be read again afterwards. */
  close(): void {
    this.#open?.db.close();
    this.#open = undefined;
  }

  /**
   * Opens the file again if the path leads to another one, or more than its log has been written to. Otherwise SQLite
   * would go on answering from its cache after a backup was copied over the file, or the file was truncated.
   */
  #current(): Database.Database {
    const file = catalogueFile(this.#path);
    const before = this.#open?.file;
    if (before?.ino !== file.ino || before.dev !== file.dev || before.mtimeMs !== file.mtimeMs) this.close();
    this.#open ??= { db: openForReading(this.#path), file };
    return this.#open.db;
  }
}

/** SQLite is synchronous; the store interface is not. An exception of `act` becomes a rejection. */
export function asPromise<T>(act: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(act());
  });
}
