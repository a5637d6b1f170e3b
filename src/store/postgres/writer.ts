import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import { LOST_TALKS } from '../damage-scan.ts';
import { checkCurrent } from '../migration.ts';
import { writeOthers } from '../rows.ts';
import type { ImportRow, RemovedRow, RowBatch } from '../rows.ts';
import { StoreUnavailable } from '../store.ts';
import type { Begun, EngineWriter } from '../writer-commands.ts';
import type { Connection } from './connection.ts';
import { connectTo } from './location.ts';
import { CHANNEL, MIGRATIONS, hasLock, makeIndexes, makeTables, schemaOf } from './schema.ts';
import { asStoreError, isCut } from './trouble.ts';
import { RowWriter } from './write-statements.ts';

/**
 * Settings of this transaction only. An import has no time limit, but a lost client must be noticed, since others wait
 * for its transaction.
 */
const SETTINGS = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL tcp_keepalives_idle = 30;
  SET LOCAL tcp_keepalives_interval = 5;
  SET LOCAL tcp_keepalives_count = 3;
  SET LOCAL work_mem = '128MB';
  SET LOCAL maintenance_work_mem = '256MB'`;

/**
 * Milliseconds to find out whether a commit succeeded after the connection was closed in the middle of it, and between
 * attempts.
 */
const LEARN = 10_000;
const LEARN_AGAIN = 200;

/** What a running import writes with. */
interface Begin {
  readonly connection: Connection;
  readonly rows: RowWriter;
}

/** Writes into the database over one connection, in one transaction. */
export class PostgresWriter implements EngineWriter {
  readonly #address: PostgresAddress;
  readonly #where: string;
  #connection: Connection | undefined;
  #rows: RowWriter | undefined;
  #isNew = false;
  #version = 0;

  constructor(address: PostgresAddress) {
    this.#address = address;
    this.#where = describe(address);
  }

  begin(replace: boolean): Promise<Begun | { readonly outcome: 'busy' | 'again' }> {
    return this.#explaining(async () => {
      this.#connection ??= await connectTo(this.#address, 'primary');
      const connection = this.#connection;
      await connection.queryWithoutLimit(`BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${SETTINGS}`);
      if (!(await hasLock(connection))) {
        await connection.queryWithoutLimit('ROLLBACK');
        return { outcome: 'busy' };
      }
      const schema = await schemaOf(connection, this.#address);
      if (schema !== undefined) checkCurrent(schema, MIGRATIONS, this.#where);
      this.#isNew = schema === undefined;
      if (this.#isNew) await makeTables(connection);
      if (replace) await connection.queryWithoutLimit(makeRoom());
      const [row] = await connection.queryWithoutLimit(
        'SELECT coalesce(max(version), 0) + 1 AS version FROM lectern.import',
      );
      this.#version = Number(row?.version);
      this.#rows = new RowWriter(connection, this.#version);
      return { outcome: 'begun', isNew: this.#isNew, place: connection.place };
    });
  }

  write(batch: RowBatch): Promise<void> {
    return this.#explaining(async () => {
      const { connection, rows } = this.#begun();
      await rows.write(batch.entities, batch.talks);
      await this.#remove(connection, batch.removed);
      await writeOthers((text, values) => connection.queryWithoutLimit(text, values), batch, this.#version);
    });
  }

  commit(row: ImportRow | undefined): Promise<void> {
    return this.#explaining(async () => {
      const { connection, rows } = this.#begun();
      await rows.change();
      if (this.#isNew) await makeIndexes(connection);
      if (row !== undefined) {
        const insert = `
          INSERT INTO lectern.import (version, token, time, counts)
          SELECT $1::integer, $2, greatest(to_timestamp($3::double precision), max(time) + interval '1 second'), $4::jsonb FROM lectern.import`;
        await connection.queryWithoutLimit(insert, [this.#version, row.token, row.time, row.counts]);
        await connection.queryWithoutLimit('SELECT pg_notify($1, $2)', [CHANNEL, String(this.#version)]);
      }
      try {
        await connection.queryWithoutLimit('COMMIT');
      } catch (error) {
        if (!isCut(error) || row === undefined) throw error;
        await this.#learn(row.token, error);
      }
      await this.#close();
    });
  }

  async abandon(): Promise<void> {
    // The server rolls back the transaction of a closed connection.
    await this.#close();
  }

  #begun(): Begin {
    const [connection, rows] = [this.#connection, this.#rows];
    if (connection === undefined || rows === undefined) throw new Error('The import has not begun');
    return { connection, rows };
  }

  async #remove(connection: Connection, removed: readonly RemovedRow[]): Promise<void> {
    for (const type of new Set(removed.map((row) => row.type))) {
      const rows = removed.filter((row) => row.type === type);
      const numbers = rows.map(({ number }) => number);
      const where = 'version = $1 WHERE number = ANY($2)';
      if (type !== 'talk') {
        const text = `UPDATE lectern.${type} SET record = NULL, sum = NULL, ${where}`;
        await connection.queryWithoutLimit(text, [this.#version, numbers]);
        continue;
      }
      const values = [this.#version, numbers, rows[0]?.removed];
      await connection.queryWithoutLimit(
        `UPDATE lectern.talk SET refs = NULL, sum = NULL, removed = $3, ${where}`,
        values,
      );
      await connection.queryWithoutLimit(
        "UPDATE lectern.talk_record SET record = '', sum = NULL WHERE number = ANY($1)",
        [numbers],
      );
    }
  }

  /**
   * Finds out whether a commit succeeded when the connection was closed. Getting the lock shows that the transaction has
   * ended.
   */
  async #learn(token: string, cause: unknown): Promise<void> {
    const end = performance.now() + LEARN;
    while (performance.now() < end) {
      const isThere = await this.#isCommitted(token).catch(() => undefined);
      if (isThere === true) return;
      if (isThere === false) throw cause;
      await sleep(LEARN_AGAIN);
    }
    throw new StoreUnavailable(
      `The catalogue at ${this.#where} cut the connection while the import was being committed, and it is unknown whether it was. Import again when it responds: records that are already there stay unchanged.`,
    );
  }

  /** Undefined: the transaction is still running. */
  async #isCommitted(token: string): Promise<boolean | undefined> {
    const connection = await connectTo(this.#address, 'primary');
    try {
      await connection.queryWithoutLimit('BEGIN');
      if (!(await hasLock(connection))) return undefined;
      const rows = await connection.queryWithoutLimit("SELECT 1 WHERE to_regclass('lectern.import') IS NOT NULL");
      if (rows.length === 0) return false;
      return (await connection.queryWithoutLimit('SELECT 1 FROM lectern.import WHERE token = $1', [token])).length > 0;
    } finally {
      await connection.close();
    }
  }

  async #close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#rows = undefined;
    await connection?.close();
  }

  async #explaining<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw asStoreError(error, this.#where);
    }
  }
}

/** SQL that deletes what a catalogue must not keep when it is replaced. */
function makeRoom(): string {
  return `DELETE ${LOST_TALKS}; DELETE FROM lectern.provenance; DELETE FROM lectern.correction`;
}
