import type { BodyBuffers } from '../http/body-buffers.ts';
import { Tag, type Document } from './document.ts';
import { tagOf, type RenderCache, type RenderOffsets } from './render-cache.ts';

/** A piece of a document: text, bytes, or talks (numbers) one behind the other. */
export type Part = string | Buffer | Uint32Array;

/** Talks that were rendered just now, by number. */
export type Fresh = ReadonlyMap<number, Buffer>;

const NONE_FRESH: Fresh = new Map();

/** A character of UTF-16 takes no more bytes of UTF-8. */
const MOST_BYTES = 3;

/** Puts parts one behind the other, each written once, in a buffer that is lent for them. */
export class DocumentJoiner {
  readonly #rendered: RenderCache;
  readonly #bodies: BodyBuffers;

  constructor(rendered: RenderCache, bodies: BodyBuffers) {
    this.#rendered = rendered;
    this.#bodies = bodies;
  }

  /** All talks are at hand, in these slots, or fresh. */
  join(slots: RenderOffsets, parts: readonly Part[], fresh: Fresh = NONE_FRESH): Document {
    const { body, release } = this.#bodies.lend(roomFor(slots, parts, fresh));
    const tag = new Tag();
    let end = 0;
    /** Up to where it is in the tag. */
    let tagged = 0;
    for (const part of parts) {
      if (typeof part === 'string') end += body.write(part, end);
      else if (Buffer.isBuffer(part)) end += part.copy(body, end);
      else {
        tag.mix(body.subarray(tagged, end));
        end = tagged = this.#talks(slots, part, fresh, { body, tag, at: end });
      }
    }
    tag.mix(body.subarray(tagged, end));
    return { body: body.subarray(0, end), tag: tag.text, release };
  }

  #talks(slots: RenderOffsets, talks: Uint32Array, fresh: Fresh, to: Target): number {
    const { body, tag } = to;
    if (fresh.size === 0) {
      for (const talk of talks) tag.add(slots.tag(talk, 0), slots.tag(talk, 1));
      return this.#rendered.copy(slots, talks, 0, body, to.at);
    }
    let end = to.at;
    for (const talk of talks) {
      const bytes = fresh.get(talk) ?? this.#rendered.bytes(slots, talk);
      tag.add(...tagOf(bytes));
      end += bytes.copy(body, end);
    }
    return end;
  }
}

interface Target {
  readonly body: Buffer;
  readonly tag: Tag;
  readonly at: number;
}

function roomFor(slots: RenderOffsets, parts: readonly Part[], fresh: Fresh): number {
  let room = 0;
  for (const part of parts) {
    if (typeof part === 'string') room += part.length * MOST_BYTES;
    else if (Buffer.isBuffer(part)) room += part.length;
    else for (const talk of part) room += fresh.get(talk)?.length ?? slots.length(talk);
  }
  return room;
}
