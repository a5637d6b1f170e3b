import type { FileRecord } from '#catalogue/record.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import type { Damage } from '../damage.ts';
import { beginImport } from '../import.ts';
import type { EntityOf, EntityType } from '../entity-type.ts';
import { checkCurrent } from '../migration.ts';
import type { OnDamage } from '../stored-changes.ts';
import type { ChangesSince, SeenState, Store, StoreState } from '../store.ts';
import type { ImportOptions, StoreImport } from '../store-import.ts';
import { recordsOf } from './all-records.ts';
import { CurrentCatalogue } from './catalogue.ts';
import { changesSince } from './changes.ts';
import { Connection, STATE } from './connection.ts';
import type { Reading } from './connection.ts';
import { damageAtAGlance, damageIn } from './damage.ts';
import { entityWithKey, stateFrom } from './entity.ts';
import { openExistingRows } from './existing-rows.ts';
import { ChangeNotifications } from './change-notifications.ts';
import { PostgresCorrections } from './corrections.ts';
import { PostgresForgotten } from './forgotten.ts';
import { scrubTables } from './scrub.ts';
import { PostgresProvenance } from './provenance.ts';
import { PostgresSourceStates } from './source-states.ts';
import { BEGIN_READING, STEPS } from './schema.ts';
import { IS_STORED_TALK, talksWithNumbers } from './talk.ts';
import { explained } from './trouble.ts';

/** A catalogue in a PostgreSQL database. */
export class PostgresStore implements Store {
  readonly sources: PostgresSourceStates;
  readonly provenance: PostgresProvenance;
  readonly corrections: PostgresCorrections;
  readonly forgotten: PostgresForgotten;
  readonly #address: PostgresAddress;
  readonly #where: string;
  readonly #news: ChangeNotifications;
  readonly #catalogue: CurrentCatalogue;

  /** @param milliseconds time limit of a read, waiting included */
  constructor(address: PostgresAddress, milliseconds: number) {
    this.#address = address;
    this.#catalogue = new CurrentCatalogue(address, milliseconds);
    this.#where = describe(address);
    this.#news = new ChangeNotifications(address);
    const reading: Reading = (read) => this.#catalogue.read(read);
    this.sources = new PostgresSourceStates(address, reading);
    this.provenance = new PostgresProvenance(reading);
    this.corrections = new PostgresCorrections(reading);
    this.forgotten = new PostgresForgotten(reading);
  }

  state(): Promise<SeenState> {
    return this.#catalogue.read(async (ask) => {
      const text = `SELECT version, token, pg_is_in_recovery(), (SELECT steps FROM lectern.schema) FROM ${STATE} state`;
      const [row] = await ask(text);
      checkCurrent(Number(row?.[3]), STEPS, this.#where);
      return { ...stateFrom(row?.[0], row?.[1]), isReplica: row?.[2] === 't' };
    });
  }

  watch(onNews: () => void): void {
    this.#news.watch(onNews);
  }

  talks(numbers: readonly number[]): Promise<readonly (TalkDetails | undefined)[]> {
    return this.#catalogue.readOneState((ask) => talksWithNumbers(ask, numbers));
  }

  talkNumbers(slugs: readonly string[]): Promise<readonly number[]> {
    return this.#catalogue.read(async (ask) => {
      const text = `SELECT number FROM lectern.talk talk WHERE slug = ANY($1::uuid[]) AND ${IS_STORED_TALK}`;
      return (await ask(text, [slugs])).map(([number]) => Number(number));
    });
  }

  record<Type extends EntityType>(type: Type, key: string): Promise<EntityOf[Type] | undefined> {
    return this.#catalogue.read((ask) => entityWithKey(ask, type, key));
  }

  async changes(since: StoreState | null, onDamage?: OnDamage, withRecords?: boolean): Promise<ChangesSince> {
    const place = await this.#catalogue.place();
    return changesSince(this.#address, place, since, onDamage, withRecords);
  }

  records(last?: FileRecord['type']): AsyncGenerator<FileRecord> {
    return this.#longRead((connection) => recordsOf(connection, last));
  }

  async *findDamage(look: 'whole' | 'quick' = 'whole', signal?: AbortSignal): AsyncGenerator<Damage> {
    const find = look === 'quick' ? damageAtAGlance : damageIn;
    for await (const damage of this.#longRead((connection) => find(connection, BEGIN_READING))) {
      signal?.throwIfAborted();
      if (damage !== undefined) yield damage;
    }
    signal?.throwIfAborted();
  }

  async scrub(): Promise<boolean> {
    await scrubTables(this.#address);
    return true;
  }

  beginImport(options: ImportOptions): Promise<StoreImport> {
    return beginImport(this.#address, (place) => openExistingRows(this.#address, place), options);
  }

  async close(): Promise<void> {
    this.#news.close();
    await this.#catalogue.close();
  }

  /** Reads on a connection of its own, without a time limit. */
  async *#longRead<T>(read: (connection: Connection) => AsyncIterable<T>): AsyncGenerator<T> {
    const place = await this.#catalogue.place();
    let connection: Connection | undefined;
    try {
      connection = await Connection.open(this.#address, place);
      yield* read(connection);
    } catch (error) {
      throw explained(error, this.#where);
    } finally {
      await connection?.close();
    }
  }
}
