import type { Correction } from '#catalogue/correction.ts';
import type { Provenance, ProvenanceId } from '#catalogue/provenance.ts';
import type { RecordType } from '#catalogue/record.ts';
import type { TalkTraits } from '#catalogue/talk-traits.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { EntityType } from './entity-type.ts';
import { talkRecordSum, talkSum } from './record-sum.ts';
import { refsBlob } from './refs.ts';
import { statusCode } from './status-code.ts';
import type { ExistingHistory } from './existing-history.ts';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import type { ErasedPerson } from './forgotten.ts';

/** Rows on their way from the import, which knows what changes, to the writer, which writes it. Plain values: they change threads. */
export interface RowBatch {
  readonly talks: readonly StoredTalk[];
  readonly entities: readonly EntityRow[];
  readonly removed: readonly RemovedRow[];
  readonly provenance: readonly Provenance[];
  readonly forgotten: readonly ProvenanceId[];
  readonly corrections: readonly Correction[];
  /** Slugs of talks that are not corrected any more. */
  readonly uncorrected: readonly string[];
  readonly erasedPeople: readonly ErasedPerson[];
  readonly forgottenPeople: readonly ForgottenPerson[];
  /** Ids. */
  readonly unforgottenPeople: readonly string[];
}

export const NO_ROWS: RowBatch = {
  talks: [],
  entities: [],
  removed: [],
  provenance: [],
  forgotten: [],
  corrections: [],
  uncorrected: [],
  erasedPeople: [],
  forgottenPeople: [],
  unforgottenPeople: [],
};

export interface StoredTalk {
  readonly number: number;
  /** Whether its table has no row with this number, not even of a record that was removed. */
  readonly isNew: boolean;
  readonly slug: string;
  readonly uid: string;
  /** Seconds since 1970-01-01T00:00:00Z; the same for the other times. */
  readonly start: number;
  readonly updated: number;
  readonly history: ExistingHistory;
  readonly status: TalkStatus;
  readonly traits: TalkTraits;
  /** When it was removed; null for a talk that is there. */
  readonly removed: number | null;
  /** As the catalogue's `referencesOf` orders them; of a removed talk there are none, and its record is ''. */
  readonly references: readonly number[];
  /** How many of them are hosts. */
  readonly hosts: number;
  readonly record: string;
  /** For the text index; undefined when that is right as it is. */
  readonly text: { readonly title: string; readonly description: string } | undefined;
}

/** The sums of a talk's rows, as an import of this version writes them; none of a talk that is gone. */
export function sumsOf(row: StoredTalk, version: number): TalkSums {
  if (row.removed !== null) return { sum: null, recordSum: null };
  const slug = Buffer.from(row.slug.replaceAll('-', ''), 'hex');
  const refs = refsBlob(row.references, row.hosts);
  return {
    sum: talkSum({ ...row, slug, status: statusCode(row.status, row.traits), version, refs }),
    recordSum: talkRecordSum({ ...row.history, slug, uid: row.uid, record: row.record }),
  };
}

export interface TalkSums {
  readonly sum: number | null;
  readonly recordSum: number | null;
}

export interface EntityRow {
  readonly type: EntityType;
  readonly isNew: boolean;
  readonly number: number;
  readonly key: string;
  /** Of a place: the number of its parent; else 0. */
  readonly parent: number;
  readonly record: string;
  /** For the index of names; '' of a collection, which no talk refers to. */
  readonly name: string;
}

export interface RemovedRow {
  readonly type: RecordType;
  readonly number: number;
  /** Of a talk of which something is left: when, in seconds; one time for all of a batch. Else null. */
  readonly removed: number | null;
}

/** The row of an import that changed something. */
export interface ImportRow {
  readonly token: string;
  /** ISO 8601. */
  readonly time: string;
  /** JSON. */
  readonly counts: string;
}
