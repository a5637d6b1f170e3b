import type { Stats } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import { DamageFound } from '../damage.ts';
import { CatalogueDamaged } from '../store.ts';
import type { AtVersion, StoreState } from '../store.ts';
import { openForReading } from './connection.ts';
import { CorrectionReader } from './corrections.ts';
import { ForgottenReader } from './forgotten.ts';
import { entityReaders, forgetAll } from './entity.ts';
import type { EntityReaders } from './entity.ts';
import { catalogueFile, hasOurMark } from './location.ts';
import { ProvenanceReader } from './provenance.ts';
import { TalkReader } from './talk.ts';
import { explained } from './trouble.ts';

/** A catalogue open for reading, with its frequent statements prepared. */
export class OpenCatalogue {
  readonly entities: EntityReaders;
  readonly talks: TalkReader;
  readonly provenance: ProvenanceReader;
  readonly corrections: CorrectionReader;
  readonly forgotten: ForgottenReader;
  readonly #path: string;
  readonly #db: Database;
  readonly #state: Statement<[], StoreState>;
  readonly #begin: Statement;
  readonly #end: Statement;
  #file: Stats;
  #version = 0;

  /** @throws StoreUnavailable */
  constructor(path: string) {
    this.#path = path;
    this.#file = catalogueFile(path);
    this.#db = openForReading(path);
    this.#state = this.#db.prepare('SELECT version, token FROM import ORDER BY version DESC LIMIT 1');
    this.#begin = this.#db.prepare('BEGIN');
    this.#end = this.#db.prepare('COMMIT');
    this.entities = entityReaders(this.#db);
    this.talks = new TalkReader(this.#db, this.entities);
    this.provenance = new ProvenanceReader(this.#db);
    this.corrections = new CorrectionReader(this.#db);
    this.forgotten = new ForgottenReader(this.#db);
  }

  /** Version 0 before the first import that changed something. */
  get state(): StoreState {
    return this.#state.get() ?? { version: 0, token: '' };
  }

  /**
   * Whether the path still leads to the open file, and nothing but its log has been written to. Otherwise SQLite would
   * go on answering from memory after a backup was copied over the file, or the file was truncated.
   * @throws StoreUnavailable when there is no file
   */
  isCurrent(): boolean {
    const file = catalogueFile(this.#path);
    const isSame = file.ino === this.#file.ino && file.dev === this.#file.dev && file.mtimeMs === this.#file.mtimeMs;
    this.#file = file;
    return isSame;
  }

  /** Reads in one transaction, and so in one state. */
  read<T>(reading: (catalogue: this) => T): AtVersion<T> {
    this.#begin.run();
    try {
      const { version } = this.state;
      if (version !== this.#version) forgetAll(this.entities);
      this.#version = version;
      return { version, value: reading(this) };
    } finally {
      this.#end.run();
    }
  }

  /** Whether SQLite finds the structure of the file intact. Reads all of it. */
  get isSound(): boolean {
    return this.#db.prepare<[], string>('PRAGMA quick_check(1)').pluck().get() === 'ok';
  }

  close(): void {
    this.#db.close();
  }
}

/**
 * Whether a catalogue's file is so damaged that SQLite may not be able to write to it. False for any file that is not a
 * catalogue: it may belong to another program.
 */
export function isBroken(path: string): boolean {
  if (!hasOurMark(path)) return false;
  let catalogue: OpenCatalogue | undefined;
  try {
    catalogue = new OpenCatalogue(path);
    return !catalogue.isSound;
  } catch (error) {
    return explained(error, path) instanceof CatalogueDamaged;
  } finally {
    catalogue?.close();
  }
}

/** The catalogue at a path: opened when first read, and reopened when the file was replaced or repaired. */
export class CurrentCatalogue {
  readonly #path: string;
  #catalogue: OpenCatalogue | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads in one transaction. @throws StoreUnavailable */
  read<T>(read: (catalogue: OpenCatalogue) => T): AtVersion<T> {
    return this.use((catalogue) => catalogue.read(read));
  }

  /**
   * Closes the catalogue after a failure, so that the next call opens the file as it is then. @throws StoreUnavailable
   */
  use<T>(use: (catalogue: OpenCatalogue) => T): T {
    try {
      if (this.#catalogue?.isCurrent() === false) this.close();
      this.#catalogue ??= new OpenCatalogue(this.#path);
      return use(this.#catalogue);
    } catch (error) {
      // After a damaged record the file can stay open.
      if (!(error instanceof DamageFound)) this.close();
      throw explained(error, this.#path);
    }
  }

  /** The catalogue may be used again afterwards. */
  close(): void {
    this.#catalogue?.close();
    this.#catalogue = undefined;
  }
}
