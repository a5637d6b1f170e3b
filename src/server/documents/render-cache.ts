import { hash } from 'node:crypto';
import { closeSync, openSync, readSync, unlinkSync, write, writeSync } from 'node:fs';
import { join } from 'node:path';

const SEGMENT = 4 * 1024 * 1024;
const NOT_WRITTEN_AT_MOST = 4;

/** Each has an entry for every talk. */
const PASSING_FORMS = 16;

export interface RenderCacheOptions {
  /** Bytes kept in memory. */
  readonly memory: number;
  /** Bytes kept on disk besides; 0 for none. */
  readonly disk: number;
  /** Where the file goes; it has no name once it is open, so nothing is left behind whatever happens. */
  readonly folder: string;
}

/** The bytes of a talk are not kept any more, though they were a moment ago: it has to be rendered again. */
export class NotRendered extends Error {
  override readonly name = 'NotRendered';
  override readonly message = 'a talk is not kept rendered any more';
}

/**
 * The bytes that talks were rendered to, by form and number, so that each is rendered once.
 * An append-only log in segments: the newest in memory within a budget, older ones in a file, the oldest forgotten.
 */
export class RenderCache {
  readonly #forms = new Map<string, RenderOffsets>();
  readonly #passing = new Map<string, RenderOffsets>();
  readonly #memory = new Map<number, Buffer>();
  readonly #segmentsInMemory: number;
  readonly #segmentsOnDisk: number;
  readonly #written = new Set<number>();
  /** Segments on their way to the file. */
  readonly #writing = new Set<number>();
  #file: number | undefined;
  #isClosed = false;
  #current = 0;
  #used = 0;

