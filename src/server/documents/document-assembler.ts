import type { DatedTalk } from '#catalogue/talk-details.ts';
import type { Envelope } from '#representations/representation.ts';
import { LARGE } from '../http/body.ts';
import { BodyBuffers } from '../http/body-buffers.ts';
import type { Document, Part } from './document.ts';
import { inPlaces, PinnedTalks, type TalkBytes } from './pinned-talks.ts';
import type { RenderCache } from './render-cache.ts';
import { RenderOffsets } from './render-offsets.ts';
import { eachTalk, type Snapshot } from './snapshot.ts';
import { StreamedDocument } from './streamed-document.ts';
import { Tag } from './tag.ts';

/** One way of writing talks. */
export interface Rendering {
  /** Unique; the key of the render cache. */
  readonly name: string;
  readonly render: (details: DatedTalk) => Buffer;
  /** The separator between two talks; fixed for a rendering, since it is cached with the talks. */
  readonly between: Buffer;
  /** For renderings with many variants, of which only the most recently used are cached. */
  readonly keep: 'always' | 'recent' | 'never';
}

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const BYTES_A_CHARACTER = 3;
const NONE: ReadonlyMap<number, Buffer> = new Map();

/** Turns the parts of a document into a body: JSON, XML, feeds and pages alike. */
export class DocumentAssembler {
  readonly #cache: RenderCache;
  readonly #bodies = new BodyBuffers();

  constructor(cache: RenderCache) {
    this.#cache = cache;
  }

  /** Talks in an envelope. */
  listing(
    snapshot: Snapshot,
    rendering: Omit<Rendering, 'between'>,
    talks: Uint32Array,
    envelope: Envelope,
  ): Promise<Document> {
    const { name, render, keep } = rendering;
    // `empty` is rendered lazily.
    const parts = talks.length === 0 ? [envelope.empty] : [envelope.before, talks, envelope.after];
    return this.assemble(snapshot, { name, render, keep, between: envelope.between }, parts);
  }

  /**
   * Puts the parts together. A document that is large, or that has talks to render, pins its talks
   * in the render cache; any other is copied in the same turn of the event loop in which all its
   * talks are found in the cache.
   *
   * @throws NotRendered if a talk cannot be read back from disk
   */
  async assemble(snapshot: Snapshot, rendering: Rendering, parts: readonly Part[]): Promise<Document> {
    const { between } = rendering;
    const offsets = this.#offsets(rendering);
    // The cache holds bytes of the newest index.
    if (snapshot.isNewest && this.#areKept(offsets, parts)) {
      const talks = { offsets, own: NONE };
      const room = roomFor(talks, between, parts);
      if (room <= LARGE) return this.#whole(talks, between, parts, room);
    }
    const talks = await this.#pinned(snapshot, rendering, offsets, talksIn(parts));
    const placed = inPlaces(parts);
    const room = roomFor(talks, between, placed);
    if (room > LARGE) {
      const body = new StreamedDocument(this.#cache, talks, between, placed);
      return { body, tag: body.tag, release: () => talks.release() };
    }
    try {
      return this.#whole(talks, between, placed, room);
    } finally {
      talks.release();
    }
  }

  /** The bytes of each of these talks, in order, to build something else from. */
  async rendered(snapshot: Snapshot, rendering: Rendering, talks: Uint32Array): Promise<readonly Buffer[]> {
    const pinned = await this.#pinned(snapshot, rendering, this.#offsets(rendering), talks);
    const { offsets, own } = pinned;
    try {
      return Array.from(talks, (_talk, place) => own.get(place) ?? this.#copied(offsets, place));
    } finally {
      pinned.release();
    }
  }

  /**
   * The record of a talk. The same read also renders uncached talks that will be listed beside it.
   */
  async talkAmong(
    snapshot: Snapshot,
    rendering: Rendering,
    talk: number,
    beside: readonly number[],
  ): Promise<DatedTalk | undefined> {
    const offsets = this.#offsets(rendering);
    const missing = beside.filter((one) => !this.#cache.has(offsets, one));
    let own: DatedTalk | undefined;
    await eachTalk(snapshot, Uint32Array.of(talk, ...missing), (number, details) => {
      if (number === talk) own = details;
      else this.#put(snapshot, rendering, offsets, number, rendering.render(details));
    });
    return own;
  }

  #copied(offsets: RenderOffsets, place: number): Buffer {
    const bytes = Buffer.allocUnsafe(offsets.length(place));
    this.#cache.copyBytes(offsets.at(place), bytes.length, bytes, 0);
    return bytes;
  }

  #offsets({ name, keep }: Rendering): RenderOffsets {
    return keep === 'never' ? new RenderOffsets() : this.#cache.offsets(name, keep);
  }

  #areKept(offsets: RenderOffsets, parts: readonly Part[]): boolean {
    for (const part of parts) if (part instanceof Uint32Array && !this.#hasAll(offsets, part)) return false;
    return true;
  }

  #hasAll(offsets: RenderOffsets, talks: Uint32Array): boolean {
    for (const talk of talks) if (!this.#cache.has(offsets, talk)) return false;
    return true;
  }

  /**
   * Renders the talks that are not cached, and pins all.
   *
   * @param talks in document order
   */
  async #pinned(
    snapshot: Snapshot,
    rendering: Rendering,
    offsets: RenderOffsets,
    talks: Uint32Array,
  ): Promise<PinnedTalks> {
    const pinned = new PinnedTalks(this.#cache, talks.length);
    const { isNewest } = snapshot;
    const missing = talks
      .map((_talk, place) => place)
      .filter((place) => !isNewest || !pinned.pin(place, offsets, talks[place] ?? 0));
    let next = 0;
    try {
      await eachTalk(
        snapshot,
        missing.map((place) => talks[place] ?? 0),
        (talk, details) => {
          const place = missing[next++] ?? 0;
          const bytes = rendering.render(details);
          const isKept = this.#put(snapshot, rendering, offsets, talk, bytes);
          if (!isKept || !pinned.pin(place, offsets, talk)) pinned.hold(place, bytes);
        },
      );
      return pinned;
    } catch (error) {
      pinned.release();
      throw error;
    }
  }

  /** Returns false if the bytes were not cached. */
  #put(snapshot: Snapshot, { keep, between }: Rendering, offsets: RenderOffsets, talk: number, bytes: Buffer): boolean {
    return keep !== 'never' && snapshot.isNewest && this.#cache.put(offsets, talk, bytes, between);
  }

