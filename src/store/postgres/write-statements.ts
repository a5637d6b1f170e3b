import { ENTITY_TYPES } from '../entity-type.ts';
import type { EntityType } from '../entity-type.ts';
import { entitySum } from '../record-sum.ts';
import { refsBlob } from '../refs.ts';
import { sumsOf } from '../rows.ts';
import type { EntityRow, TalkRow } from '../rows.ts';
import { statusCode } from '../status-code.ts';
import type { Connection } from './connection.ts';

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
export class RowWriter {
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
      data.int32(entitySum({ number, key, parent, version: this.#version, record }));
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
