import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { Slug } from '#catalogue/slug.ts';
import type { RecordType } from '#catalogue/record.ts';
import { byEntityType, isMentioned, type EntityType, type StoredEntity } from '#store/entity-type.ts';
import { recordJson } from '#store/record-json.ts';
import { entityChecksum } from '#store/checksum.ts';
import { entityFrom } from '#store/entities.ts';
import type { ChangedEntity, ChangedTalk, ChangesSince, RemovedRecord, StoreState } from '#store/store.ts';
import { ENTITY_COLUMNS, TABLES, checkMarks, stateOf, type CopyState } from './copy-file.ts';
import { WORD_TABLES, WordWriter } from './copy-words.ts';

/** Talks whose words are indexed in one transaction. */
const WORDS_BATCH = 1_000;

/** The records that the store could not give. */
type LostRecords = readonly { readonly type: RecordType; readonly number: number }[];

/** Writes a copy's file. One at a time: whoever has the folder's lock. */
export class CopyWriter {
  readonly #path: string;
  readonly #db: Database.Database;
  readonly #sql: ReturnType<typeof statements>;
  readonly #words: WordWriter;

  private constructor(path: string, db: Database.Database) {
    this.#path = path;
    this.#db = db;
    this.#sql = statements(db);
    this.#words = new WordWriter(db);
  }

  /**
   * Fills an empty file, which nobody reads yet: without a log, and without waiting for the disk. Call `finish` before
   * it is read.
   */
  static create(path: string, program: string): CopyWriter {
    const db = new Database(path, { fileMustExist: true });
    try {
      db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -4000');
      db.exec(`BEGIN; ${TABLES} ${WORD_TABLES}`);
      db.prepare("INSERT INTO state VALUES (1, ?, 0, '', 0, 0, 0)").run(program);
      db.exec('COMMIT');
      return new CopyWriter(path, db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Opens a copy to bring it up to date. @throws CopyUnusable; an error of SQLite */
  static open(path: string, program: string): CopyWriter {
    const db = new Database(path, { fileMustExist: true, timeout: 1_000 });
    try {
      db.exec(
        'PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -4000',
      );
      checkMarks(db, program);
      return new CopyWriter(path, db);
    } catch (error) {
      db.close();
      throw error;
    }
  }

  get state(): CopyState {
    return stateOf(this.#db);
  }

  /** Whether the catalogue was in this state before. */
  knows({ version, token }: StoreState): boolean {
    return version === 0 ? token === '' : this.#sql.knows.get(version, token) !== undefined;
  }

  /** Whether the path still leads to this file. */
  get isThere(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false }) !== undefined;
  }

  /** Applies the changes of one version or more, all or nothing. @param featured undefined: as before */
  async apply(
    changes: ChangesSince,
    featured: readonly Slug[] | undefined,
    onBatch: () => void = () => undefined,
  ): Promise<void> {
    await this.#inTransaction(async () => {
      const words = this.#sql.words.get() ?? null;
      await inTurns(changes.entities, (entity) => this.#putEntity(entity), onBatch);
      await inTurns(changes.talks, (talk) => this.#putTalk(talk, words), onBatch);
      for await (const batch of changes.removed)
        for (const record of batch) this.#remove(record, words, changes.state.version);
      for (const { version, token, time } of changes.history) this.#sql.history.run(version, token, time);
      if (featured !== undefined) this.#putFeatured(featured);
      if (this.#words.isUntidy) this.#sql.setUntidy.run(1);
      this.#sql.setState.run(changes.state.version, changes.state.token);
    });
  }

  /** Replaces the list of featured talks, if it is another. @returns whether it was */
  async feature(featured: readonly Slug[]): Promise<boolean> {
    if (JSON.stringify(this.#sql.featured.all()) === JSON.stringify(featured)) return false;
    await this.#inTransaction(() => {
      this.#putFeatured(featured);
      this.#sql.nextSerial.run();
    });
    return true;
  }

  /** Indexes the words of the next talks that lack them. @returns whether all talks have them now */
  async addWords(): Promise<boolean> {
    const upTo = this.#sql.words.get();
    if (typeof upTo !== 'number') return true;
    await this.#inTransaction(() => {
      const rows = this.#sql.recordsAfter.all(upTo);
      for (const { number, record } of rows) this.#words.add(number, record);
      this.#words.merge();
      if (rows.length === WORDS_BATCH) this.#sql.setWords.run(rows.at(-1)?.number ?? 0);
      else {
        this.#sql.setWords.run(null);
        this.#sql.nextSerial.run();
      }
    });
    return this.#sql.words.get() === null;
  }

  /** Takes from another copy of the same catalogue the records that the store could not give. */
  keepLost(other: string, lost: LostRecords): void {
    this.#db.prepare('ATTACH ? AS other').run(other);
    try {
      for (const { type, number } of lost) this.#keep(type, number);
    } finally {
      this.#db.exec('DETACH other');
    }
  }

  #keep(type: RecordType, number: number): void {
    if (type === 'talk') {
      for (const table of ['talk', 'talk_record']) this.#copyRow(table, number);
      return;
    }
    const before = this.#entity(type, number);
    this.#copyRow(type, number);
    if (isMentioned(type)) this.#words.changeName(type, before, this.#entity(type, number));
  }

