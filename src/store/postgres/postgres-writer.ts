import { setTimeout as sleep } from 'node:timers/promises';
import { describe, type PostgresAddress } from '../address.ts';
import { LOST_TALKS } from '../damage-scan.ts';
import { ENTITY_TYPES, type EntityType } from '../entity-type.ts';
import { checkCurrent } from '../migration.ts';
import { entityChecksum } from '../checksum.ts';
import { refsBlob, statusCode } from '../packed-columns.ts';
import {
  type EntityRow,
  type ImportRow,
  type RemovedRow,
  type RowBatch,
  sumsOf,
  type TalkRow,
  writeOthers,
} from '../rows.ts';
import { StoreUnavailable } from '../store.ts';
import type { Begun, EngineWriter } from '../writing-thread.ts';
import { type Connection, connectTo } from './connection.ts';
import { CHANNEL, hasLock, makeIndexes, makeTables, MIGRATIONS, schemaOf } from './schema.ts';
import { asStoreError, isCut } from './postgres-errors.ts';

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

/** Tables that rows are written to. */
type Table = EntityType | 'talk' | 'talk_record';

/** In the order in which the values are written. */
const COLUMNS: Readonly<Record<Table, readonly string[]>> = {
  place: ['number', 'key', 'record', 'version', 'sum', 'parent'],
  person: ['number', 'key', 'record', 'version', 'sum'],
  topic: ['number', 'key', 'record', 'version', 'sum'],
  series: ['number', 'key', 'record', 'version', 'sum'],
  collection: ['number', 'key', 'record', 'version', 'sum'],
  talk: [
    ...['number', 'slug', 'uid', 'start', 'length', 'updated', 'status', 'created', 'sequence', 'previous_start'],
    ...['removed', 'refs', 'version', 'sum'],
  ],
  talk_record: ['number', 'record', 'sum'],
};

/** Rows to collect before sending them, and changed rows to stage before merging them into the tables. */
const MAX_CHANGED = 20_000;

/**
 * Writes rows with COPY: new rows into their tables, changed ones into staging tables, which are then merged into
 * these.
 */
class RowWriter {
  readonly #connection: Connection;
  readonly #version: number;
  readonly #staged = new Set<Table>();
  #changed = 0;

  constructor(connection: Connection, version: number) {
    this.#connection = connection;
    this.#version = version;
  }

  async write(entities: readonly EntityRow[], talks: readonly TalkRow[]): Promise<void> {
    if (entities.length + talks.length === 0) return;
    await this.#copy(entities.filter(isNew), talks.filter(isNew), (table) => `lectern.${table}`);
    const changedEntities = entities.filter((row) => !row.isNew);
    const changedTalks = talks.filter((row) => !row.isNew);
    await this.#copy(changedEntities, changedTalks, (table) => this.#stage(table));
    this.#changed += changedEntities.length + changedTalks.length;
    if (this.#changed >= MAX_CHANGED) await this.change();
  }

  /** Merges the staged rows into the tables. */
  async change(): Promise<void> {
    this.#changed = 0;
    for (const table of this.#staged) {
      const columns = COLUMNS[table].join(', ');
      const changed = COLUMNS[table].slice(1).map((column) => `${column} = excluded.${column}`);
      // Insert a missing row, which only happens after damage.
      await this.#connection.queryWithoutLimit(
        `INSERT INTO lectern.${table} (${columns}) SELECT ${columns} FROM pg_temp.staged_${table}
        ON CONFLICT (number) DO UPDATE SET ${changed.join(', ')};
        TRUNCATE pg_temp.staged_${table}`,
      );
    }
  }

