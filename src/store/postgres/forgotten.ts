import { randomUUID } from 'node:crypto';
import type { Slug } from '#catalogue/slug.ts';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import { FORGOTTEN_COLUMNS, forgottenFrom, forgottenRow } from '../forgotten.ts';
import type { ForgottenRows, StoredForgotten } from '../forgotten.ts';
import type { Ask, Connection, Reading, Row } from './connection.ts';
import { sumFrom } from './entity.ts';

const ROWS = `SELECT ${FORGOTTEN_COLUMNS} FROM lectern.forgotten ORDER BY since, id`;

export class PostgresForgotten implements ForgottenRows {
  readonly #read: Reading;

  constructor(read: Reading) {
    this.#read = read;
  }

  all(): Promise<readonly ForgottenPerson[]> {
    return this.#read(async (ask) => (await ask(ROWS)).map(stored).map(forgottenFrom));
  }
}

export async function* storedForgotten(ask: Ask): AsyncGenerator<readonly StoredForgotten[]> {
  yield (await ask(ROWS)).map(stored);
}

function stored([id, hashes, key, since, sum]: Row): StoredForgotten {
  return { id: id ?? '', hashes: hashes ?? '', key: key ?? '', since: since ?? '', sum: sumFrom(sum) };
}

/** Writes rows inside an import's transaction. There are few. */
export class ForgottenWriter {
  readonly #connection: Connection;
  readonly #version: number;

  constructor(connection: Connection, version: number) {
    this.#connection = connection;
    this.#version = version;
  }

  async put(people: readonly ForgottenPerson[]): Promise<void> {
    for (const person of people) {
      const { id, hashes, key, since, sum } = forgottenRow(person);
      await this.#connection.patiently(
        `INSERT INTO lectern.forgotten (${FORGOTTEN_COLUMNS}) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO UPDATE
          SET hashes = excluded.hashes, key = excluded.key, since = excluded.since, sum = excluded.sum`,
        [id, hashes, key, since, sum],
      );
    }
  }

  async undo(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#connection.patiently('DELETE FROM lectern.forgotten WHERE id = ANY($1)', [ids]);
  }

  /** Keeps the row and its number, so that the index learns of the removal. */
  async erase(slugs: readonly Slug[]): Promise<void> {
    for (const slug of slugs) {
      await this.#connection.patiently(
        `UPDATE lectern.person SET key = $1, record = NULL, sum = NULL, version = $2 WHERE key = $3`,
        [randomUUID(), this.#version, slug],
      );
      await this.#connection.patiently(`DELETE FROM lectern.provenance WHERE slug = $1 AND type = 'person'`, [slug]);
    }
  }
}
