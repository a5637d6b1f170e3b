import type { ExistingRecords } from '#catalogue/integrity-checker.ts';
import type { CatalogueRecord, RecordKind, RecordType } from '#catalogue/record.ts';
import type { EntityType } from './entity-type.ts';
import type { ExistingHistory, ExistingRemovedTalk } from './existing-history.ts';
import type { ExistingJson } from './record-json.ts';
import { isWholeEntity } from './stored-entity.ts';
import type { StoredEntity } from './stored-rows.ts';
import { isWholeTalk } from './talk-details.ts';
import type { StoredTalkRow } from './stored-rows.ts';

/** A stored talk. */
export interface ExistingTalk extends ExistingHistory {
  readonly uid: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly updated: number;
  /** In the format of `refsBlob`. */
  readonly refs: Buffer;
  readonly record: ExistingJson;
  /** False: it is damaged, and none of its values can be trusted. */
  readonly isWhole: boolean;
}

/** The stored records that an import compares with: as before the import, since nobody else may write meanwhile. */
export interface ExistingRows extends ExistingRecords {
  /**
   * Fetches in one go whatever the other methods need to know of these records and the records that they refer to.
   * Call it, then the function that it resolves with, before any other method: that function switches to these records
   * and drops the previous ones. `isKnown`: identifiers that need not be looked up again. @throws StoreUnavailable
   */
  prepare(
    records: readonly CatalogueRecord[],
    isKnown: (type: RecordType, key: string) => boolean,
  ): Promise<() => void>;
  /** Must be called before `parentOf`. @throws StoreUnavailable */
  prepareParents(): Promise<void>;
  /** Undefined: not found, or removed. The same for `record`. */
  talk(number: number): ExistingTalk | undefined;
  /** Undefined: not found, or nothing is kept of it. */
  removedTalk(number: number): ExistingRemovedTalk | undefined;
  /** Empty for a damaged record. */
  record(type: EntityType, number: number): ExistingJson | undefined;
  /** Numbers of all records of a kind, in batches. @throws StoreUnavailable */
  numbers(kind: RecordKind): AsyncIterable<readonly number[]>;
  /** May be called again. */
  close(): Promise<void>;
}

const NOTHING = Buffer.alloc(0);

export function existingTalk(stored: StoredTalkRow): ExistingTalk {
  return { ...stored, record: stored.record ?? NOTHING, isWhole: isWholeTalk(stored) };
}

export function existingEntity(stored: StoredEntity): ExistingJson {
  return isWholeEntity(stored) ? stored.record : NOTHING;
}
