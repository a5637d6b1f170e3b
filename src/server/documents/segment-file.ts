import { closeSync, openSync, readSync, unlinkSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Size of a segment in bytes. */
export const SEGMENT = 4 * 1024 * 1024;

/**
 * With this many pending writes, the next one is synchronous: segments stay in memory until they
 * are written.
 */
const WRITES_AT_ONCE = 4;

/**
 * Segments of rendered talks on disk. The file is unlinked once it is open, so nothing is left
 * behind, whatever happens.
 */
export class SegmentFile {
  readonly #places: number;
  /** By slot in the file: the segment last written there. Slots are used in rotation. */
  readonly #written = new Map<number, number>();
  readonly #writing = new Map<number, number>();
  #file: number | undefined;
  #isClosed = false;

  /** @param bytes maximum size; 0 for no file */
  constructor(folder: string, bytes: number) {
    this.#places = Math.floor(bytes / SEGMENT);
    if (this.#places > 0) this.#file = openUnnamed(folder);
  }

  has(segment: number): boolean {
    return this.#file !== undefined && this.#written.get(segment % this.#places) === segment;
  }

  /** Whether the memory of the segment is still being written. */
  isWriting(segment: number): boolean {
    return this.#writing.get(segment % this.#places) === segment;
  }

  /**
   * Fills `target` from the segment.
   *
   * @param at offset in the segment
   *
   * @returns false if it cannot be read
   */
  read(segment: number, at: number, target: Buffer): boolean {
    if (this.#file === undefined || !this.has(segment)) return false;
    const place = segment % this.#places;
    try {
      if (readSync(this.#file, target, 0, target.length, place * SEGMENT + at) === target.length) return true;
    } catch {
      // Treated like a file that is too short: these talks are rendered again.
    }
    this.#written.delete(place);
    return false;
  }

  /**
   * Overwrites the slot of an older segment, unless that is pinned. Writing is asynchronous, and
   * may fail silently.
   */
  write(segment: number, bytes: Buffer, isPinned: (segment: number) => boolean): void {
    const place = segment % this.#places;
    const older = this.#written.get(place);
    if (this.#file === undefined || this.#writing.has(place) || (older !== undefined && isPinned(older))) return;
    this.#written.delete(place);
    if (this.#writing.size >= WRITES_AT_ONCE) {
      try {
        if (writeSync(this.#file, bytes, 0, SEGMENT, place * SEGMENT) === SEGMENT) this.#written.set(place, segment);
      } catch {
        // A full disk only means that evicted segments must be rendered again.
      }
      return;
    }
    this.#writing.set(place, segment);
    write(this.#file, bytes, 0, SEGMENT, place * SEGMENT, (error, count) => {
      this.#writing.delete(place);
      if (error === null && count === SEGMENT) this.#written.set(place, segment);
      if (this.#isClosed) this.close();
    });
  }

  /** Not during a write: the descriptor could then be reused for another file. */
  close(): void {
    this.#isClosed = true;
    if (this.#writing.size > 0 || this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
  }
}

function openUnnamed(folder: string): number | undefined {
  const path = join(folder, `lectern-${String(process.pid)}-${String(Date.now())}.rendered`);
  try {
    const file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return file;
  } catch {
    return undefined;
  }
}
