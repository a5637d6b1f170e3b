import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Envelope } from '#representations/representation.ts';
import { BodyBuffers } from '../http/body-buffers.ts';
import { Tag, type Document } from './document.ts';
import { NotRendered, RenderOffsets, tagOf, type RenderCache } from './render-cache.ts';
import type { Snapshot } from './snapshot.ts';

/** One of the ways in which talks are written. */
export interface Rendering {
  /** Unique among the renderings: what is kept is found by it. */
  readonly name: string;
  readonly render: (details: TalkDetails) => Buffer;
  /** What stands between two talks; always the same for a rendering, since talks are kept with it. */
  readonly between: Buffer;
  /** Of renderings of which there may be many, the most recently used are kept. */
  readonly keep: 'always' | 'recent' | 'never';
}

/** A piece of a document: text, bytes, or talks (numbers). */
export type Part = string | Buffer | Uint32Array;

/** Talks as a rendering has them: those rendered just now by number, the others where they are kept. */
interface RenderedTalks {
  readonly offsets: RenderOffsets;
  readonly between: Buffer;
  readonly fresh: ReadonlyMap<number, Buffer>;
}

/** A character of UTF-16 takes at most this many bytes of UTF-8. */
const BYTES_A_CHARACTER = 3;
const NONE: ReadonlyMap<number, Buffer> = new Map();

/** Turns the parts of a document into a body: JSON, XML, feeds and pages alike. */
export class DocumentAssembler {
  readonly #rendered: RenderCache;
  readonly #bodies = new BodyBuffers();

  constructor(rendered: RenderCache) {
    this.#rendered = rendered;
  }

  /** Talks in an envelope. */
  listing(
    snapshot: Snapshot,
    rendering: Omit<Rendering, 'between'>,
    talks: Uint32Array,
    { before, between, after, empty }: Envelope,
  ): Promise<Document> {
    const { name, render, keep } = rendering;
    const parts = talks.length === 0 ? [empty] : [before, talks, after];
    return this.assemble(snapshot, { name, render, keep, between }, parts);
  }

  /**
   * Renders the talks that are not kept, and puts the parts together in the same turn in which all are there: in a later
   * one, others may have been dropped.
   * @throws NotRendered if talks were dropped meanwhile
   */
  async assemble(snapshot: Snapshot, rendering: Rendering, parts: readonly Part[]): Promise<Document> {
    const { between } = rendering;
    const offsets = this.#offsets(rendering);
    const talks = talksIn(parts);
    const fresh = this.#areKept(offsets, talks) ? NONE : await this.#renderMissing(snapshot, rendering, offsets, talks);
    // What is kept is of the newest index.
    if (fresh.size < talks.length && !snapshot.isNewest) throw new NotRendered();
    return this.#join({ offsets, between, fresh }, parts);
  }

  #areKept(offsets: RenderOffsets, talks: Uint32Array): boolean {
    for (const talk of talks) if (!this.#rendered.has(offsets, talk)) return false;
    return true;
  }

  async #renderMissing(
    snapshot: Snapshot,
    rendering: Rendering,
    offsets: RenderOffsets,
    talks: Uint32Array,
  ): Promise<ReadonlyMap<number, Buffer>> {
    const fresh = new Map<number, Buffer>();
    // More than once only if what was kept was dropped while the rest was read.
    for (;;) {
      const missing = talks.filter((talk) => !fresh.has(talk) && !this.#rendered.has(offsets, talk));
      if (missing.length === 0) return fresh;
      await snapshot.eachTalk(missing, (number, details) => {
        fresh.set(number, this.#render(snapshot, rendering, offsets, number, details));
      });
    }
  }

  /** The record of a talk. In the same read the talks are rendered that will be listed beside it and are not kept. */
  async talkAmong(
    snapshot: Snapshot,
    rendering: Rendering,
    talk: number,
    beside: readonly number[],
  ): Promise<TalkDetails | undefined> {
    const offsets = this.#offsets(rendering);
    const missing = beside.filter((one) => !this.#rendered.has(offsets, one));
    let own: TalkDetails | undefined;
    await snapshot.eachTalk(Uint32Array.of(talk, ...missing), (number, details) => {
      if (number === talk) own = details;
      else this.#render(snapshot, rendering, offsets, number, details);
    });
    return own;
  }

  #offsets({ name, keep }: Rendering): RenderOffsets {
    if (keep === 'never') return new RenderOffsets();
    return keep === 'always' ? this.#rendered.form(name) : this.#rendered.passingForm(name);
  }

  #render(
    snapshot: Snapshot,
    { render, keep, between }: Rendering,
    offsets: RenderOffsets,
    number: number,
    details: TalkDetails,
  ): Buffer {
    const bytes = render(details);
    if (keep !== 'never' && snapshot.isNewest) this.#rendered.put(offsets, number, bytes, between);
    return bytes;
  }

  #join(talks: RenderedTalks, parts: readonly Part[]): Document {
    const { body, release } = this.#bodies.lend(roomFor(talks, parts));
    const tag = new Tag();
    let end = 0;
    /** Up to where it is in the tag: what stands between talks is mixed in at once. */
    let tagged = 0;
    for (const part of parts) {
      if (part instanceof Uint32Array) {
        tag.mix(body.subarray(tagged, end));
        addTags(tag, talks, part);
        end = tagged = this.#copyTalks(talks, part, body, end);
      } else end += typeof part === 'string' ? body.write(part, end) : part.copy(body, end);
    }
    tag.mix(body.subarray(tagged, end));
    return { body: body.subarray(0, end), tag: tag.text, release };
  }

  /** @returns where they end */
  #copyTalks({ offsets, between, fresh }: RenderedTalks, talks: Uint32Array, body: Buffer, start: number): number {
    if (fresh.size === 0) return this.#rendered.copy(offsets, talks, between.length, body, start);
    let end = start;
    for (const [at, talk] of talks.entries()) {
      if (at > 0) end += between.copy(body, end);
      end += (fresh.get(talk) ?? this.#rendered.bytes(offsets, talk)).copy(body, end);
    }
    return end;
  }
}

function addTags(tag: Tag, { offsets, fresh }: RenderedTalks, talks: Uint32Array): void {
  for (const talk of talks) {
    const bytes = fresh.size === 0 ? undefined : fresh.get(talk);
    if (bytes === undefined) tag.add(offsets.tag(talk, 0), offsets.tag(talk, 1));
    else tag.add(...tagOf(bytes));
  }
}

function talksIn(parts: readonly Part[]): Uint32Array {
  const lists = parts.filter((part) => part instanceof Uint32Array);
  const [only] = lists;
  return only !== undefined && lists.length === 1 ? only : Uint32Array.from(lists.flatMap((list) => [...list]));
}

/** At least as many bytes as the parts take. */
function roomFor({ offsets, between, fresh }: RenderedTalks, parts: readonly Part[]): number {
  let room = 0;
  for (const part of parts) {
    if (typeof part === 'string') room += part.length * BYTES_A_CHARACTER;
    else if (Buffer.isBuffer(part)) room += part.length;
    else if (fresh.size === 0) for (const talk of part) room += between.length + offsets.length(talk);
    else for (const talk of part) room += between.length + (fresh.get(talk)?.length ?? offsets.length(talk));
  }
  return room;
}
