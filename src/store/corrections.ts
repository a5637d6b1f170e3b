import { crc32 } from 'node:zlib';
import type { Correction } from '#catalogue/correction.ts';
import type { Slug } from '#catalogue/slug.ts';
import { DamageFound } from './damage.ts';
import type { Damage } from './damage.ts';
import { isWhole } from './record-sum.ts';

/** The corrections in effect. Only imports change them; reads see the last committed state. */
export interface CorrectionRows {
  /** All corrections, sorted by slug. @throws StoreUnavailable */
  all(): Promise<readonly Correction[]>;
  /** Slugs of the talks that are featured, in order. @throws StoreUnavailable */
  featured(): Promise<readonly Slug[]>;
}

/**
 * `LIKE` pattern for the rows of featured talks, so that who follows the store need not read every correction. It cannot match inside
 * a text field, where JSON escapes the quotation marks.
 */
export const FEATURED_PATTERN = '%"featured":true%';

/** @throws DamageFound */
export function featuredIn(rows: readonly StoredCorrection[]): Slug[] {
  return rows.map(correctionFrom).flatMap(({ slug, fields }) => (fields.featured === true ? [slug] : []));
}

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

/** The row to write; both engines bind its values to columns. */
export function correctionRow(correction: Correction): StoredCorrection & { readonly sum: number } {
  const { slug, ...rest } = correction;
  const record = JSON.stringify(rest);
  return { slug, record, sum: sumOf({ slug, record }) };
}

/** @throws DamageFound */
export function correctionFrom(stored: StoredCorrection): Correction {
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