  #whole(talks: TalkBytes, between: Buffer, parts: readonly Part[], room: number): Document {
    const { body, release } = this.#bodies.lend(room);
    const tag = new Tag();
    let end = 0;
    /** Position up to which the tag is computed: separators are mixed in at once. */
    let tagged = 0;
    for (const part of parts) {
      if (part instanceof Uint32Array) {
        tag.mix(body.subarray(tagged, end));
        tag.addTalks(talks.offsets, part);
        end = tagged = this.#copyTalks(talks, between, part, body, end);
      } else end += typeof part === 'string' ? body.write(part, end) : part.copy(body, end);
    }
    tag.mix(body.subarray(tagged, end));
    return { body: body.subarray(0, end), tag: tag.text, release };
  }

  /** Returns the end position. */
  #copyTalks({ offsets, own }: TalkBytes, between: Buffer, talks: Uint32Array, body: Buffer, start: number): number {
    if (own.size === 0) return this.#cache.copy(offsets, talks, between.length, body, start);
    let end = start;
    for (const [at, talk] of talks.entries()) {
      if (at > 0) end += between.copy(body, end);
      const bytes = own.get(talk);
      if (bytes === undefined) this.#cache.copyBytes(offsets.at(talk), offsets.length(talk), body, end);
      else bytes.copy(body, end);
      end += offsets.length(talk);
    }
    return end;
  }
}

function talksIn(parts: readonly Part[]): Uint32Array {
  const lists = parts.filter((part) => part instanceof Uint32Array);
  const [only] = lists;
  return only !== undefined && lists.length === 1 ? only : Uint32Array.from(lists.flatMap((list) => [...list]));
}

/** An upper bound for the bytes of all parts. */
function roomFor({ offsets }: TalkBytes, between: Buffer, parts: readonly Part[]): number {
  let room = 0;
  for (const part of parts) {
    if (typeof part === 'string') room += part.length * BYTES_A_CHARACTER;
    else if (Buffer.isBuffer(part)) room += part.length;
    else for (const talk of part) room += between.length + offsets.length(talk);
  }
  return room;
}
