import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CatalogueRecord, type FileRecord, RECORD_KINDS, type RecordKind } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { StoreAddress } from './address.ts';
import { CorrectionRows } from './corrections.ts';
import { type Damage, DamageFound } from './damage.ts';
import { entityFrom, entityWithKey, storedEntities } from './entities.ts';
import type { StoredEntity, EntityOf, EntityType } from './entity-type.ts';
import { ExistingRows } from './existing-rows.ts';
import { ForgottenRows } from './forgotten.ts';
import { beginImport } from './running-import.ts';
import { provenanceFrom, ProvenanceRows, storedProvenance } from './provenance.ts';
import { SourceStates, type WriteBeside } from './source-states.ts';
import { type Ask, inBatches, type Reader, type Reading } from './sql.ts';
import type { ImportOptions, StoreImport } from './store-import.ts';
import type { ChangesSince, SeenState, Store, StoreState } from './store.ts';
import type { OnDamage } from './changes.ts';
import {
  REMOVED_TALKS,
  removedTalk,
  type RemovedTalkRow,
  STORED_TALKS,
  talkNumbers,
  talksOf,
  talksWithNumbers,
} from './talks.ts';
import type { StoredTalkRow } from './existing-history.ts';

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

/** Records per batch. */
const BATCH = 500;

/**
 * Every record, in the order of an export; `ask` must stay in one state. @param last the last type to read
 * @throws DamageFound
 */
async function* recordsOf(ask: Ask, last: FileRecord['type'] | undefined): AsyncGenerator<FileRecord> {
  for (const kind of RECORD_KINDS) {
    for await (const records of recordsOfKind(ask, kind)) yield* records;
    if (kind === last) return;
  }
  for await (const rows of storedProvenance(ask)) yield* rows.map(provenanceFrom);
}

async function* recordsOfKind(ask: Ask, kind: RecordKind): AsyncGenerator<readonly CatalogueRecord[]> {
  if (kind === 'removed_talk') {
    const rows = bySlug<RemovedTalkRow>(ask, REMOVED_TALKS);
    for await (const batch of rows) yield batch.map(removedTalk);
  } else if (kind === 'talk') {
    for await (const batch of bySlug<StoredTalkRow>(ask, STORED_TALKS))
      yield (await talksOf(ask, batch)).map(({ talk, history }) => ({ ...talk, history }));
  } else {
    const text = `${storedEntities(kind)} AND key > $1 ORDER BY key`;
    const rows = inBatches<StoredEntity>(ask, { text, size: BATCH, first: [''], after: ({ key }) => [key] });
    for await (const batch of rows) yield batch.map((row) => entityFrom(kind, row));
  }
}

function bySlug<Row extends { readonly slug: Buffer }>(ask: Ask, rows: string): AsyncIterable<readonly Row[]> {
  let last: Buffer = Buffer.alloc(0);
  const after = ({ slug }: Row) => {
    // Without this check, damage could cause an endless loop.
    if (last.compare(slug) >= 0)
      throw new DamageFound({ what: 'the index of slugs is out of order.', record: undefined });
    last = slug;
    return [slug];
  };
  return inBatches<Row>(ask, { text: `${rows} AND slug > $1 ORDER BY slug`, size: BATCH, first: [last], after });
}
