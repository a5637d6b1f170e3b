import type Database from 'better-sqlite3';
import { secondsInZone } from '#catalogue/all-day.ts';
import { traitBit } from '#catalogue/talk-traits.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import type { IndexState } from '#search/index/columns.ts';
import { calendarIn } from '#search/query/calendar-date.ts';
import type { ChangedTalk, StoreState } from '#store/store.ts';
import { changesIn, type CopyState, isFull, isOfCopy, messageOf, openCopy, stateOf } from './copy-file.ts';
import type { CopyFolder } from './copy-folder.ts';
import { addGcPressure } from './index-sections.ts';
import { readIndex, removeIndex, writeIndex } from './index-file.ts';

interface IndexUpkeepParts {
  readonly folder: CopyFolder;
  readonly program: string;
  /** See FollowerSettings. */
  readonly timeZone: string;
  readonly savedTalks: number;
  readonly saveMilliseconds: number;
}

/** An index, and the state of the copy that it was built from. */
interface BuiltIndex extends IndexState {
  readonly file: string;
  readonly serial: number;
  /** Whether talks refer to records that do not exist. */
  readonly isDamaged: boolean;
}

const ALL_DAY = traitBit('allDay');

/** Builds the index of every new state of the copy, and saves it for the next start. */
export class IndexUpkeep {
  /** Milliseconds that the last index took. */
  buildTime = 0;
  /** Why the index could not be saved; undefined: it could. */
  trouble: string | undefined;
  /** False: the next index is reported even if nothing has changed. */
  isReported = false;
  /** The last index; undefined: there was none. */
  last: Pick<BuiltIndex, 'file' | 'serial'> | undefined;
  readonly #parts: IndexUpkeepParts;
  readonly #folder: CopyFolder;
  #copy: { readonly file: string; readonly db: Database.Database } | undefined;
  #index: IndexState | undefined;
  #saved: string | undefined;
  #saving: Promise<void> | undefined;
  #lastSaving = -Infinity;

  constructor(parts: IndexUpkeepParts) {
    this.#parts = parts;
    this.#folder = parts.folder;
  }

  /** The index of the copy; undefined: there is no copy, or the same as before. Notes a copy that is damaged. */
  async look(): Promise<BuiltIndex | undefined> {
    try {
      const copy = this.#openCopy();
      if (copy === undefined) return undefined;
      copy.db.exec('BEGIN');
      try {
        const state = stateOf(copy.db);
        if (this.isReported && this.last?.file === copy.file && this.last.serial === state.serial) return undefined;
        return await this.#build(copy.file, copy.db, state);
      } finally {
        if (copy.db.open) copy.db.exec('COMMIT');
      }
    } catch (error) {
      if (!isFull(error)) this.#folder.suspect(this.#copy?.file ?? this.#folder.current ?? '');
      this.#close();
      if (!isOfCopy(error)) throw error;
      return undefined;
    }
  }

  /**
   * Saves the index in the background: its columns never change. That of a small catalogue is built as fast; what is
   * there of it is removed, since it has the names of an earlier version.
   */
  saveWhenDue(): void {
    const { saveMilliseconds } = this.#parts;
    const [index, last] = [this.#index, this.last];
    if (index === undefined || last === undefined || this.#saving !== undefined) return;
    const key = keyOf(last.file, index.state);
    if (key === this.#saved || performance.now() < this.#lastSaving + saveMilliseconds) return;
    this.#lastSaving = performance.now();
    this.#saving = this.#save(last.file, index, key);
  }

  async end(): Promise<void> {
    await this.#saving;
    this.#close();
  }

  #close(): void {
    this.#copy?.db.close();
    this.#copy = undefined;
    this.#index = undefined;
  }

  #openCopy() {
    const file = this.#folder.current;
    if (file === undefined || this.#folder.isSuspect(file) || !this.#folder.has(file)) return this.#copy;
    if (this.#copy?.file !== file) {
      this.#copy?.db.close();
      this.#copy = undefined;
      this.#copy = { file, db: openCopy(this.#folder.file(file), this.#parts.program) };
    }
    return this.#copy;
  }

  async #build(file: string, db: Database.Database, copied: CopyState): Promise<BuiltIndex> {
    const began = performance.now();
    const state = { version: copied.version, token: copied.token };
    const saved = this.#index === undefined ? readIndex(this.#folder.indexFile, this.#nameOf(file)) : undefined;
    const isSaved = saved !== undefined && saved.state.version <= state.version;
    if (isSaved && this.#isLarge(saved)) this.#saved = keyOf(file, saved.state);
    const before = isSaved ? saved : this.last?.file === file ? this.#index : undefined;
    const isSame = before?.state.version === state.version && before.state.token === state.token;
    const { columns, isDamaged } = isSame
      ? { columns: before.columns, isDamaged: false }
      : await applyChanges(before, { state, ...this.#changes(db, before?.state.version) });
    addGcPressure(columns);
    this.#index = { state, columns };
    this.last = { file, serial: copied.serial };
    this.isReported = true;
    this.buildTime = performance.now() - began;
    return { state, columns, ...this.last, isDamaged };
  }

  #isLarge({ columns }: IndexState): boolean {
    return columns.talks.numbers.length >= this.#parts.savedTalks;
  }

  /** An index depends on the time zone, too, since all-day talks begin at its midnights. */
  #nameOf(file: string): string {
    return `${file} ${this.#parts.timeZone}`;
  }

  #changes(db: Database.Database, since: number | undefined): ReturnType<typeof changesIn> {
    const changes = changesIn(db, since);
    const calendar = calendarIn(this.#parts.timeZone);
    const inZone = (talk: ChangedTalk): ChangedTalk =>
      (talk.traits & ALL_DAY) === 0 ? talk : { ...talk, ...secondsInZone(talk, calendar) };
    async function* talks(): typeof changes.talks {
      for await (const batch of changes.talks) yield batch.map(inZone);
    }
    return { ...changes, talks: talks() };
  }

  async #save(file: string, index: IndexState, key: string): Promise<void> {
    try {
      const path = this.#folder.indexFile;
      await (this.#isLarge(index) ? writeIndex(path, this.#nameOf(file), index) : removeIndex(path));
      this.#saved = key;
      this.trouble = undefined;
    } catch (error) {
      this.trouble = messageOf(error);
    } finally {
      this.#saving = undefined;
    }
  }
}

function keyOf(file: string, { version, token }: StoreState): string {
  return `${file} ${String(version)} ${token}`;
}
