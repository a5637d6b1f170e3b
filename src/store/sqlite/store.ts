import Database from 'better-sqlite3';
import type { SqliteAddress } from '../address.ts';
import { asPromise } from '../as-promise.ts';
import type { Engine } from '../engine-store.ts';
import type { Value } from '../sql.ts';
import { CurrentCatalogue } from './catalogue.ts';
import { changesSince, stateOf } from './changes.ts';
import { askOf, emptyLogOf, openReader, rowsOf } from './connection.ts';
import { damageAtAGlance, damageInFile } from './damage.ts';
import { catalogueFile } from './location.ts';
import { checkSchema } from './schema.ts';
import { scrubFile } from './scrub.ts';
import { explained, isBusy } from './trouble.ts';

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
        throw explained(error, path);
      }
    },
    async readOneState(read) {
      const reader = await open();
      try {
        return await read(reader.ask);
      } catch (error) {
        throw explained(error, path);
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
        throw explained(error, path);
      } finally {
        db?.close();
      }
    },
    state: () => asPromise(() => ({ ...catalogue.read(stateOf), isReplica: false })),
    // A file announces nothing.
    watch: () => undefined,
    changes: (since, onDamage, withRecords) => asPromise(() => changesSince(path, since, onDamage, withRecords)),
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
