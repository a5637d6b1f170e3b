import type { Provenance, ProvenanceId, ProvenanceType } from '#catalogue/provenance.ts';
import { PROVENANCE_RELATIONS, PROVENANCE_TYPES } from '#catalogue/provenance.ts';
import { crc32 } from 'node:zlib';
import { DamageFound } from './damage.ts';
import type { Damage } from './damage.ts';
import { isWhole } from './checksum.ts';
import { inBatches, inParts, parameters, putRows } from './sql.ts';
import type { Ask, Reading, Value } from './sql.ts';
import type { ProvenanceChange } from './store-import.ts';

const COLUMNS = ['source', 'type', 'slug', 'relation', 'cancelled', 'key', 'sum'];
const ROWS = `SELECT ${COLUMNS.join(', ')} FROM lectern.provenance`;
/** Rows per batch of a read. */
const BATCH = 5_000;

/** The names of all sources, found by skipping from one to the next in the primary key. */
const SOURCES = `
  WITH RECURSIVE skip (source) AS (
    SELECT min(source) FROM lectern.provenance
    UNION ALL SELECT (SELECT min(source) FROM lectern.provenance WHERE source > skip.source) FROM skip WHERE skip.source IS NOT NULL
  ) SELECT source FROM skip WHERE source IS NOT NULL`;

/** Which source brought which record. Only imports change the rows; reads see the last committed state. */
export class ProvenanceRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  /** Names of all sources that have rows, in the order of their bytes. @throws StoreUnavailable */
  sources(): Promise<readonly string[]> {
    return this.#read(async (ask) => (await ask<{ source: string }>(SOURCES)).map(({ source }) => source));
  }

  /** All rows of a source. @throws StoreUnavailable */
  async ofSource(source: string, leavesOut?: LeavesOut): Promise<readonly Provenance[]> {
    const all: Provenance[] = [];
    const text = `${ROWS} WHERE source = $1 AND (type, slug) > ($2, $3) ORDER BY type, slug LIMIT ${BATCH}`;
    for (let last: StoredProvenance | undefined; ;) {
      const rows = await this.#rows(text, [source, last?.type ?? '', last?.slug ?? ''], all, leavesOut);
      if (rows.length < BATCH) return all;
      last = rows.at(-1);
    }
  }

  /** All rows of these records, of any source. @param slugs as in the rows @throws StoreUnavailable */
  async ofRecords(of: ProvenanceType, slugs: readonly string[], leavesOut?: LeavesOut): Promise<readonly Provenance[]> {
    const all: Provenance[] = [];
    await inParts(slugs, (some) => {
      const text = `${ROWS} WHERE type = $1 AND slug IN ${parameters(some.length, 2)} ORDER BY slug, source`;
      return this.#rows(text, [of, ...some], all, leavesOut);
    });
    return all;
  }

  /** One statement, since a read has a time limit. Adds the whole rows to `all`. */
  #rows(
    text: string,
    values: readonly Value[],
    all: Provenance[],
    leavesOut: LeavesOut | undefined,
  ): Promise<readonly StoredProvenance[]> {
    return this.#read(async (ask) => {
      const rows = await ask<StoredProvenance>(text, values);
      for (const row of wholeProvenance(rows, leavesOut)) all.push(row);
      return rows;
    });
  }
}

/** All rows in batches, sorted by source, type and slug. */
export function storedProvenance(ask: Ask): AsyncIterable<readonly StoredProvenance[]> {
  const text = `${ROWS} WHERE (source, type, slug) > ($1, $2, $3) ORDER BY source, type, slug`;
  const after = (last: StoredProvenance) => [last.source, last.type, last.slug];
  return inBatches<StoredProvenance>(ask, { text, size: BATCH, first: ['', '', ''], after });
}

/** Inside an import's transaction. Of two rows for one record, the later one counts. */
export async function changeProvenance(ask: Ask, { put = [], forget = [] }: ProvenanceChange): Promise<void> {
  const rows = new Map(put.map((row) => [JSON.stringify([row.source, row.of, row.slug]), valuesOf(row)]));
  await putRows(ask, { table: 'provenance', columns: COLUMNS, key: ['source', 'type', 'slug'] }, [...rows.values()]);
  const text = 'DELETE FROM lectern.provenance WHERE source = $1 AND type = $2 AND slug = $3';
  for (const { source, of, slug } of forget) await ask(text, [source, of, slug]);
}

function valuesOf({ source, of, slug, relation, cancelled, key }: Provenance): (string | number)[] {
  const row = { source, type: of, slug, relation, cancelled: cancelled ? 1 : 0, key };
  return [...Object.values(row), sumOf(row)];
}

/** Whether to leave out a corrupt row. If not, or without this function, the read fails at that row. */
type LeavesOut = (row: ProvenanceId) => boolean;

/** A row as stored. If it is damaged, any value may be wrong. */
export interface StoredProvenance {
  readonly source: string;
  readonly type: string;
  readonly slug: string;
  readonly relation: string;
  /** 1 or 0. */
  readonly cancelled: number;
  readonly key: string;
  readonly sum: number | null;
}

/** See `checksum.ts`. */
function sumOf({ source, type, slug, relation, cancelled, key }: Omit<StoredProvenance, 'sum'>): number {
  return crc32(JSON.stringify([source, type, slug, relation, cancelled === 1, key])) | 0;
}

/** @throws DamageFound at a corrupt row that is not left out */
function* wholeProvenance(rows: Iterable<StoredProvenance>, leavesOut?: LeavesOut): Generator<Provenance> {
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
    cancelled: cancelled === 1,
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
