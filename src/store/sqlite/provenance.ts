import type { Database, Statement } from 'better-sqlite3';
import type { Provenance, ProvenanceId, ProvenanceType } from '#catalogue/provenance.ts';
import { asPromise } from '../as-promise.ts';
import { PROVENANCE_COLUMNS, provenanceFrom, provenanceSum, sourcesSql, wholeProvenance } from '../provenance.ts';
import type { LeavesOut, ProvenanceRows, StoredProvenance } from '../provenance.ts';
import type { Reading } from './location.ts';

const ROWS = `SELECT ${PROVENANCE_COLUMNS.join(', ')} FROM provenance`;

interface Row extends Omit<StoredProvenance, 'cancelled'> {
  readonly cancelled: number;
}

export class SqliteProvenance implements ProvenanceRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  sources(): Promise<readonly string[]> {
    const sql = sourcesSql('provenance');
    return asPromise(() => this.#read((db) => db.prepare<[], string>(sql).pluck().all()));
  }

  ofSource(source: string, leavesOut?: LeavesOut): Promise<readonly Provenance[]> {
    return this.#whole((db) => db.prepare<[string], Row>(`${ROWS} WHERE source = ?`).all(source), leavesOut);
  }

  ofRecords(of: ProvenanceType, slugs: readonly string[], leavesOut?: LeavesOut): Promise<readonly Provenance[]> {
    return this.#whole((db) => {
      const rows = db.prepare<[string, string], Row>(`${ROWS} WHERE slug = ? AND type = ?`);
      return slugs.flatMap((slug) => rows.all(slug, of));
    }, leavesOut);
  }

  #whole(read: (db: Database) => readonly Row[], leavesOut: LeavesOut | undefined): Promise<readonly Provenance[]> {
    return asPromise(() => this.#read((db) => [...wholeProvenance(read(db).map(storedRow), leavesOut)]));
  }
}

/** Sorted by source, type and slug. @throws DamageFound */
export function* allProvenance(db: Database): Generator<Provenance> {
  for (const row of storedProvenance(db)) yield provenanceFrom(row);
}

export function* storedProvenance(db: Database): Generator<StoredProvenance> {
  for (const row of db.prepare<[], Row>(`${ROWS} ORDER BY source, type, slug`).iterate()) yield storedRow(row);
}

function storedRow(row: Row): StoredProvenance {
  return { ...row, cancelled: row.cancelled === 1 };
}

/** Writes rows inside an import's transaction. */
export class ProvenanceWriter {
  readonly #put: Statement;
  readonly #forget: Statement;

  constructor(db: Database) {
    this.#put = db.prepare(
      `INSERT INTO provenance (${PROVENANCE_COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (source, type, slug) DO UPDATE
        SET relation = excluded.relation, cancelled = excluded.cancelled, key = excluded.key, sum = excluded.sum`,
    );
    this.#forget = db.prepare('DELETE FROM provenance WHERE source = ? AND type = ? AND slug = ?');
  }

  put(row: Provenance): void {
    const { source, of, slug, relation, cancelled, key } = row;
    this.#put.run(source, of, slug, relation, cancelled ? 1 : 0, key, provenanceSum(row));
  }

  forget({ source, of, slug }: ProvenanceId): void {
    this.#forget.run(source, of, slug);
  }
}
