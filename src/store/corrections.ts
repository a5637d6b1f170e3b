import { crc32 } from 'node:zlib';
import type { Correction } from '#catalogue/correction.ts';
import type { Slug } from '#catalogue/slug.ts';
import { DamageFound } from './damage.ts';
import type { Damage } from './damage.ts';
import { isWhole } from './record-sum.ts';

/** Corrections by hand that are in force. They change only in imports, and are read as the last one left them. */
export interface CorrectionRows {
  /** By slug. @throws StoreUnavailable */
  all(): Promise<readonly Correction[]>;
  /** Slugs of the talks that are featured, in order. @throws StoreUnavailable */
  featured(): Promise<readonly Slug[]>;
}

/**
 * In the rows of talks that are featured, as `LIKE` has it: a page asks for these few and is not to read all. Text that says so
 * has its quotation marks escaped.
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

/** A row as its table has it. Damage may have made any value another. */
export interface StoredCorrection {
  readonly slug: string;
  readonly record: string;
  readonly sum: number | null;
}

/** Bound to columns by both engines. */
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

/** Undefined of a row that reads as it was written. */
export function damageOfCorrection(stored: StoredCorrection): Damage | undefined {
  return isWhole(stored.sum, () => sumOf(stored)) ? undefined : damaged(stored);
}

function damaged({ slug }: StoredCorrection): Damage {
  return { what: `the correction of the talk ${slug} is corrupt.`, record: undefined };
}

function sumOf({ slug, record }: Omit<StoredCorrection, 'sum'>): number {
  return crc32(JSON.stringify([slug, record])) | 0;
}

/** The sum has shown that it is what was written. */
function isCorrection(kept: unknown): kept is Omit<Correction, 'slug'> {
  return typeof kept === 'object' && kept !== null && 'fields' in kept && 'was' in kept && 'source' in kept;
}
