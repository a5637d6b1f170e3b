import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { SqliteAddress } from '../address.ts';
import { askOf, asPromise, CurrentCatalogue, emptyLogOf, openReader, rowsOf } from './connection.ts';
import type { Engine } from '../engine-store.ts';
import type { Value, Reader } from '../sql.ts';
import { changesSince, stateIn } from '../changes.ts';
import { catalogueFile } from './catalogue-file.ts';
import { checkSchema } from './schema.ts';
import { asStoreError, isBusy } from './sqlite-errors.ts';
import type { Damage } from '../damage.ts';
import { damageIn, lostIn, lostPart, unlessLost } from '../damage-scan.ts';

/** A catalogue in one SQLite file. */
export function sqliteEngine(address: SqliteAddress): Engine {
  const { path } = address;
  const catalogue = new CurrentCatalogue(path);
  emptyLogOf(path);
  const open = () => asPromise(() => openReader(path));
  return {
    address,
    open,
    openForImport: open,
    async read(read) {
      try {
        return await read(<Row>(text: string, values?: readonly Value[]) =>
          asPromise(() => catalogue.read((db) => rowsOf<Row>(db, text, values))),
        );
      } catch (error) {
        throw asStoreError(error, path);
      }
    },
    async readOneState(read) {
      const reader = await open();
      try {
        return await read(reader.ask);
      } catch (error) {
        throw asStoreError(error, path);
      } finally {
        await reader.close();
      }
    },
    async writeBeside(write) {
      let db: Database.Database | undefined;
      try {
        catalogueFile(path);
        // Opened each time: writes are rare, and the file may have been replaced.
        db = new Database(path, { fileMustExist: true, timeout: 0 });
        checkSchema(db, path);
        return await write(askOf(db));
      } catch (error) {
        if (isBusy(error)) return undefined;
        throw asStoreError(error, path);
      } finally {
        db?.close();
      }
    },
    async state() {
      return { ...(await this.read(stateIn)), isReplica: false };
    },
    // A file announces nothing.
    watch: () => undefined,
    changes: async (since, onDamage, withRecords) =>
      changesSince(await open(), since, { address, onDamage, withRecords }),
    damage: (reader, look) => (look === 'quick' ? damageAtAGlance(reader) : damageInFile(reader)),
    async scrub() {
      // The connection for reading holds no state, but it is best to reopen a file that is rewritten.
      catalogue.close();
      return scrubFile(path);
    },
    close: () =>
      asPromise(() => {
        catalogue.close();
        emptyLogOf(path);
      }),
  };
}

/** Milliseconds between attempts while an import runs, or somebody reads an earlier state. */
const AGAIN = 50;
/** Attempts to empty the log: waits for readers of an earlier state, but not forever. */
const TRIES = 100;

/**
 * Rewrites the file without deleted data (free pages, unused parts of pages), and empties the log.
 * False: somebody went on reading an earlier state, so the log still has deleted data. @throws StoreUnavailable
 */
async function scrubFile(path: string): Promise<boolean> {
  catalogueFile(path);
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { fileMustExist: true, timeout: 0 });
    checkSchema(db, path);
    const file = db;
    await patiently(() => {
      file.exec('VACUUM');
    });
    for (let tries = 0; tries < TRIES; tries++) {
      if (isEmptied(file)) return true;
      await sleep(AGAIN);
    }
    return false;
  } catch (error) {
    throw asStoreError(error, path);
  } finally {
    db?.close();
  }
}

async function patiently(act: () => void): Promise<void> {
  for (;;) {
    try {
      act();
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await sleep(AGAIN);
  }
}

function isEmptied(db: Database.Database): boolean {
  // The first column says whether the checkpoint could not finish.
  return db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
}

/** The most findings of SQLite itself that are reported. */
const MAX_FINDINGS = 100;

/**
 * All damage: first what SQLite finds in its file, then every damaged record. Yields undefined now and then, as a
 * pause.
 */
async function* damageInFile(reader: Reader): AsyncGenerator<Damage | undefined, void, undefined> {
  yield* fileDamage(reader, 'file', String(MAX_FINDINGS));
  yield* damageIn(reader);
}

/** The damage that a quick look finds, without reading records. Yields undefined now and then, as a pause. */
async function* damageAtAGlance(reader: Reader): AsyncGenerator<Damage | undefined, void, undefined> {
  const text = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0";
  for (const { name } of await reader.ask<{ name: string }>(text)) {
    yield* fileDamage(reader, `table ${name}`, `'${name}'`);
    yield undefined;
  }
  yield* lostIn(reader);
}

/** @param extent a table to check; or the most findings to report, to check the whole file */
function fileDamage(reader: Reader, what: string, extent: string): AsyncGenerator<Damage | undefined, void, undefined> {
  return unlessLost(reader, what, findings(reader, extent));
}

async function* findings({ ask }: Reader, extent: string): AsyncGenerator<Damage, void, undefined> {
  for (const { quick_check: finding } of await ask<{ quick_check: string }>(`PRAGMA quick_check(${extent})`))
    if (finding !== 'ok') yield lostPart(finding.replace(/\.?\s*$/, '.'));
}