  #copyRow(table: string, number: number): void {
    const sql = `INSERT OR REPLACE INTO main.${table} SELECT * FROM other.${table} WHERE number = ?`;
    this.#db.prepare(sql).run(number);
  }

  /** Makes a filled file durable, and closes it. */
  finish(): void {
    this.#db.exec('PRAGMA journal_mode = WAL');
    this.#db.close();
    const file = openSync(this.#path, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }

  /** Overwrites some of the deleted words, also those that an earlier writer left. @returns whether none are left */
  async tidy(): Promise<boolean> {
    if (this.#sql.untidy.get() !== 1) return true;
    await this.#inTransaction(() => {
      if (!this.#words.tidy()) return;
      this.#sql.setUntidy.run(0);
      this.#words.isUntidy = false;
    });
    return this.#sql.untidy.get() !== 1;
  }

  /** In bytes. */
  get logSize(): number {
    return statSync(`${this.#path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Moves the log into the file, and empties it unless readers still use it. @returns whether it is empty */
  emptyLog(): boolean {
    if (this.logSize === 0) return true;
    this.#db.pragma('busy_timeout = 0');
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
    this.#db.pragma('busy_timeout = 1000');
    return this.logSize === 0;
  }

  close(): void {
    this.#db.close();
  }

  async #inTransaction(act: () => void | Promise<void>): Promise<void> {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      await act();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.open && this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  #putEntity({ type, stored }: ChangedEntity): void {
    if (stored === undefined) throw new TypeError('the records are needed');
    const row = type === 'person' ? withoutEmail(stored) : stored;
    const { number, key, parent, version, sum, record } = row;
    if (isMentioned(type)) this.#words.changeName(type, this.#entity(type, number), row);
    this.#sql.put[type].run(number, key, parent, version, sum, record);
  }

  #entity(type: EntityType, number: number): StoredEntity | undefined {
    return this.#sql.get[type].get(number);
  }

  #putTalk({ stored }: ChangedTalk, words: number | null): void {
    if (stored === undefined) throw new TypeError('the records of talks are needed');
    const { number, slug, start, length, updated, status, version, refs, sum, record } = stored;
    if (words === null || number <= words) this.#words.change(number, this.#sql.record.get(number) ?? null, record);
    this.#sql.putTalk.run(number, slug, start, length, updated, status, version, refs, sum);
    const { uid, created, sequence, previousStart, recordSum } = stored;
    this.#sql.putRecord.run(number, uid, created, sequence, previousStart, recordSum, record);
  }

  #remove(removed: RemovedRecord, words: number | null, now: number): void {
    if (removed.type !== 'talk') {
      const { type, number } = removed;
      if (isMentioned(type)) this.#words.changeName(type, this.#entity(type, number), undefined);
      this.#sql.removeEntity[type].run(now, number);
      return;
    }
    const { number, slug, version } = removed;
    if (words === null || number <= words) this.#words.change(number, this.#sql.record.get(number) ?? null, null);
    this.#sql.putTalk.run(number, slug, 0, 0, 0, 0, version, null, null);
    this.#sql.removeRecord.run(number);
  }

  #putFeatured(featured: readonly Slug[]): void {
    this.#sql.clearFeatured.run();
    for (const [position, slug] of featured.entries()) this.#sql.putFeatured.run(position, slug);
  }
}

/** Lets other work run after each batch. */
async function inTurns<T>(
  batches: AsyncIterable<readonly T[]>,
  act: (one: T) => void,
  onBatch: () => void,
): Promise<void> {
  for await (const batch of batches) {
    for (const one of batch) act(one);
    onBatch();
    await nextTurn();
  }
}

/** A person without the e-mail address, which nothing that is served has. */
function withoutEmail(stored: StoredEntity): StoredEntity {
  const person = entityFrom('person', stored);
  if (person.emailAddress === '') return stored;
  const record = Buffer.from(recordJson({ ...person, emailAddress: '' }));
  const row = { ...stored, record };
  return { ...row, sum: entityChecksum(row) };
}

const TALK_COLUMNS = 'number, slug, start, length, updated, status, version, refs, sum';

/** Sets all columns to those of a row that is there already. */
function changesOf(columns: string): string {
  const each = columns.split(', ').filter((column) => column !== 'number');
  return each.map((column) => `${column} = excluded.${column}`).join(', ');
}

type Values = (number | string | Uint8Array | null)[];

function statements(db: Database.Database) {
  // OR REPLACE would write the words that wait in memory each time.
  const put = (type: EntityType) =>
    db.prepare<Values>(
      `INSERT INTO ${type} (${ENTITY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET ${changesOf(ENTITY_COLUMNS)}`,
    );
  const get = (type: EntityType) =>
    db.prepare<[number], StoredEntity>(`SELECT ${ENTITY_COLUMNS} FROM ${type} WHERE number = ? AND record IS NOT NULL`);
  const removeEntity = (type: EntityType) =>
    db.prepare<[number, number]>(
      `UPDATE ${type} SET key = NULL, parent = 0, sum = NULL, record = NULL, version = ? WHERE number = ?`,
    );
  return {
    put: byEntityType(put),
    get: byEntityType(get),
    removeEntity: byEntityType(removeEntity),
    record: db.prepare<[number], Buffer | null>('SELECT record FROM talk_record WHERE number = ?').pluck(),
    putTalk: db.prepare<Values>(
      `INSERT INTO talk (${TALK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (number) DO UPDATE SET ${changesOf(TALK_COLUMNS)}`,
    ),
    putRecord: db.prepare<Values>('INSERT OR REPLACE INTO talk_record VALUES (?, ?, ?, ?, ?, ?, ?)'),
    removeRecord: db.prepare<[number]>('DELETE FROM talk_record WHERE number = ?'),
    recordsAfter: db.prepare<[number], { number: number; record: Buffer | null }>(
      `SELECT number, record FROM talk_record WHERE number > ? ORDER BY number LIMIT ${String(WORDS_BATCH)}`,
    ),
    history: db.prepare<Values>('INSERT OR REPLACE INTO history VALUES (?, ?, ?)'),
    knows: db.prepare<[number, string]>('SELECT 1 FROM history WHERE version = ? AND token = ?'),
    featured: db.prepare<[], string>('SELECT slug FROM featured ORDER BY position').pluck(),
    clearFeatured: db.prepare('DELETE FROM featured'),
    putFeatured: db.prepare<Values>('INSERT INTO featured VALUES (?, ?)'),
    words: db.prepare<[], number | null>('SELECT words FROM state').pluck(),
    untidy: db.prepare<[], number>('SELECT untidy FROM state').pluck(),
    setUntidy: db.prepare<[number]>('UPDATE state SET untidy = ?'),
    setWords: db.prepare<[number | null]>('UPDATE state SET words = ?'),
    setState: db.prepare<[number, string]>('UPDATE state SET version = ?, token = ?, serial = serial + 1'),
    nextSerial: db.prepare('UPDATE state SET serial = serial + 1'),
  };
}