  async #copy(
    entities: readonly EntityRow[],
    talks: readonly TalkRow[],
    nameOf: (table: Table) => Promise<string> | string,
  ): Promise<void> {
    for (const type of ENTITY_TYPES) {
      const data = this.#entityData(
        type,
        entities.filter((row) => row.type === type),
      );
      await this.#send(type, data, nameOf);
    }
    await this.#send('talk', this.#talkData(talks), nameOf);
    await this.#send('talk_record', this.#recordData(talks), nameOf);
  }

  async #send(
    table: Table,
    data: Buffer | undefined,
    nameOf: (table: Table) => Promise<string> | string,
  ): Promise<void> {
    if (data === undefined) return;
    const name = await nameOf(table);
    await this.#connection.copyIn(`COPY ${name} (${COLUMNS[table].join(', ')}) FROM STDIN (FORMAT binary)`, data);
  }

  /** The staging table of a table; dropped when the transaction ends. */
  async #stage(table: Table): Promise<string> {
    const name = `pg_temp.staged_${table}`;
    if (!this.#staged.has(table)) {
      const columns = `SELECT ${COLUMNS[table].join(', ')} FROM lectern.${table} WITH NO DATA`;
      await this.#connection.queryWithoutLimit(`CREATE TEMPORARY TABLE staged_${table} ON COMMIT DROP AS ${columns}`);
    }
    this.#staged.add(table);
    return name;
  }

  #entityData(type: EntityType, rows: readonly EntityRow[]): Buffer | undefined {
    const data = new CopyData(COLUMNS[type].length);
    for (const { number, key, record, parent } of rows) {
      data.row();
      data.int32(number);
      data.text(key);
      data.text(record);
      data.int32(this.#version);
      data.int32(entityChecksum({ number, key, parent, version: this.#version, record }));
      if (type === 'place') data.int32(parent);
    }
    return data.end();
  }

  #talkData(rows: readonly TalkRow[]): Buffer | undefined {
    const data = new CopyData(COLUMNS.talk.length);
    for (const row of rows) {
      const { number, slug, uid, start, length, updated, status, traits, history, removed, references, hosts } = row;
      data.row();
      data.int32(number);
      data.bytes(Buffer.from(slug.replaceAll('-', ''), 'hex'));
      data.text(uid);
      data.int64(start);
      data.int64(length);
      data.int64(updated);
      data.int32(statusCode(status, traits));
      data.int64(history.created);
      data.int32(history.sequence);
      data.int64(history.previousStart);
      data.int64(removed);
      data.bytes(removed === null ? refsBlob(references, hosts) : null);
      data.int32(this.#version);
      data.int32(sumsOf(row, this.#version).sum);
    }
    return data.end();
  }

  #recordData(rows: readonly TalkRow[]): Buffer | undefined {
    const data = new CopyData(COLUMNS.talk_record.length);
    for (const row of rows) {
      data.row();
      data.int32(row.number);
      data.text(row.record);
      data.int32(sumsOf(row, this.#version).recordSum);
    }
    return data.end();
  }
}

function isNew(row: { readonly isNew: boolean }): boolean {
  return row.isNew;
}

/** Signature, flags, no extension (postgresql.org/docs/current/sql-copy.html, Binary Format). */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);

/** Rows in the binary format of PostgreSQL's COPY. */
class CopyData {
  readonly #columns: number;
  #buffer: Buffer = Buffer.allocUnsafe(64 * 1024);
  #at = HEADER.copy(this.#buffer);

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Begins a row. */
  row(): void {
    this.#room(2);
    this.#at = this.#buffer.writeInt16BE(this.#columns, this.#at);
  }

  int32(value: number | null): void {
    this.#room(8);
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#buffer.writeInt32BE(4, this.#at);
    this.#at = this.#buffer.writeInt32BE(value, this.#at);
  }

  /** A whole number; a double has 53 bits of it. */
  int64(value: number | null): void {
    this.#room(12);
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#buffer.writeInt32BE(8, this.#at);
    this.#at = this.#buffer.writeInt32BE(Math.floor(value / 2 ** 32), this.#at);
    this.#at = this.#buffer.writeUInt32BE(value >>> 0, this.#at);
  }

  bytes(value: Uint8Array | null): void {
    this.#room(4 + (value?.length ?? 0));
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#buffer.writeInt32BE(value.length, this.#at);
    this.#buffer.set(value, this.#at);
    this.#at += value.length;
  }

  /** Written as UTF-8, which takes at most three bytes for a UTF-16 unit. */
  text(value: string): void {
    this.#room(4 + value.length * 3);
    const length = this.#buffer.write(value, this.#at + 4);
    this.#buffer.writeInt32BE(length, this.#at);
    this.#at += 4 + length;
  }

  /** The finished data; undefined when there is no row. */
  end(): Buffer | undefined {
    if (this.#at === HEADER.length) return undefined;
    this.#room(2);
    this.#at = this.#buffer.writeInt16BE(-1, this.#at);
    return this.#buffer.subarray(0, this.#at);
  }

  #null(): void {
    this.#at = this.#buffer.writeInt32BE(-1, this.#at);
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}
