import { randomUUID } from 'node:crypto';
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { FileLock } from './file-lock.ts';

/*
 * Pieces are talks as they are sent: rendered once, by one process, into scratch files that every process of a service
 * reads. `NAME.pieces` names the current set of files:
 *
 * - `NAME-SET.RENDERING` has the bytes of the talks, one after the other, each followed by the separator that stands
 *   between two talks.
 * - `NAME-SET.entries` says which bytes are which talk's, in entries of ENTRY bytes. It only grows, and an entry is
 *   written after its bytes.
 *
 * A set belongs to one source, the file that its records were read from, and a piece to a version of its talk. Whoever
 * reads it says which version it needs, so it makes no difference in which order pieces and indexes arrive. Nothing here
 * has to survive: a set is made anew at every start of its writer, and whatever is missing is rendered from its record.
 */

/** Bytes of an entry: the rendering, the number of the talk, its version, the length (32 bits each), and the offset (64 bits). */
const ENTRY = 24;

/** Bytes of entries read at once. */
const ENTRIES_AT_ONCE = ENTRY * 4096;

/** Milliseconds between two looks for pieces that have been written. */
const LOOK_EVERY = 250;

/** Bytes collected before they are written. */
const BUFFERED = 256 * 1024;

/** The pieces of one rendering. */
export class PieceTable {
  readonly #file: number;
  #at = new Float64Array(0);
  #lengths = new Uint32Array(0);
  #versions = new Uint32Array(0);

  constructor(path: string) {
    this.#file = openSync(path, 'r');
  }

  /** Bytes of the piece, without separator; 0: there is none of this version. */
  length(talk: number, version: number): number {
    return this.#versions[talk] === version ? (this.#lengths[talk] ?? 0) : 0;
  }

