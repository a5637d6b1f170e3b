import type { ExistingHistory } from './existing-history.ts';
import type { ExistingJson } from './record-json.ts';

/** A stored record of any type but the talk, not yet checked for damage. */
export interface StoredEntity {
  readonly number: number;
  readonly key: string;
  /** Number of a place's parent; else 0. */
  readonly parent: number;
  readonly version: number;
  readonly sum: number | null;
  readonly record: ExistingJson;
}

/** A stored talk, not yet checked for damage. */
export interface StoredTalkRow extends ExistingHistory {
  readonly number: number;
  readonly slug: Buffer;
  readonly uid: string;
  readonly start: number;
  readonly length: number;
  readonly updated: number;
  readonly status: number;
  readonly version: number;
  readonly refs: Buffer;
  readonly sum: number | null;
  /** Null: the row of the record is missing. */
  readonly record: Buffer | null;
  readonly recordSum: number | null;
}
