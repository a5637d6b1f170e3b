import { closeSync, openSync, readSync, unlinkSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes of a segment. */
export const SEGMENT = 4 * 1024 * 1024;

/** More than these at once are written synchronously: segments that wait to be written are held in memory. */
const WRITES_AT_ONCE = 4;

/** Segments of rendered talks on disk. The file has no name once it is open: nothing is left behind, whatever happens. */
export class SegmentFile {
  readonly #places: number;
  /** By place in the file: the segment that was written there last. Places are used in turn. */
  readonly #written = new Map<number, number>();
  readonly #writing = new Map<number, number>();
  #file: number | undefined;
  #isClosed = false;

  /** @param bytes to use at most; 0 for none */
  constructor(folder: string, bytes: number) {
    this.#places = Math.floor(bytes / SEGMENT);
    if (this.#places > 0) this.#file = openUnnamed(folder);
  }

  has(segment: number): boolean {
    return this.#file !== undefined && this.#written.get(segment % this.#places) === segment;
  }

  /** Whether the memory of the segment is still being written from. */
  isWriting(segment: number): boolean {
    return this.#writing.get(segment % this.#places) === segment;
  }

  /**
   * Fills `target` from the segment.
   * @param at offset in the segment
   * @returns false when that cannot be read
   */
  read(segment: number, at: number, target: Buffer): boolean {
    if (this.#file === undefined || !this.has(segment)) return false;
    const place = segment % this.#places;
    try {
      if (readSync(this.#file, target, 0, target.length, place * SEGMENT + at) === target.length) return true;
    } catch {
      // The same as a file that is too short: these talks are rendered again.
    }
    this.#written.delete(place);
    return false;
  }

  /** Writes a segment in the place of an older one, unless that is pinned. It may take a while, and may fail silently. */
  write(segment: number, bytes: Buffer, isPinned: (segment: number) => boolean): void {
    const place = segment % this.#places;
    const older = this.#written.get(place);
    if (this.#file === undefined || this.#writing.has(place) || (older !== undefined && isPinned(older))) return;
    this.#written.delete(place);
    if (this.#writing.size >= WRITES_AT_ONCE) {
      try {
        if (writeSync(this.#file, bytes, 0, SEGMENT, place * SEGMENT) === SEGMENT) this.#written.set(place, segment);
      } catch {
        // A full disk only means that old segments will be rendered again.
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

  /** Not while something is written: its descriptor may be another file's by then. */
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
