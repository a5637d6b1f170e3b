import type { Correction } from '#catalogue/correction.ts';
import type { Provenance, ProvenanceId } from '#catalogue/provenance.ts';
import type { RecordType } from '#catalogue/record.ts';
import type { TalkTraits } from '#catalogue/talk-traits.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { EntityType } from './entity-type.ts';
import { changeCorrections } from './corrections.ts';
import { changeForgotten, erasePerson } from './forgotten.ts';
import { changeProvenance } from './provenance.ts';
import { talkRecordChecksum, talkChecksum } from './checksum.ts';
import { refsBlob, statusCode } from './packed-columns.ts';
import type { Ask } from './sql.ts';
import type { ExistingHistory } from './existing-history.ts';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';

/** Rows that an import sends to the writer. Plain values, since they go to another thread. */
export interface RowBatch {
  readonly talks: readonly TalkRow[];
  readonly entities: readonly EntityRow[];
  readonly removed: readonly RemovedRow[];
  readonly provenance: readonly Provenance[];
  readonly forgotten: readonly ProvenanceId[];
  readonly corrections: readonly Correction[];
  /** Slugs of talks whose corrections are removed. */
  readonly uncorrected: readonly string[];
  /** Slugs of people whose rows are to lose their identifiers and all texts. No talk refers to them afterwards. */
  readonly erasedPeople: readonly string[];
  readonly forgottenPeople: readonly ForgottenPerson[];
  /** Ids of people who may be imported again. */
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

/** Writes all but talks and other records, which each engine writes in its own way, since they are many. */
export async function writeOthers(ask: Ask, batch: RowBatch, version: number): Promise<void> {
  await changeProvenance(ask, { put: batch.provenance, forget: batch.forgotten });
  await changeCorrections(ask, { put: batch.corrections, forget: batch.uncorrected });
  for (const slug of batch.erasedPeople) await erasePerson(ask, slug, version);
  await changeForgotten(ask, { put: batch.forgottenPeople, undo: batch.unforgottenPeople });
}

export interface TalkRow {
  readonly number: number;
  /** Whether no row has this number yet, not even that of a removed record. */
  readonly isNew: boolean;
  readonly slug: string;
  readonly uid: string;
  /** Seconds since 1970-01-01T00:00:00Z; the same for the other times. */
  readonly start: number;
  /** Seconds from start to end. */
  readonly length: number;
  readonly updated: number;
  readonly history: ExistingHistory;
  readonly status: TalkStatus;
  readonly traits: TalkTraits;
  /** When it was removed; null if it is not. */
  readonly removed: number | null;
  /** In the order of the catalogue's `referencesOf`. A removed talk has none, and its record is ''. */
  readonly references: readonly number[];
  /** How many of the references are hosts. */
  readonly hosts: number;
  readonly record: string;
}

/** Checksums of a talk's rows, written by the import that makes `version`; null for a removed talk. */
export function sumsOf(row: TalkRow, version: number): TalkSums {
  if (row.removed !== null) return { sum: null, recordSum: null };
  const slug = Buffer.from(row.slug.replaceAll('-', ''), 'hex');
  const refs = refsBlob(row.references, row.hosts);
  return {
    sum: talkChecksum({ ...row, slug, status: statusCode(row.status, row.traits), version, refs }),
    recordSum: talkRecordChecksum({ ...row.history, slug, uid: row.uid, record: row.record }),
  };
}

interface TalkSums {
  readonly sum: number | null;
  readonly recordSum: number | null;
}

export interface EntityRow {
  readonly type: EntityType;
  readonly isNew: boolean;
  readonly number: number;
  readonly key: string;
  /** Number of a place's parent; else 0. */
  readonly parent: number;
  readonly record: string;
}

export interface RemovedRow {
  readonly type: RecordType;
  readonly number: number;
  /** Time of removal in seconds, the same in all of a batch, for a talk of which something is kept. Else null. */
  readonly removed: number | null;
}

/** The row of an import that changed something. */
export interface ImportRow {
  readonly token: string;
  /** Whole seconds since 1970-01-01T00:00:00Z; the writer makes it later than that of the version before. */
  readonly time: number;
  /** JSON. */
  readonly counts: string;
}
