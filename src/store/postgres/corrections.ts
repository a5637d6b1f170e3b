import type { Correction } from '#catalogue/correction.ts';
import type { Slug } from '#catalogue/slug.ts';
import { FEATURED_PATTERN, correctionFrom, correctionRow, featuredIn } from '../corrections.ts';
import type { CorrectionRows, StoredCorrection } from '../corrections.ts';
import type { Ask, Connection, Reading, Row } from './connection.ts';
import { sumFrom } from './entity.ts';

const ROWS = 'SELECT slug, record, sum FROM lectern.correction';
/** Rows per batch; few, since a talk may have a long description. */
const BATCH = 200;

export class PostgresCorrections implements CorrectionRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  all(): Promise<readonly Correction[]> {
    return this.#read(async (ask) => {
      const all: Correction[] = [];
      for await (const rows of storedCorrections(ask)) all.push(...rows.map(correctionFrom));
      return all;
    });
  }

  featured(): Promise<readonly Slug[]> {
    return this.#read(async (ask) => {
      const rows = await ask(`${ROWS} WHERE record LIKE $1 ORDER BY slug`, [FEATURED_PATTERN]);
      return featuredIn(rows.map(storedCorrection));
    });
  }
}

/** All rows in batches, sorted by slug. */
export async function* storedCorrections(ask: Ask): AsyncGenerator<readonly StoredCorrection[]> {
  for (let last = ''; ;) {
    const rows = (await ask(`${ROWS} WHERE slug > $1 ORDER BY slug LIMIT ${BATCH}`, [last])).map(storedCorrection);
    yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH) return;
    last = end.slug;
  }
}

function storedCorrection([slug, record, sum]: Row): StoredCorrection {
  return { slug: slug ?? '', record: record ?? '', sum: sumFrom(sum) };
}

/** Writes rows inside an import's transaction. There are few. */
export class CorrectionWriter {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async put(corrections: readonly Correction[]): Promise<void> {
    for (const correction of corrections) {
      const { slug, record, sum } = correctionRow(correction);
      await this.#connection.patiently(
        `INSERT INTO lectern.correction (slug, record, sum) VALUES ($1, $2, $3)
        ON CONFLICT (slug) DO UPDATE SET record = excluded.record, sum = excluded.sum`,
        [slug, record, sum],
      );
    }
  }

  async forget(slugs: readonly string[]): Promise<void> {
    if (slugs.length === 0) return;
    await this.#connection.patiently('DELETE FROM lectern.correction WHERE slug = ANY($1)', [slugs]);
  }
}