  add(talk: number, version: number, at: number, length: number): void {
    if (talk >= this.#versions.length) this.#grow(talk + 1);
    this.#at[talk] = at;
    this.#lengths[talk] = length;
    this.#versions[talk] = version;
  }

  /**
   * Copies pieces with their separators into `target`; there is none after the last one. Talks that are next to each other
   * in the file are read at once.
   * @param separator its length in bytes
   * @param offset in `target`
   * @returns the end in `target`; -1 if the file could not be read
   */
  copy(talks: Uint32Array, separator: number, target: Buffer, offset: number): number {
    let end = offset;
    for (let place = 0; place < talks.length;) {
      const from = this.#at[talks[place] ?? 0] ?? 0;
      let to = from;
      while (place < talks.length && this.#at[talks[place] ?? 0] === to) {
        to += (this.#lengths[talks[place] ?? 0] ?? 0) + separator;
        place += 1;
      }
      const length = place < talks.length ? to - from : to - from - separator;
      if (!this.read(from, length, target, end)) return -1;
      end += length;
    }
    return end;
  }

  /** Where the piece begins in the file. */
  at(talk: number): number {
    return this.#at[talk] ?? 0;
  }

  /** Reads bytes of the file. @returns false if they could not be read */
  read(from: number, length: number, target: Buffer, offset: number): boolean {
    try {
      for (let done = 0; done < length;) {
        const read = readSync(this.#file, target, offset + done, length - done, from + done);
        if (read === 0) return false;
        done += read;
      }
      return true;
    } catch {
      return false;
    }
  }

  close(): void {
    closeSync(this.#file);
    this.#versions.fill(0);
  }

  #grow(needed: number): void {
    const size = Math.max(1024, needed + (needed >> 2));
    this.#at = grown(this.#at, new Float64Array(size));
    this.#lengths = grown(this.#lengths, new Uint32Array(size));
    this.#versions = grown(this.#versions, new Uint32Array(size));
  }
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Where the pieces of a service are. */
export interface PiecesPlace {
  readonly folder: string;
  /** What the renderings depend on, as a name: services that publish differently have different pieces. */
  readonly name: string;
  /** The names of the renderings. */
  readonly renderings: readonly string[];
}

/** A set of files that is being read. */
interface OpenSet {
  readonly set: string;
  readonly source: string;
  readonly entries: number;
  readonly tables: readonly PieceTable[];
  /** Bytes of `entries` that have been read. */
  read: number;
}

/** The pieces of a service as far as they are written. Reading never fails: what cannot be read is missing. */
export class Pieces {
  readonly #place: PiecesPlace;
  #open: OpenSet | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** A set that could not be read. */
  #broken: string | undefined;

  constructor(place: PiecesPlace) {
    this.#place = place;
  }

  /** Reads what is written from now on, until `close`. */
  follow(): void {
    this.refresh();
    this.#timer ??= setInterval(() => {
      this.refresh();
    }, LOOK_EVERY);
    this.#timer.unref();
  }

  /** Undefined if nothing is written in this rendering. @param source where the records are from */
  table(rendering: string, source: string): PieceTable | undefined {
    if (this.#open?.source !== source) return undefined;
    return this.#open.tables[this.#place.renderings.indexOf(rendering)];
  }

  /** Call it when a table failed to read a piece that it has: the set is not read any more. */
  giveUp(): void {
    this.#broken = this.#open?.set;
    this.#close();
  }

  /** Reads what has been written since the last call. */
  refresh(): void {
    try {
      const { set, source } = currentSet(this.#place);
      if (set !== this.#open?.set) {
        this.#close();
        if (set !== undefined && set !== this.#broken) this.#open = openSet(this.#place, set, source);
      }
      if (this.#open !== undefined) readEntries(this.#open);
    } catch {
      // The writer is replacing the set, or the disk is failing.
      this.#close();
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#close();
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    closeSync(open.entries);
    for (const table of open.tables) table.close();
  }
}

function currentSet(place: PiecesPlace): { readonly set?: string | undefined; readonly source: string } {
  try {
    const [set, source = ''] = readFileSync(pathOfCurrent(place), 'utf8').split('\n');
    return { set, source };
  } catch {
    return { source: '' };
  }
}

function pathOfCurrent({ folder, name }: PiecesPlace): string {
  return join(folder, `${name}.pieces`);
}

function pathIn({ folder, name }: PiecesPlace, set: string, what: string): string {
  return join(folder, `${name}-${set}.${what}`);
}

function openSet(place: PiecesPlace, set: string, source: string): OpenSet {
  const tables: PieceTable[] = [];
  try {
    for (const rendering of place.renderings) tables.push(new PieceTable(pathIn(place, set, rendering)));
    return { set, source, tables, entries: openSync(pathIn(place, set, 'entries'), 'r'), read: 0 };
  } catch (error) {
    for (const table of tables) table.close();
    throw error;
  }
}

const ENTRIES = Buffer.allocUnsafeSlow(ENTRIES_AT_ONCE);

function readEntries(open: OpenSet): void {
  for (;;) {
    const bytes = readSync(open.entries, ENTRIES, 0, ENTRIES.length, open.read);
    // An entry that is being written is read the next time.
    const whole = bytes - (bytes % ENTRY);
    for (let at = 0; at < whole; at += ENTRY) {
      const [rendering, talk] = [ENTRIES.readUInt32LE(at), ENTRIES.readUInt32LE(at + 4)];
      const [version, length] = [ENTRIES.readUInt32LE(at + 8), ENTRIES.readUInt32LE(at + 12)];
      open.tables[rendering]?.add(talk, version, ENTRIES.readDoubleLE(at + 16), length);
    }
    open.read += whole;
    if (whole < ENTRIES.length) return;
  }
}

/** Bytes that were written, and not yet. */
class Appended {
  readonly #file: number;
  readonly #buffer: Buffer;
  #used = 0;
  #written = 0;

  constructor(path: string, size: number) {
    this.#file = openSync(path, 'wx', 0o600);
    this.#buffer = Buffer.allocUnsafeSlow(size);
  }

  /** Where the next bytes will be. */
  get end(): number {
    return this.#written + this.#used;
  }

  /** Bytes that can be added before any are written. */
  get room(): number {
    return this.#buffer.length - this.#used;
  }

  add(bytes: Uint8Array): void {
    if (this.#used + bytes.length > this.#buffer.length) this.flush();
    if (bytes.length > this.#buffer.length) this.#write(bytes);
    else {
      this.#buffer.set(bytes, this.#used);
      this.#used += bytes.length;
    }
  }

  flush(): void {
    this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done);
    this.#written += bytes.length;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Writes pieces. Only one process may do this for the same place at a time. */
export class PieceWriter {
  readonly source: string;
  readonly #place: PiecesPlace;
  readonly #set = randomUUID();
  readonly #entries: Appended;
  readonly #files: readonly Appended[];

  /**
   * Begins an empty set, which takes the place of the one before once `publish` is called.
   * @param source where the records are from
   * @throws an error with a `code` if the files cannot be written
   */
  constructor(place: PiecesPlace, source: string) {
    this.#place = place;
    this.source = source;
    const files: Appended[] = [];
    try {
      for (const name of place.renderings) files.push(new Appended(pathIn(place, this.#set, name), BUFFERED));
      this.#entries = new Appended(pathIn(place, this.#set, 'entries'), ENTRIES_AT_ONCE);
    } catch (error) {
      for (const file of files) file.close();
      this.#remove();
      throw error;
    }
    this.#files = files;
  }

  /** Bytes of all pieces that were added. */
  get size(): number {
    return this.#files.reduce((sum, file) => sum + file.end, 0);
  }

  /** @param separator what stands between this talk and the next in a list */
  add(rendering: number, talk: number, version: number, bytes: Uint8Array, separator: Uint8Array): void {
    const file = this.#files[rendering];
    if (file === undefined) throw new RangeError(`there is no rendering ${String(rendering)}`);
    const entry = Buffer.allocUnsafe(ENTRY);
    entry.writeUInt32LE(rendering, 0);
    entry.writeUInt32LE(talk, 4);
    entry.writeUInt32LE(version, 8);
    entry.writeUInt32LE(bytes.length, 12);
    entry.writeDoubleLE(file.end, 16);
    file.add(bytes);
    file.add(separator);
    // Entries must not be written before their bytes.
    if (this.#entries.room < ENTRY) this.flush();
    this.#entries.add(entry);
  }

  /** Lets readers see what was added. */
  flush(): void {
    for (const file of this.#files) file.flush();
    this.#entries.flush();
  }

  /** Replaces the set before, whose files are removed: processes that read them go on until they see the new set. */
  publish(): void {
    this.flush();
    const current = pathOfCurrent(this.#place);
    const temporary = `${current}.${this.#set}`;
    writeFileSync(temporary, `${this.#set}\n${this.source}`, { mode: 0o600 });
    renameSync(temporary, current);
    removeOthers(this.#place, this.#set);
  }

  close(): void {
    for (const file of [this.#entries, ...this.#files]) file.close();
  }

  /** Closes and removes the set. */
  discard(): void {
    this.close();
    this.#remove();
  }

  #remove(): void {
    for (const what of ['entries', ...this.#place.renderings])
      rmSync(pathIn(this.#place, this.#set, what), { force: true });
  }
}

/** What a service that publishes in some way calls its files: the first 16 hexadecimal digits of a hash. */
const NAMED = /^([0-9a-f]{16})[-.]/;

/** The lock of who writes the pieces of a place. */
export function lockOfPieces({ folder, name }: Pick<PiecesPlace, 'folder' | 'name'>): FileLock {
  return new FileLock(join(folder, `${name}.lock`));
}

/**
 * Removes the pieces that nobody writes any more of services that published differently, such as an earlier version of
 * the program. They would take as much room again, and still have what was removed from the catalogue since.
 */
export function removeAbandoned({ folder, name }: PiecesPlace): void {
  const files = readdirSync(folder);
  const others = new Set(files.flatMap((file) => NAMED.exec(file)?.[1] ?? []));
  others.delete(name);
  for (const other of others) {
    const lock = lockOfPieces({ folder, name: other });
    if (!lock.take()) continue;
    // The lock last, with which another service may begin.
    for (const file of files.filter((each) => each.startsWith(`${other}-`) || each.startsWith(`${other}.pieces`)))
      rmSync(join(folder, file), { force: true });
    rmSync(join(folder, `${other}.lock`), { force: true });
    lock.release();
  }
}

/** Removes what earlier writers left. */
function removeOthers({ folder, name }: PiecesPlace, set: string): void {
  for (const file of readdirSync(folder)) {
    const isOurs = file.startsWith(`${name}-`) || file.startsWith(`${name}.pieces.`);
    if (isOurs && !file.includes(set)) rmSync(join(folder, file), { force: true });
  }
}
