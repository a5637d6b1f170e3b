import { ENTITY_TYPES } from '../entity-type.js';
import type { EntityType } from '../entity-type.js';
import { refsBlob } from '../refs.js';
import type { EntityRow, TalkRow } from '../rows.js';
import { statusCode } from '../status-code.js';
import { WordHashes } from '../words.js';
import type { Connection } from './connection.js';

/** Tables that rows are written to. */
type Table = EntityType | 'talk' | 'talk_record' | 'talk_text';

/** In the order in which their values are written. */
const COLUMNS: Readonly<Record<Table, readonly string[]>> = {
  place: ['number', 'key', 'record', 'version', 'parent'],
  person: ['number', 'key', 'record', 'version'],
  topic: ['number', 'key', 'record', 'version'],
  series: ['number', 'key', 'record', 'version'],
  collection: ['number', 'key', 'record', 'version'],
  talk: [
    ...['number', 'slug', 'uid', 'start', 'updated', 'status', 'created', 'sequence', 'previous_start', 'removed'],
    ...['refs', 'version'],
  ],
  talk_record: ['number', 'record'],
  talk_text: ['number', 'words'],
};

/** Rows gathered before they are sent, and changed ones before the tables are changed with them. */
const MOST_CHANGED = 20_000;

/** Writes rows with COPY: new ones into their tables, changed ones into tables beside them, out of which those are changed. */
export class RowWriter {
  readonly #connection: Connection;
  readonly #version: number;
  readonly #staged = new Set<Table>();
  readonly #hashes = new WordHashes();
  #changed = 0;

  constructor(connection: Connection, version: number) {
    this.#connection = connection;
    this.#version = version;
  }

  async write(entities: readonly EntityRow[], talks: readonly TalkRow[]): Promise<void> {
    await this.#copy(entities.filter(isNew), talks.filter(isNew), (table) => `lectern.${table}`);
    const changedEntities = entities.filter((row) => !row.isNew);
    const changedTalks = talks.filter((row) => !row.isNew);
    await this.#copy(changedEntities, changedTalks, (table) => this.#stage(table));
    this.#changed += changedEntities.length + changedTalks.length;
    if (this.#changed >= MOST_CHANGED) await this.change();
  }

  /** Changes the rows that were staged. */
  async change(): Promise<void> {
    this.#changed = 0;
    for (const table of this.#staged) {
      const columns = COLUMNS[table].slice(1).map((column) => `${column} = staged.${column}`);
      await this.#connection.patiently(
        `UPDATE lectern.${table} kept SET ${columns.join(', ')} FROM pg_temp.staged_${table} staged WHERE kept.number = staged.number;
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
    await this.#send('talk_record', recordData(talks), nameOf);
    await this.#send('talk_text', this.#textData(talks), nameOf);
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

  /** The table beside a table; gone when the transaction ends. */
  async #stage(table: Table): Promise<string> {
    const name = `pg_temp.staged_${table}`;
    if (!this.#staged.has(table)) {
      const columns = `SELECT ${COLUMNS[table].join(', ')} FROM lectern.${table} WITH NO DATA`;
      await this.#connection.patiently(`CREATE TEMPORARY TABLE staged_${table} ON COMMIT DROP AS ${columns}`);
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
      if (type === 'place') data.int32(parent);
    }
    return data.end();
  }

  #talkData(rows: readonly TalkRow[]): Buffer | undefined {
    const data = new CopyData(COLUMNS.talk.length);
    for (const { number, slug, uid, start, updated, status, history, removed, references, hosts } of rows) {
      data.row();
      data.int32(number);
      data.bytes(Buffer.from(slug.replaceAll('-', ''), 'hex'));
      data.text(uid);
      data.int64(start);
      data.int64(updated);
      data.int32(statusCode(status));
      data.int64(history.created);
      data.int32(history.sequence);
      data.int64(history.previousStart);
      data.int64(removed);
      data.bytes(removed === null ? refsBlob(references, hosts) : null);
      data.int32(this.#version);
    }
    return data.end();
  }

  #textData(rows: readonly TalkRow[]): Buffer | undefined {
    const data = new CopyData(COLUMNS.talk_text.length);
    for (const { number, text } of rows) {
      if (text === undefined) continue;
      data.row();
      data.int32(number);
      data.int32s(this.#hashes.of(text.title, text.description));
    }
    return data.end();
  }
}

function recordData(rows: readonly TalkRow[]): Buffer | undefined {
  const data = new CopyData(COLUMNS.talk_record.length);
  for (const { number, record } of rows) {
    data.row();
    data.int32(number);
    data.text(record);
  }
  return data.end();
}

function isNew(row: { readonly isNew: boolean }): boolean {
  return row.isNew;
}

/** Signature, flags, no extension (postgresql.org/docs/current/sql-copy.html, Binary Format). */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
/** The type of the elements of integer[], by its number in pg_type. */
const INT4 = 23;

/** Rows in the binary format of COPY. */
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

  int32(value: number): void {
    this.#room(8);
    this.#at = this.#buffer.writeInt32BE(4, this.#at);
    this.#at = this.#buffer.writeInt32BE(value, this.#at);
  }

  /** Of a whole number, of which a double keeps 53 bits. */
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

  /** In UTF-8, of which a UTF-16 unit takes three bytes at most. */
  text(value: string): void {
    this.#room(4 + value.length * 3);
    const length = this.#buffer.write(value, this.#at + 4);
    this.#buffer.writeInt32BE(length, this.#at);
    this.#at += 4 + length;
  }

  /** integer[]: dimensions, whether there are nulls, the type, length and lower bound of the one dimension, then each element. */
  int32s(values: Int32Array): void {
    const dimensions = values.length === 0 ? 0 : 1;
    const length = 12 + dimensions * 8 + values.length * 8;
    this.#room(4 + length);
    for (const word of [length, dimensions, 0, INT4]) this.#at = this.#buffer.writeInt32BE(word, this.#at);
    if (dimensions === 0) return;
    for (const word of [values.length, 1]) this.#at = this.#buffer.writeInt32BE(word, this.#at);
    for (const value of values) {
      this.#at = this.#buffer.writeInt32BE(4, this.#at);
      this.#at = this.#buffer.writeInt32BE(value, this.#at);
    }
  }

  /** All of it; undefined when there is no row. */
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
