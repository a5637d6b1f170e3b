import { crc32 } from 'node:zlib';
import type { Correction } from '#catalogue/correction.ts';
import type { Slug } from '#catalogue/slug.ts';
import { DamageFound } from './damage.ts';
import type { Damage } from './damage.ts';
import { isWhole } from './checksum.ts';
import { inBatches, putRows } from './sql.ts';
import type { Ask, Reading } from './sql.ts';

const ROWS = 'SELECT slug, record, sum FROM lectern.correction';

/** The corrections in effect. Only imports change them; reads see the last committed state. */
export class CorrectionRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  /** All corrections, sorted by slug. @throws StoreUnavailable */
  all(): Promise<readonly Correction[]> {
    return this.#read(async (ask) => {
      const all: Correction[] = [];
      for await (const rows of storedCorrections(ask)) all.push(...rows.map(correctionFrom));
      return all;
    });
  }

  /** Slugs of the talks that are featured, in order. @throws StoreUnavailable */
  featured(): Promise<readonly Slug[]> {
    return this.#read(async (ask) => {
      const text = `${ROWS} WHERE record LIKE $1 ORDER BY slug`;
      const featured = (await ask<StoredCorrection>(text, [FEATURED_PATTERN])).map(correctionFrom);
      return featured.flatMap(({ slug, fields }) => (fields.featured === true ? [slug] : []));
    });
  }
}

/** All rows, sorted by slug; few at a time, since a talk may have a long description. */
export function storedCorrections(ask: Ask): AsyncIterable<readonly StoredCorrection[]> {
  const text = `${ROWS} WHERE slug > $1 ORDER BY slug`;
  return inBatches<StoredCorrection>(ask, { text, size: 200, first: [''], after: ({ slug }) => [slug] });
}

/** Inside an import's transaction. */
export async function changeCorrections(ask: Ask, { put = [], forget = [] }: CorrectionChange): Promise<void> {
  const rows = new Map(put.map((correction) => [correction.slug, rowOf(correction)]));
  const table = { table: 'correction', columns: ['slug', 'record', 'sum'], key: ['slug'] };
  await putRows(ask, table, [...rows.values()]);
  for (const slug of forget) await ask('DELETE FROM lectern.correction WHERE slug = $1', [slug]);
}

function rowOf({ slug, ...rest }: Correction): [string, string, number] {
  const record = JSON.stringify(rest);
  return [slug, record, sumOf({ slug, record })];
}

/**
 * `LIKE` pattern for the rows of featured talks, so that who follows the store need not read every correction. It cannot match inside
 * a text field, where JSON escapes the quotation marks.
 */
const FEATURED_PATTERN = '%"featured":true%';

export interface CorrectionChange {
  readonly put?: readonly Correction[];
  /** Slugs. */
  readonly forget?: readonly string[];
}

/** A row as stored. If it is damaged, any value may be wrong. */
export interface StoredCorrection {
  readonly slug: string;
  readonly record: string;
  readonly sum: number | null;
}

/** @throws DamageFound */
function correctionFrom(stored: StoredCorrection): Correction {
  const damage = damageOfCorrection(stored);
  if (damage !== undefined) throw new DamageFound(damage);
  const kept: unknown = JSON.parse(stored.record);
  if (!isCorrection(kept)) throw new DamageFound(damaged(stored));
  return { ...kept, slug: stored.slug };
}

/** Undefined: the row is intact. */
export function damageOfCorrection(stored: StoredCorrection): Damage | undefined {
  return isWhole(stored.sum, () => sumOf(stored)) ? undefined : damaged(stored);
}

function damaged({ slug }: StoredCorrection): Damage {
  return { what: `the correction of the talk ${slug} is corrupt.`, record: undefined };
}

function sumOf({ slug, record }: Omit<StoredCorrection, 'sum'>): number {
  return crc32(JSON.stringify([slug, record])) | 0;
}

/** A quick check of the shape: the checksum has already shown that the JSON is as it was written. */
function isCorrection(kept: unknown): kept is Omit<Correction, 'slug'> {
  return typeof kept === 'object' && kept !== null && 'fields' in kept && 'was' in kept && 'source' in kept;
}
