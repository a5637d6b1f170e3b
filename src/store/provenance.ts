import type { Provenance, ProvenanceId, ProvenanceType } from '#catalogue/provenance.ts';
import { PROVENANCE_RELATIONS, PROVENANCE_TYPES } from '#catalogue/provenance.ts';
import { crc32 } from 'node:zlib';
import { DamageFound } from './damage.ts';
import type { Damage } from './damage.ts';
import { isWhole } from './record-sum.ts';

/** Which source brought which record. Only imports change the rows; reads see the last committed state. */
export interface ProvenanceRows {
  /** Names of all sources that have rows, in the order of their bytes. @throws StoreUnavailable */
  sources(): Promise<readonly string[]>;
  /** All rows of a source. @throws StoreUnavailable */
  ofSource(source: string, leavesOut?: LeavesOut): Promise<readonly Provenance[]>;
  /** All rows of these records, of any source. @param slugs as in the rows @throws StoreUnavailable */
  ofRecords(of: ProvenanceType, slugs: readonly string[], leavesOut?: LeavesOut): Promise<readonly Provenance[]>;
}

/** Whether to leave out a corrupt row. If not, or without this function, the read fails at that row. */
export type LeavesOut = (row: ProvenanceId) => boolean;

/** In the order in which both engines write the columns. */
export const PROVENANCE_COLUMNS = ['source', 'type', 'slug', 'relation', 'cancelled', 'key', 'sum'] as const;

/** A row as stored. If it is damaged, any value may be wrong. */
export interface StoredProvenance {
  readonly source: string;
  readonly type: string;
  readonly slug: string;
  readonly relation: string;
  readonly cancelled: boolean;
  readonly key: string;
  readonly sum: number | null;
}

/** Checksum of a row; see `record-sum.ts`. */
export function provenanceSum({ source, of, slug, relation, cancelled, key }: Provenance): number {
  return sumOf({ source, type: of, slug, relation, cancelled, key });
}

function sumOf({ source, type, slug, relation, cancelled, key }: Omit<StoredProvenance, 'sum'>): number {
  return crc32(JSON.stringify([source, type, slug, relation, cancelled, key])) | 0;
}

/** @throws DamageFound at a corrupt row that is not left out */
export function* wholeProvenance(rows: Iterable<StoredProvenance>, leavesOut?: LeavesOut): Generator<Provenance> {
  for (const row of rows) {
    const { source, type: of, slug } = row;
    if (damageOfRow(row) === undefined || leavesOut?.({ source, of, slug }) !== true) yield provenanceFrom(row);
  }
}

/** @throws DamageFound */
export function provenanceFrom(stored: StoredProvenance): Provenance {
  const { source, type, slug, cancelled, key } = stored;
  const relation = PROVENANCE_RELATIONS.find((known) => known === stored.relation);
  const of = PROVENANCE_TYPES.find((known) => known === type);
  if (damageOfRow(stored) !== undefined || relation === undefined || of === undefined)
    throw new DamageFound(damaged(stored));
  return {
    type: 'provenance',
    source,
    of,
    slug,
    relation,
    cancelled,
    key,
  };
}

/** Undefined: the row is intact. */
export function damageOfRow(stored: StoredProvenance): Damage | undefined {
  return isWhole(stored.sum, () => sumOf(stored)) ? undefined : damaged(stored);
}

function damaged({ source, type, slug }: StoredProvenance): Damage {
  const what = `the provenance of the ${type} ${slug} from the source ${source} is corrupt.`;
  return { what, record: undefined };
}

/** SQL for the names of all sources, found by skipping from one to the next in the primary key. */
export function sourcesSql(table: string): string {
  return `
    WITH RECURSIVE skip (source) AS (
      SELECT min(source) FROM ${table}
      UNION ALL SELECT (SELECT min(source) FROM ${table} WHERE source > skip.source) FROM skip WHERE skip.source IS NOT NULL
    ) SELECT source FROM skip WHERE source IS NOT NULL`;
}