  constructor(options: RenderCacheOptions) {
    this.#segmentsInMemory = Math.max(2, Math.floor(options.memory / SEGMENT));
    this.#segmentsOnDisk = Math.floor(options.disk / SEGMENT);
    this.#memory.set(0, Buffer.allocUnsafeSlow(SEGMENT));
    if (this.#segmentsOnDisk > 0) this.#file = openUnnamed(options.folder);
  }

  /** The slots of one form; ask once and keep it, this is the hot path's handle. */
  form(name: string): RenderOffsets {
    let slots = this.#forms.get(name);
    if (slots === undefined) this.#forms.set(name, (slots = new RenderOffsets()));
    return slots;
  }

  /** The same for one of many forms: of those that were asked for longest ago all is forgotten. */
  passingForm(name: string): RenderOffsets {
    const slots = this.#passing.get(name) ?? new RenderOffsets();
    this.#passing.delete(name);
    this.#passing.set(name, slots);
    if (this.#passing.size > PASSING_FORMS) {
      for (const [oldest, dropped] of this.#passing) {
        dropped.forget('all');
        this.#passing.delete(oldest);
        break;
      }
    }
    return slots;
  }

  /** Whether the bytes are still at hand. */
  has(slots: RenderOffsets, talk: number): boolean {
    if (slots.length(talk) === 0) return false;
    const segment = Math.floor(slots.at(talk) / SEGMENT);
    return this.#memory.has(segment) || this.#onDisk(segment);
  }

  /**
   * Keeps `bytes`; what is larger than a segment is not kept. Behind them goes what stands between two talks of a
   * listing, so that talks that were kept one after the other are copied as one.
   */
  put(slots: RenderOffsets, talk: number, bytes: Buffer, between: Buffer): void {
    const length = bytes.length + between.length;
    if (length > SEGMENT || bytes.length === 0) return;
    if (this.#used + length > SEGMENT) this.#nextSegment();
    const segment = this.#memory.get(this.#current);
    if (segment === undefined) return;
    bytes.copy(segment, this.#used);
    between.copy(segment, this.#used + bytes.length);
    slots.set(talk, this.#current * SEGMENT + this.#used, bytes.length, tagOf(bytes));
    this.#used += length;
  }

  /** The bytes of one talk, copied. @throws NotRendered when they are not kept any more */
  bytes(slots: RenderOffsets, talk: number): Buffer {
    const bytes = Buffer.allocUnsafe(slots.length(talk));
    this.#copyBytes(slots.at(talk), bytes.length, bytes, 0);
    return bytes;
  }

  /**
   * Copies the bytes of the talks, with what stands between them, into `target`, and returns where they end.
   * @param between the length of what `put` was given
   * @throws NotRendered when one of them is not kept any more
   */
  copy(slots: RenderOffsets, talks: Uint32Array, between: number, target: Buffer, offset: number): number {
    let end = offset;
    for (let i = 0; i < talks.length;) {
      const from = slots.at(talks[i] ?? 0);
      const limit = (Math.floor(from / SEGMENT) + 1) * SEGMENT;
      let to = from;
      let next = from;
      // As many as lie one behind the other.
      for (; next < limit && i < talks.length && slots.at(talks[i] ?? 0) === next; i += 1) {
        const own = slots.length(talks[i] ?? 0);
        if (own === 0) throw new NotRendered();
        to = next + own;
        next = to + between;
      }
      const length = (i < talks.length ? next : to) - from;
      this.#copyBytes(from, length, target, end);
      end += length;
    }
    return end;
  }

  forget(stale: Uint32Array | 'all'): void {
    for (const forms of [this.#forms, this.#passing]) for (const slots of forms.values()) slots.forget(stale);
  }

  close(): void {
    this.#isClosed = true;
    this.#closeFile();
    this.#memory.clear();
    this.forget('all');
  }

  /** Not while something is written: its descriptor may be another file's by then. */
  #closeFile(): void {
    if (!this.#isClosed || this.#writing.size > 0 || this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
  }

  /** All in one segment. */
  #copyBytes(from: number, length: number, target: Buffer, offset: number): void {
    const number = Math.floor(from / SEGMENT);
    const at = from - number * SEGMENT;
    const segment = this.#memory.get(number);
    const copied =
      segment === undefined
        ? this.#read(number, at, target.subarray(offset, offset + length))
        : segment.copy(target, offset, at, at + length);
    // Never hand out a buffer that was not filled: it may hold another answer's bytes.
    if (length === 0 || copied !== length) throw new NotRendered();
  }

  /** Returns how many bytes were read from disk. */
  #read(segment: number, at: number, target: Buffer): number {
    if (this.#file === undefined || !this.#written.has(segment)) return 0;
    try {
      const count = readSync(this.#file, target, 0, target.length, this.#fileOffset(segment) + at);
      if (count === target.length) return count;
    } catch {
      // The same as a file that is too short: these talks are rendered again.
    }
    this.#written.delete(segment);
    return 0;
  }

  #onDisk(segment: number): boolean {
    return this.#file !== undefined && this.#written.has(segment);
  }

  #fileOffset(segment: number): number {
    return (segment % this.#segmentsOnDisk) * SEGMENT;
  }

  #nextSegment(): void {
    this.#spill(this.#current);
    const spare = this.#makeRoom();
    this.#current += 1;
    this.#used = 0;
    // A place in the file is used again in turn; who stood there is forgotten before it is overwritten.
    this.#written.delete(this.#current - this.#segmentsOnDisk);
    this.#memory.set(this.#current, spare ?? Buffer.allocUnsafeSlow(SEGMENT));
  }

  #spill(segment: number): void {
    const bytes = this.#memory.get(segment);
    if (this.#file === undefined || bytes === undefined) return;
    if (this.#writing.size >= NOT_WRITTEN_AT_MOST) {
      try {
        writeSync(this.#file, bytes, 0, SEGMENT, this.#fileOffset(segment));
        this.#written.add(segment);
      } catch {
        // A full disk only means that old segments will be rendered again.
      }
      return;
    }
    this.#writing.add(segment);
    write(this.#file, bytes, 0, SEGMENT, this.#fileOffset(segment), (error, count) => {
      this.#writing.delete(segment);
      if (error === null && count === SEGMENT && segment > this.#current - this.#segmentsOnDisk)
        this.#written.add(segment);
      this.#closeFile();
    });
  }

  /**
   * Drops the oldest segments until there is room for another. Returns the memory of one to be used again: given back
   * to the system it would leave holes that other, smaller things are then spread over.
   */
  #makeRoom(): Buffer | undefined {
    let spare: Buffer | undefined;
    while (this.#memory.size >= this.#segmentsInMemory) {
      const oldest = this.#memory.entries().next();
      if (oldest.done === true) break;
      const [segment, bytes] = oldest.value;
      this.#memory.delete(segment);
      if (!this.#writing.has(segment)) spare = bytes;
    }
    return spare;
  }
}

/** Where each talk's bytes are, by talk number. Typed arrays: a million talks take 20 MB a form. */
export class RenderOffsets {
  #at = new Float64Array(0);
  #length = new Uint32Array(0);
  #tag = new Uint32Array(0);

  at(talk: number): number {
    return this.#at[talk] ?? 0;
  }

  /** 0 when there are none. */
  length(talk: number): number {
    return this.#length[talk] ?? 0;
  }

  /** Two words of a hash of the bytes: `which` is 0 or 1. */
  tag(talk: number, which: 0 | 1): number {
    return this.#tag[talk * 2 + which] ?? 0;
  }

  set(talk: number, at: number, length: number, tag: readonly [number, number]): void {
    if (talk >= this.#length.length) this.#grow(talk + 1);
    this.#at[talk] = at;
    this.#length[talk] = length;
    this.#tag[talk * 2] = tag[0];
    this.#tag[talk * 2 + 1] = tag[1];
  }

  forget(stale: Uint32Array | 'all'): void {
    if (stale === 'all') this.#length.fill(0);
    else for (const talk of stale) if (talk < this.#length.length) this.#length[talk] = 0;
  }

  #grow(needed: number): void {
    const size = Math.max(1024, needed + (needed >> 2));
    this.#at = grown(this.#at, new Float64Array(size));
    this.#length = grown(this.#length, new Uint32Array(size));
    this.#tag = grown(this.#tag, new Uint32Array(size * 2));
  }
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Two words that stand for the bytes in an ETag. */
export function tagOf(bytes: Buffer): readonly [number, number] {
  const digest = hash('sha256', bytes, 'buffer');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}

/** The same as text. */
export function tagTextOf(bytes: Buffer): string {
  return tagOf(bytes)
    .map((word) => word.toString(36))
    .join('');
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
