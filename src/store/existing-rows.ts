import type { ExistingRecords } from '#catalogue/integrity-checker.ts';
import type { CatalogueRecord, RecordKind, RecordType } from '#catalogue/record.ts';
import type { EntityType } from './entity-type.ts';
import type { ExistingHistory, ExistingRemovedTalk } from './existing-history.ts';
import type { ExistingJson } from './record-json.ts';
import { isWholeEntity } from './stored-entity.ts';
import type { StoredEntity } from './stored-entity.ts';
import { isWholeTalk } from './talk-details.ts';
import type { StoredTalk } from './talk-details.ts';

/** A talk as its rows have it. */
export interface ExistingTalk extends ExistingHistory {
  readonly uid: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly updated: number;
  /** As `refsBlob` makes them. */
  readonly refs: Buffer;
  readonly record: ExistingJson;
  /** False: it does not read as it was written, and nothing of it may be relied on. */
  readonly isWhole: boolean;
}

/** What a catalogue holds while an import goes on: what it held before, for nobody else may write. */
export interface ExistingRows extends ExistingRecords {
  /**
   * Looks up at once all that will be asked about these records and what they refer to. Must be called before anything is
   * asked, and then what it resolves with, which turns to these records and forgets those before.
   * `isKnown`: identifiers that will not be asked for again. @throws StoreUnavailable
   */
  prepare(
    records: readonly CatalogueRecord[],
    isKnown: (type: RecordType, key: string) => boolean,
  ): Promise<() => void>;
  /** Must be called before `parentOf`. @throws StoreUnavailable */
  prepareParents(): Promise<void>;
  /** Undefined for what is not there, or no more; the same for `record`. */
  talk(number: number): ExistingTalk | undefined;
  /** Undefined for what is not there, and where nothing is left. */
  removedTalk(number: number): ExistingRemovedTalk | undefined;
  /** Empty for one that does not read as it was written. */
  record(type: EntityType, number: number): ExistingJson | undefined;
  /** Of the records that there are, in batches. @throws StoreUnavailable */
  numbers(kind: RecordKind): AsyncIterable<readonly number[]>;
  /** May be called again. */
  close(): Promise<void>;
}

const NOTHING = Buffer.alloc(0);

export function keptTalk(stored: StoredTalk): ExistingTalk {
  return { ...stored, record: stored.record ?? NOTHING, isWhole: isWholeTalk(stored) };
}

export function keptEntity(stored: StoredEntity): ExistingJson {
  return isWholeEntity(stored) ? stored.record : NOTHING;
}
