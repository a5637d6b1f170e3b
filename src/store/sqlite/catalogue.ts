import type { Stats } from 'node:fs';
import type { Database, Statement } from 'better-sqlite3';
import type { AtVersion, StoreState } from '../store.js';
import { fileAt, openForReading } from './connection.js';
import { entityReaders } from './entity.js';
import type { EntityReaders } from './entity.js';
import { TalkReader } from './talk.js';
import { TextSearch } from './text-search.js';

/** A catalogue open for reading, with what is asked of it often made ready. */
export class OpenCatalogue {
  readonly entities: EntityReaders;
  readonly talks: TalkReader;
  readonly text: TextSearch;
  readonly #path: string;
  readonly #db: Database;
  readonly #state: Statement<[], StoreState>;
  #file: Stats;

  /** @throws StoreUnavailable */
  constructor(path: string) {
    this.#path = path;
    this.#file = fileAt(path);
    this.#db = openForReading(path);
    this.#state = this.#db.prepare('SELECT version, token FROM import ORDER BY version DESC LIMIT 1');
    this.entities = entityReaders(this.#db);
    this.talks = new TalkReader(this.#db, this.entities);
    this.text = new TextSearch(this.#db);
  }

  /** Version 0 before the first import that changed something. */
  get state(): StoreState {
    return this.#state.get() ?? { version: 0, token: '' };
  }

  /**
   * Whether the path still leads to the file that is open, and nothing was cut off it. What SQLite has in memory
   * would go on answering. @throws StoreUnavailable when there is no file
   */
  isCurrent(): boolean {
    const file = fileAt(this.#path);
    const isSame = file.ino === this.#file.ino && file.dev === this.#file.dev && file.size >= this.#file.size;
    this.#file = file;
    return isSame;
  }

  /** Reads in one transaction, so out of one state. */
  read<T>(reading: () => T): AtVersion<T> {
    return this.#db.transaction(() => ({ version: this.state.version, value: reading() }))();
  }

  close(): void {
    this.#db.close();
  }
}
