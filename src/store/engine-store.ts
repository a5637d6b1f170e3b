import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { StoreAddress } from './address.ts';
import { recordsOf } from './all-records.ts';
import { CorrectionRows } from './corrections.ts';
import type { Damage } from './damage.ts';
import { entityWithKey } from './entities.ts';
import type { EntityOf, EntityType } from './entity-type.ts';
import { ExistingRows } from './existing-rows.ts';
import { ForgottenRows } from './forgotten.ts';
import { beginImport } from './import.ts';
import { ProvenanceRows } from './provenance.ts';
import { SourceStates } from './source-states.ts';
import type { WriteBeside } from './source-states.ts';
import type { Reader, Reading } from './sql.ts';
import type { OnDamage } from './stored-changes.ts';
import type { ChangesSince, SeenState, Store, StoreState } from './store.ts';
import type { ImportOptions, StoreImport } from './store-import.ts';
import { talkNumbers, talksWithNumbers } from './talks.ts';

/** What an engine does in its own way. */
export interface Engine {
  readonly address: StoreAddress;
  readonly read: Reading;
  /** The same for several statements, all of which see one state. */
  readonly readOneState: Reading;
  readonly writeBeside: WriteBeside;
  /** Opens a connection that reads one state. @throws StoreUnavailable */
  open(): Promise<Reader>;
  /** The same without a time limit, for an import, during which nothing changes. @param place see `Begun` */
  openForImport(place: number): Promise<Reader>;
  state(): Promise<SeenState>;
  watch(onChange: () => void): void;
  changes(since: StoreState | null, onDamage?: OnDamage, withRecords?: boolean): Promise<ChangesSince>;
  /** Yields undefined now and then, as a pause. Throws errors of the driver as they are. */
  damage(reader: Reader, look: 'whole' | 'quick'): AsyncIterable<Damage | undefined>;
  scrub(): Promise<boolean>;
  close(): Promise<void>;
}

/** A catalogue in a database. */
export class EngineStore implements Store {
  readonly sources: SourceStates;
  readonly provenance: ProvenanceRows;
  readonly corrections: CorrectionRows;
  readonly forgotten: ForgottenRows;
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.sources = new SourceStates(engine.read, engine.writeBeside);
    this.provenance = new ProvenanceRows(engine.read);
    this.corrections = new CorrectionRows(engine.read);
    this.forgotten = new ForgottenRows(engine.read);
  }

  state(): Promise<SeenState> {
    return this.#engine.state();
  }

  watch(onChange: () => void): void {
    this.#engine.watch(onChange);
  }

  talks(numbers: readonly number[]): Promise<readonly (TalkDetails | undefined)[]> {
    return this.#engine.readOneState((ask) => talksWithNumbers(ask, numbers));
  }

  talkNumbers(slugs: readonly Slug[]): Promise<readonly number[]> {
    return this.#engine.read((ask) => talkNumbers(ask, slugs));
  }

  record<Type extends EntityType>(type: Type, key: string): Promise<EntityOf[Type] | undefined> {
    return this.#engine.read((ask) => entityWithKey(ask, type, key));
  }

  changes(since: StoreState | null, onDamage?: OnDamage, withRecords?: boolean): Promise<ChangesSince> {
    return this.#engine.changes(since, onDamage, withRecords);
  }

  records(last?: FileRecord['type']): AsyncGenerator<FileRecord> {
    return this.#readAll(({ ask }) => recordsOf(ask, last));
  }

  async *findDamage(look: 'whole' | 'quick' = 'whole', signal?: AbortSignal): AsyncGenerator<Damage> {
    for await (const damage of this.#readAll((reader) => this.#engine.damage(reader, look))) {
      signal?.throwIfAborted();
      if (damage === undefined) await nextTurn();
      else yield damage;
    }
    signal?.throwIfAborted();
  }

  scrub(): Promise<boolean> {
    return this.#engine.scrub();
  }

  beginImport(options: ImportOptions): Promise<StoreImport> {
    const open = async (place: number) => ExistingRows.open(await this.#engine.openForImport(place));
    return beginImport(this.#engine.address, open, options);
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  async *#readAll<T>(read: (reader: Reader) => AsyncIterable<T>): AsyncGenerator<T> {
    const reader = await this.#engine.open();
    try {
      yield* read(reader);
    } catch (error) {
      throw reader.asStoreError(error);
    } finally {
      await reader.close();
    }
  }
}
