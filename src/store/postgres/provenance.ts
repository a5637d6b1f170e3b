import type { Provenance, ProvenanceId, ProvenanceType } from '#catalogue/provenance.ts';
import { CopyData } from '../copy-data.ts';
import { PROVENANCE_COLUMNS, provenanceSum, sourcesSql, wholeProvenance } from '../provenance.ts';
import type { LeavesOut, ProvenanceRows, StoredProvenance } from '../provenance.ts';
import type { Ask, Connection, Reading, Row } from './connection.ts';
import { sumFrom } from './entity.ts';

/** Rows per batch of a read. */
const BATCH = 5_000;
/** The most slugs in one query. */
const MAX_SLUGS = 1_000;
/** Rows to stage before they are merged into the table. */
const MAX_STAGED = 20_000;

const COLUMNS = PROVENANCE_COLUMNS.join(', ');
const ROWS = `SELECT ${COLUMNS} FROM lectern.provenance`;

export class PostgresProvenance implements ProvenanceRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  async sources(): Promise<readonly string[]> {
    const rows = await this.#read((ask) => ask(sourcesSql('lectern.provenance')));
    return rows.map(([source]) => source ?? '');
  }

  async ofSource(source: string, leavesOut?: LeavesOut): Promise<readonly Provenance[]> {
    const all: Provenance[] = [];
    const text = `${ROWS} WHERE source = $1 AND (type, slug) > ($2, $3) ORDER BY type, slug LIMIT ${BATCH}`;
    for (let last: StoredProvenance | undefined; ;) {
      const values = [source, last?.type ?? '', last?.slug ?? ''];
      const { rows, whole } = await this.#rows(text, values, leavesOut);
      for (const row of whole) all.push(row);
      if (rows.length < BATCH) return all;
      last = rows.at(-1);
    }
  }

  async ofRecords(of: ProvenanceType, slugs: readonly string[], leavesOut?: LeavesOut): Promise<readonly Provenance[]> {
    const all: Provenance[] = [];
    for (let at = 0; at < slugs.length; at += MAX_SLUGS) {
      const values = [slugs.slice(at, at + MAX_SLUGS), of];
      const text = `${ROWS} WHERE slug = ANY($1::text[]) AND type = $2`;
      const { whole } = await this.#rows(text, values, leavesOut);
      for (const row of whole) all.push(row);
    }
    return all;
  }

  #rows(text: string, values: Parameters<Ask>[1], leavesOut: LeavesOut | undefined): Promise<ReadRows> {
    return this.#read(async (ask) => {
      const rows = (await ask(text, values)).map(storedProvenance);
      return { rows, whole: [...wholeProvenance(rows, leavesOut)] };
    });
  }
}

interface ReadRows {
  readonly rows: readonly StoredProvenance[];
  readonly whole: readonly Provenance[];
}

/** All rows in batches, sorted by source, type and slug; inside a transaction that stays in one state. */
export async function* allProvenance(ask: Ask): AsyncGenerator<readonly StoredProvenance[]> {
  const text = `${ROWS} WHERE (source, type, slug) > ($1, $2, $3) ORDER BY source, type, slug LIMIT ${BATCH}`;
  for (let last: StoredProvenance | undefined; ;) {
    const rows = await ask(text, [last?.source ?? '', last?.type ?? '', last?.slug ?? '']);
    const stored = rows.map(storedProvenance);
    yield stored;
    if (stored.length < BATCH) return;
    last = stored.at(-1);
  }
}

function storedProvenance([source, type, slug, relation, cancelled, key, sum]: Row): StoredProvenance {
  return {
    source: source ?? '',
    type: type ?? '',
    slug: slug ?? '',
    relation: relation ?? '',
    cancelled: cancelled === 't',
    key: key ?? '',
    sum: sumFrom(sum),
  };
}

/** Writes rows inside an import's transaction: with COPY into a staging table, which is then merged into theirs. */
export class ProvenanceWriter {
  readonly #connection: Connection;
  #isMade = false;
  #staged = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async put(rows: readonly Provenance[]): Promise<void> {
    const data = copyData(rows);
    if (data === undefined) return;
    if (!this.#isMade) {
      const table = 'CREATE TEMPORARY TABLE staged_provenance ON COMMIT DROP AS';
      await this.#connection.patiently(`${table} ${ROWS} WITH NO DATA`);
    }
    this.#isMade = true;
    await this.#connection.copyIn(`COPY pg_temp.staged_provenance (${COLUMNS}) FROM STDIN (FORMAT binary)`, data);
    this.#staged += rows.length;
    if (this.#staged >= MAX_STAGED) await this.change();
  }

  async forget(rows: readonly ProvenanceId[]): Promise<void> {
    if (rows.length === 0) return;
    await this.change();
    await this.#connection.patiently(
      `DELETE FROM lectern.provenance kept
      USING unnest($1::text[], $2::text[], $3::text[]) gone (source, type, slug)
      WHERE kept.source = gone.source AND kept.type = gone.type AND kept.slug = gone.slug`,
      [rows.map(({ source }) => source), rows.map(({ of }) => of), rows.map(({ slug }) => slug)],
    );
  }

  /** Merges the staged rows into the table. Of two rows for one record, the later one counts. */
  async change(): Promise<void> {
    if (this.#staged === 0) return;
    this.#staged = 0;
    await this.#connection.patiently(
      `INSERT INTO lectern.provenance (${COLUMNS})
      SELECT DISTINCT ON (source, type, slug) ${COLUMNS} FROM pg_temp.staged_provenance staged
      ORDER BY source, type, slug, staged.ctid DESC
      ON CONFLICT (source, type, slug) DO UPDATE
        SET relation = excluded.relation, cancelled = excluded.cancelled, key = excluded.key, sum = excluded.sum;
      TRUNCATE pg_temp.staged_provenance`,
    );
  }
}

/** Undefined: there are no rows. */
function copyData(rows: readonly Provenance[]): Buffer | undefined {
  const data = new CopyData(PROVENANCE_COLUMNS.length);
  for (const row of rows) {
    data.row();
    data.text(row.source);
    data.text(row.of);
    data.text(row.slug);
    data.text(row.relation);
    data.bytes(Buffer.of(row.cancelled ? 1 : 0));
    data.text(row.key);
    data.int32(provenanceSum(row));
  }
  return data.end();
}
