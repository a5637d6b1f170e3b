import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { codeOf } from '#catalogue/error-code.ts';
import { messageOf } from './copy-file.ts';

/** A lock that one process has at a time. It ends with the process, however that ends. */
export class FileLock {
  readonly #path: string;
  #lock: Database.Database | undefined;
  #inode = 0;
  /** Why this process cannot have the lock, such as a full disk; undefined: it has it, or another process does. */
  trouble: Error | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Whether this process has the lock; tries to get it. */
  take(): boolean {
    if (this.#lock !== undefined) {
      // False if somebody has deleted the file.
      if (statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode) return true;
      this.release();
    }
    let lock: Database.Database | undefined;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      lock = new Database(this.#path, { timeout: 0 });
      chmodSync(this.#path, 0o600);
      // An exclusive lock of the operating system.
      lock.exec('BEGIN EXCLUSIVE');
      this.#inode = statSync(this.#path).ino;
      this.#lock = lock;
      this.trouble = undefined;
      return true;
    } catch (error) {
      this.trouble = codeOf(error)?.startsWith('SQLITE_BUSY') === true ? undefined : new Error(messageOf(error));
      lock?.close();
      return false;
    }
  }

  release(): void {
    this.#lock?.close();
    this.#lock = undefined;
  }
}
