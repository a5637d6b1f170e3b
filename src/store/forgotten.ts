import { crc32 } from 'node:zlib';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import { DamageFound } from './damage.ts';
import type { Damage } from './damage.ts';
import { isWhole } from './record-sum.ts';

/** Forgotten people, as hashes. Only imports change them, and they survive even imports that replace everything. */
export interface ForgottenRows {
  /** The oldest first. @throws StoreUnavailable */
  all(): Promise<readonly ForgottenPerson[]>;
}

export interface ForgottenChange {
  readonly put?: readonly ForgottenPerson[];
  /** Ids of people who may be imported again. */
  readonly undo?: readonly string[];
}

/** A row as stored. If it is damaged, any value may be wrong. */
export interface StoredForgotten extends Omit<ForgottenPerson, 'hashes'> {
  /** Separated by spaces. */
  readonly hashes: string;
  readonly sum: number | null;
}

export const FORGOTTEN_COLUMNS = 'id, hashes, key, since, sum';

/** The row to write; both engines bind its values to columns. */
export function forgottenRow(person: ForgottenPerson): StoredForgotten {
  const row = { ...person, hashes: person.hashes.join(' ') };
  return { ...row, sum: sumOf(row) };
}

/** @throws DamageFound */
export function forgottenFrom(stored: StoredForgotten): ForgottenPerson {
  const damage = damageOfForgotten(stored);
  if (damage !== undefined) throw new DamageFound(damage);
  const { id, hashes, key, since } = stored;
  return { id, hashes: hashes.split(' '), key, since };
}

/** Undefined: the row is intact. */
export function damageOfForgotten(stored: StoredForgotten): Damage | undefined {
  if (isWhole(stored.sum, () => sumOf(stored))) return undefined;
  return { what: `the row ${stored.id} of forgotten people is corrupt.`, record: undefined };
}

function sumOf({ id, hashes, key, since }: Omit<StoredForgotten, 'sum'>): number {
  return crc32(JSON.stringify([id, hashes, key, since])) | 0;
}
