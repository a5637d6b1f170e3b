import type { Part } from './document.ts';
import type { RenderCache, SegmentPins } from './render-cache.ts';
import { RenderOffsets } from './render-offsets.ts';
import { tagOf } from './tag.ts';

/** The bytes of talks, by number. */
export interface TalkBytes {
  /** Lengths and tags of all talks, and positions of those in the render cache. */
  readonly offsets: RenderOffsets;
  /** Talks not in the render cache. */
  readonly own: ReadonlyMap<number, Buffer>;
}

/**
 * The bytes of a document's talks, by position in the document: pinned in the render cache, or held
 * here if the cache did not accept them. Later changes to the catalogue and the cache do not affect
 * them.
 */
export class PinnedTalks implements TalkBytes {
  readonly offsets: RenderOffsets;
  readonly own = new Map<number, Buffer>();
  readonly #cache: RenderCache;
  readonly #pins: SegmentPins;

  constructor(cache: RenderCache, count: number) {
    this.#cache = cache;
    this.#pins = cache.pins();
    this.offsets = new RenderOffsets(count);
  }

  /** Returns false if the talk is not cached. */
  pin(place: number, offsets: RenderOffsets, talk: number): boolean {
    if (!this.#cache.has(offsets, talk)) return false;
    const at = offsets.at(talk);
    this.#pins.add(at);
    this.offsets.set(place, at, offsets.length(talk), [offsets.tag(talk, 0), offsets.tag(talk, 1)]);
    return true;
  }

  hold(place: number, bytes: Buffer): void {
    this.own.set(place, bytes);
    this.offsets.set(place, 0, bytes.length, tagOf(bytes));
  }

  release(): void {
    this.#pins.release();
  }
}

/** Parts in which talk numbers are replaced by positions in the document. */
export function inPlaces(parts: readonly Part[]): Part[] {
  let next = 0;
  return parts.map((part) => (part instanceof Uint32Array ? part.map(() => next++) : part));
}
