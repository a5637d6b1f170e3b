import { RenderOffsets } from './render-offsets.ts';
import { SEGMENT, SegmentFile } from './segment-file.ts';
import { tagOf } from './tag.ts';

/**
 * How many renderings with variants to keep, such as feeds with options: each needs offsets for
 * every talk.
 */
const RECENT_RENDERINGS = 16;

interface RenderCacheOptions {
  /** Bytes in memory. */
  readonly memory: number;
  /** Additional bytes on disk; 0 for none. */
  readonly disk: number;
  /** Folder for the file. */
  readonly folder: string;
}

/**
 * A talk was evicted from the cache, or cannot be read back from disk: it must be rendered again.
 */
export class NotRendered extends Error {
  override readonly name = 'NotRendered';
  override readonly message = 'a talk is no longer in the render cache';
}

/**
 * The rendered bytes of talks, by rendering and number, so that each talk is rendered once. An
 * append-only log in segments: the newest in memory within a budget, older ones in a file; the
 * oldest are evicted.
 */
export class RenderCache {
  readonly #renderings = new Map<string, RenderOffsets>();
  readonly #recent = new Map<string, RenderOffsets>();
  readonly #memory = new Map<number, Buffer>();
  readonly #segmentsInMemory: number;
  readonly #file: SegmentFile;
  /** Pin count by segment. */
  readonly #pins = new Map<number, number>();
  #current = 0;
  #used = 0;

  constructor(options: RenderCacheOptions) {
    this.#segmentsInMemory = Math.max(2, Math.floor(options.memory / SEGMENT));
    this.#memory.set(0, Buffer.allocUnsafeSlow(SEGMENT));
    this.#file = new SegmentFile(options.folder, options.disk);
  }

  /**
   * Offsets of the talks in a rendering. Of renderings with variants, the least recently used is
   * evicted.
   */
  offsets(rendering: string, keep: 'always' | 'recent'): RenderOffsets {
    const renderings = keep === 'always' ? this.#renderings : this.#recent;
    const offsets = renderings.get(rendering) ?? new RenderOffsets();
    if (keep === 'recent') renderings.delete(rendering);
    renderings.set(rendering, offsets);
    if (this.#recent.size > RECENT_RENDERINGS) {
      const [[oldest, dropped] = []] = this.#recent;
      dropped?.forget('all');
      this.#recent.delete(oldest ?? '');
    }
    return offsets;
  }

  has(offsets: RenderOffsets, talk: number): boolean {
    if (offsets.length(talk) === 0) return false;
    const segment = segmentOf(offsets.at(talk));
    return this.#memory.has(segment) || this.#file.has(segment);
  }

  /**
   * Stores `bytes` followed by the separator between two talks, so that talks stored consecutively
   * can be copied in one go.
   *
   * @returns false if not stored: empty, larger than a segment, or too much is pinned
   */
  put(offsets: RenderOffsets, talk: number, bytes: Buffer, between: Buffer): boolean {
    const length = bytes.length + between.length;
    if (length > SEGMENT || bytes.length === 0) return false;
    if (this.#used + length > SEGMENT && !this.#nextSegment()) return false;
    const segment = this.#memory.get(this.#current);
    if (segment === undefined) return false;
    bytes.copy(segment, this.#used);
    between.copy(segment, this.#used + bytes.length);
    offsets.set(talk, this.#current * SEGMENT + this.#used, bytes.length, tagOf(bytes));
    this.#used += length;
    return true;
  }

  /**
   * Copies the bytes of the talks and their separators into `target`, and returns the end position.
   *
   * @param between the length of the separator given to `put`
   *
   * @throws NotRendered if a talk is no longer cached
   */
  copy(offsets: RenderOffsets, talks: Uint32Array, between: number, target: Buffer, offset: number): number {
    let end = offset;
    for (let i = 0; i < talks.length;) {
      const from = offsets.at(talks[i] ?? 0);
      const limit = (segmentOf(from) + 1) * SEGMENT;
      let to = from;
      let next = from;
      // Takes as many as are stored consecutively.
      for (; next < limit && i < talks.length && offsets.at(talks[i] ?? 0) === next; i += 1) {
        const own = offsets.length(talks[i] ?? 0);
        if (own === 0) throw new NotRendered();
        to = next + own;
        next = to + between;
      }
      const length = (i < talks.length ? next : to) - from;
      this.copyBytes(from, length, target, end);
      end += length;
    }
    return end;
  }

  /**
   * Copies bytes of one segment.
   *
   * @param at offset in the log
   *
   * @throws NotRendered
   */
  copyBytes(at: number, length: number, target: Buffer, offset: number): void {
    const number = segmentOf(at);
    const start = at - number * SEGMENT;
    const segment = this.#memory.get(number);
    const isCopied =
      segment === undefined
        ? this.#file.read(number, start, target.subarray(offset, offset + length))
        : segment.copy(target, offset, start, start + length) === length;
    // Never return a buffer that was not filled: it may hold bytes of another response.
    if (length === 0 || !isCopied) throw new NotRendered();
  }

  /**
   * Pins segments until they are released: pinned segments are neither evicted nor overwritten.
   * Most are on disk only.
   */
  pins(): SegmentPins {
    return new SegmentPins(this.#pins);
  }

  forget(stale: Uint32Array | 'all'): void {
    for (const renderings of [this.#renderings, this.#recent])
      for (const offsets of renderings.values()) offsets.forget(stale);
  }

  close(): void {
    this.#file.close();
    this.#memory.clear();
    this.forget('all');
  }

  /**
   * Returns false, and changes nothing, if all memory is taken by segments that are pinned and not
   * on disk.
   */
  #nextSegment(): boolean {
    const memory = this.#makeRoom();
    const full = this.#memory.get(this.#current);
    if (memory === undefined || full === undefined) return false;
    this.#file.write(this.#current, full, (segment) => this.#pins.has(segment));
    this.#current += 1;
    this.#used = 0;
    this.#memory.set(this.#current, memory);
    return true;
  }

  /**
   * Evicts the oldest segments from memory until there is room for another. Returns the memory of
   * one for reuse: freeing it would fragment the heap.
   */
  #makeRoom(): Buffer | undefined {
    let spare: Buffer | undefined;
    for (const [segment, bytes] of this.#memory) {
      if (this.#memory.size < this.#segmentsInMemory) break;
      if (segment === this.#current || (this.#pins.has(segment) && !this.#file.has(segment))) continue;
      this.#memory.delete(segment);
      if (!this.#file.isWriting(segment)) spare = bytes;
    }
    if (this.#memory.size >= this.#segmentsInMemory) return undefined;
    return spare ?? Buffer.allocUnsafeSlow(SEGMENT);
  }
}

/** One holder's pins. */
export class SegmentPins {
  readonly #pins: Map<number, number>;
  readonly #own = new Set<number>();

  /** @param pins shared by all: pin count by segment */
  constructor(pins: Map<number, number>) {
    this.#pins = pins;
  }

  /** @param at an offset in the log */
  add(at: number): void {
    const segment = segmentOf(at);
    if (this.#own.has(segment)) return;
    this.#own.add(segment);
    this.#pins.set(segment, (this.#pins.get(segment) ?? 0) + 1);
  }

  release(): void {
    for (const segment of this.#own) {
      const others = (this.#pins.get(segment) ?? 1) - 1;
      if (others > 0) this.#pins.set(segment, others);
      else this.#pins.delete(segment);
    }
    this.#own.clear();
  }
}

function segmentOf(at: number): number {
  return Math.floor(at / SEGMENT);
}
