import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import type { Slug } from '#catalogue/slug.ts';
import { DamageFound } from './damage.ts';
import type { Damage } from './damage.ts';
import { isWhole } from './checksum.ts';
import { putRows } from './sql.ts';
import type { Ask, Reading } from './sql.ts';

const COLUMNS = ['id', 'hashes', 'key', 'since', 'sum'];

/** Forgotten people, as hashes. Only imports change them, and they survive even imports that replace everything. */
export class ForgottenRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  /** The oldest first. @throws StoreUnavailable */
  all(): Promise<readonly ForgottenPerson[]> {
    return this.#read(async (ask) => (await storedForgotten(ask)).map(forgottenFrom));
  }
}

export function storedForgotten(ask: Ask): Promise<readonly StoredForgotten[]> {
  return ask<StoredForgotten>(`SELECT ${COLUMNS.join(', ')} FROM lectern.forgotten ORDER BY since, id`);
}

export interface ForgottenChange {
  readonly put?: readonly ForgottenPerson[];
  /** Ids of people who may be imported again. */
  readonly undo?: readonly string[];
}

/** A row as stored. If it is damaged, any value may be wrong. */
interface StoredForgotten extends Omit<ForgottenPerson, 'hashes'> {
  /** Separated by spaces. */
  readonly hashes: string;
  readonly sum: number | null;
}

/** Inside an import's transaction. */
export async function changeForgotten(ask: Ask, { put = [], undo = [] }: ForgottenChange): Promise<void> {
  const rows = put.map((person) => {
    const row = { ...person, hashes: person.hashes.join(' ') };
    return [row.id, row.hashes, row.key, row.since, sumOf(row)];
  });
  await putRows(ask, { table: 'forgotten', columns: COLUMNS, key: ['id'] }, rows);
  for (const id of undo) await ask('DELETE FROM lectern.forgotten WHERE id = $1', [id]);
}

/**
 * The same for a person's own row. Keeps it and its number, so that the index learns of the removal.
 * @param version the one that the import makes
 */
export async function erasePerson(ask: Ask, slug: Slug, version: number): Promise<void> {
  const text = 'UPDATE lectern.person SET key = $1, record = NULL, sum = NULL, version = $2 WHERE key = $3';
  await ask(text, [randomUUID(), version, slug]);
  await ask(`DELETE FROM lectern.provenance WHERE slug = $1 AND type = 'person'`, [slug]);
}

/** @throws DamageFound */
function forgottenFrom(stored: StoredForgotten): ForgottenPerson {
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
