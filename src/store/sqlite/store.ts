import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileRecord } from '#catalogue/record.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { ChangesSince, SeenState, Store, StoreState } from '../store.ts';
import type { ImportOptions, StoreImport } from '../store-import.ts';
import type { SqliteAddress } from '../address.ts';
import type { Damage } from '../damage.ts';
import { beginImport } from '../import.ts';
import type { EntityOf, EntityType } from '../entity-type.ts';
import type { OnDamage } from '../stored-changes.ts';
import { asPromise } from '../as-promise.ts';
import { recordsOf } from './all-records.ts';
import { changesSince, stateOf } from './changes.ts';
import { emptyLogOf, openForReading } from './connection.ts';
import { damageAtAGlance, damageIn } from './damage.ts';
import { CurrentCatalogue } from './catalogue.ts';
import { entityWithKey } from './entity.ts';
import { openExistingRows } from './existing-rows.ts';
import { SqliteCorrections } from './corrections.ts';
import { SqliteForgotten } from './forgotten.ts';
import type { Reading } from './location.ts';
import { scrubFile } from './scrub.ts';
import { SqliteProvenance } from './provenance.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { SqliteSourceStates } from './source-states.ts';
import { TalkReader, talkNumbers } from './talk.ts';
import { explained } from './trouble.ts';

/** Records after which an export yields to other work. */
const BATCH = 500;

/** A catalogue in one SQLite file. */
export class SqliteStore implements Store {
  readonly sources: SqliteSourceStates;
  readonly provenance: SqliteProvenance;
  readonly corrections: SqliteCorrections;
  readonly forgotten: SqliteForgotten;
  readonly #address: SqliteAddress;
  readonly #path: string;
  readonly #news = new ChangeNotifications();
  readonly #catalogue: CurrentCatalogue;

  constructor(address: SqliteAddress) {
    this.#address = address;
    this.#path = address.path;
    this.sources = new SqliteSourceStates(address.path);
    this.#catalogue = new CurrentCatalogue(address.path);
    const reading: Reading = (read) => this.#catalogue.read(read);
    this.provenance = new SqliteProvenance(reading);
    this.corrections = new SqliteCorrections(reading);
    this.forgotten = new SqliteForgotten(reading);
    emptyLogOf(address.path);
  }

  state(): Promise<SeenState> {
    return asPromise(() => ({ ...this.#catalogue.read(stateOf), isReplica: false }));
  }

  watch(): void {
    this.#news.watch();
  }

  talks(numbers: readonly number[]): Promise<readonly (TalkDetails | undefined)[]> {
    return asPromise(() => this.#catalogue.read((db) => new TalkReader(db).withNumbers(numbers)));
  }

  talkNumbers(slugs: readonly string[]): Promise<readonly number[]> {
    return asPromise(() => this.#catalogue.read((db) => talkNumbers(db, slugs)));
  }

  record<Type extends EntityType>(type: Type, key: string): Promise<EntityOf[Type] | undefined> {
    return asPromise(() => this.#catalogue.read((db) => entityWithKey(db, type, key)));
  }

  changes(since: StoreState | null, onDamage?: OnDamage, withRecords?: boolean): Promise<ChangesSince> {
    return asPromise(() => changesSince(this.#path, since, onDamage, withRecords));
  }

  async *records(last?: FileRecord['type']): AsyncGenerator<FileRecord> {
    const db = openForReading(this.#path);
    try {
      db.exec('BEGIN');
      let count = 0;
      for (const record of recordsOf(db, last)) {
        yield record;
        // The thread must serve other requests, and notice signals.
        if (++count % BATCH === 0) await nextTurn();
      }
    } catch (error) {
      throw explained(error, this.#path);
    } finally {
      db.close();
    }
  }

  async *findDamage(look: 'whole' | 'quick' = 'whole', signal?: AbortSignal): AsyncGenerator<Damage> {
    const db = openForReading(this.#path);
    try {
      db.exec('BEGIN');
      for (const damage of look === 'quick' ? damageAtAGlance(db) : damageIn(db)) {
        signal?.throwIfAborted();
        if (damage === undefined) await nextTurn();
        else yield damage;
      }
      signal?.throwIfAborted();
    } catch (error) {
      throw explained(error, this.#path);
    } finally {
      db.close();
    }
  }

  async scrub(): Promise<boolean> {
    // The connection for reading holds no state, but it is best to reopen a file that is rewritten.
    this.#catalogue.close();
    return scrubFile(this.#path);
  }

  beginImport(options: ImportOptions): Promise<StoreImport> {
    return beginImport(this.#address, () => openExistingRows(this.#address), options);
  }

  close(): Promise<void> {
    return asPromise(() => {
      this.#news.close();
      this.#catalogue.close();
      emptyLogOf(this.#path);
    });
  }
}
