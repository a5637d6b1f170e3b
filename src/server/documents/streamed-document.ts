import type { StreamedBody } from '../http/body.ts';
import type { Part } from './document.ts';
import type { TalkBytes } from './pinned-talks.ts';
import type { RenderCache } from './render-cache.ts';
import { Tag } from './tag.ts';

/**
 * A large document. Its length and tag are computed from its parts; its bytes are copied chunk by
 * chunk.
 */
export class StreamedDocument implements StreamedBody {
  readonly length: number;
  readonly tag: string;
  readonly #cache: RenderCache;
  readonly #talks: TalkBytes;
  readonly #between: Buffer;
  readonly #parts: readonly (Buffer | Uint32Array)[];

  /** @param talks pinned until the document is sent */
  constructor(cache: RenderCache, talks: TalkBytes, between: Buffer, parts: readonly Part[]) {
    this.#cache = cache;
    this.#talks = talks;
    this.#between = between;
    this.#parts = joined(parts);
    const tag = new Tag();
    let length = 0;
    for (const part of this.#parts) {
      if (Buffer.isBuffer(part)) {
        tag.mix(part);
        length += part.length;
      } else {
        tag.addTalks(talks.offsets, part);
        for (const talk of part) length += talks.offsets.length(talk);
        length += between.length * Math.max(0, part.length - 1);
      }
    }
    this.length = length;
    this.tag = tag.text;
  }

  /** @throws NotRendered if a talk cannot be read back from disk */
  *chunks(chunk: Buffer): Generator<Buffer> {
    let end = 0;
    for (const piece of this.#pieces()) {
      const length = Buffer.isBuffer(piece) ? piece.length : this.#talks.offsets.length(piece);
      for (let from = 0; from < length;) {
        const count = Math.min(length - from, chunk.length - end);
        if (Buffer.isBuffer(piece)) piece.copy(chunk, end, from, from + count);
        else this.#cache.copyBytes(this.#talks.offsets.at(piece) + from, count, chunk, end);
        from += count;
        end += count;
        if (end < chunk.length) continue;
        yield chunk;
        end = 0;
      }
    }
    if (end > 0) yield chunk.subarray(0, end);
  }

  /** Bytes, and talks (numbers) whose bytes are cached. */
  *#pieces(): Generator<Buffer | number> {
    for (const part of this.#parts) {
      if (Buffer.isBuffer(part)) yield part;
      else yield* this.#talksOf(part);
    }
  }

  *#talksOf(talks: Uint32Array): Generator<Buffer | number> {
    for (const [at, talk] of talks.entries()) {
      if (at > 0) yield this.#between;
      yield this.#talks.own.get(talk) ?? talk;
    }
  }
}

/** Joins the text between two lists of talks into one part. */
function joined(parts: readonly Part[]): (Buffer | Uint32Array)[] {
  const all: (Buffer | Uint32Array)[] = [];
  let bytes: Buffer[] = [];
  for (const part of parts) {
    if (Buffer.isBuffer(part)) bytes.push(part);
    else if (typeof part === 'string') bytes.push(Buffer.from(part));
    else {
      all.push(Buffer.concat(bytes), part);
      bytes = [];
    }
  }
  all.push(Buffer.concat(bytes));
  return all;
}
