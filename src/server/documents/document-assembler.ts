import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { assemble, type Envelope } from '#representations/representation.ts';
import type { IndexReplica } from '#search/replica/index-replica.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { TermsNotLoaded } from '#search/index/text-lists.ts';
import { keyOfTerm, type TextQuery } from '#search/query/text-query.ts';
import type { AtVersion, Store } from '#store/store.ts';
import { BodyBuffers } from '../http/body-buffers.ts';
import { Tag, type Document } from './document.ts';
import { unavailable } from '../http/errors.ts';
import { DocumentJoiner, type Part } from './document-joiner.ts';
import { readInBatches } from './read-in-batches.ts';
import { NotRendered, tagOf, type RenderCache, type RenderOffsets } from './render-cache.ts';

/** One of the ways in which a talk is written, and where its bytes are kept. */
export interface Write {
  readonly slots: RenderOffsets;
  readonly render: (details: TalkDetails) => Buffer;
  /** False: what is rendered is not kept for the next who asks. */
  readonly isKept: boolean;
}

export interface DocumentAssemblerParts {
  readonly store: Store;
  readonly follower: IndexReplica;
  readonly rendered: RenderCache;
}

const CATCH_UP_MILLISECONDS = 5_000;
/** Milliseconds after which a store that is behind the index is asked again. */
const BEHIND_PAUSE = 50;

/** Puts documents together out of talks that were rendered before and talks that are read and rendered now. */
export class DocumentAssembler {
  readonly #store: Store;
  readonly #follower: IndexReplica;
  readonly #rendered: RenderCache;
  readonly #bodies = new BodyBuffers();
  readonly #joiner: DocumentJoiner;
  /** What indexes are being told of texts, by the terms that they did not know. */
  readonly #telling = new WeakMap<TalkIndex, Map<string, Promise<number>>>();

  constructor({ store, follower, rendered }: DocumentAssemblerParts) {
    this.#store = store;
    this.#follower = follower;
    this.#rendered = rendered;
    this.#joiner = new DocumentJoiner(rendered, this.#bodies);
  }

  /** @throws HttpError 503 while there is no index yet */
  get index(): TalkIndex {
    const index = this.#follower.index;
    if (index === undefined) throw unavailable('The catalogue is not loaded yet');
    return index;
  }

  allRendered(slots: RenderOffsets, talks: Uint32Array): boolean {
    for (const talk of talks) if (!this.#rendered.has(slots, talk)) return false;
    return true;
  }

  /** What was read while the index was swapped must not be kept: it would never be forgotten. */
  isCurrent(index: TalkIndex, version: number): boolean {
    return this.#follower.index === index && index.state.version === version;
  }

  /**
   * What can be answered without waiting. Undefined where atOneVersion has to be asked: the index does not know yet which
   * talks hold a text, or a talk has to be rendered again.
   */
  atHand<T>(read: (index: TalkIndex) => T): T | undefined {
    try {
      return read(this.index);
    } catch (error) {
      if (error instanceof TermsNotLoaded || error instanceof NotRendered) return undefined;
      throw error;
    }
  }

  /**
   * Runs `read` on the newest index, again when the store turns out to be of another version: an import is committed
   * a moment before its index is there, and a standby may be a moment behind the one that the index was made from.
   * And again when the index was asked about a text that it did not know: it is told in between. And again when what was
   * rendered before was dropped, or cannot be read back from disk.
   * @throws HttpError 503 when the two do not meet in time
   */
  async atOneVersion<T>(read: (index: TalkIndex) => Promise<AtVersion<T>>): Promise<T> {
    const end = performance.now() + CATCH_UP_MILLISECONDS;
    do {
      const index = this.index;
      const found = await this.#readTelling(index, read);
      if ('value' in found && found.version === index.state.version) return found.value;
      if (found.version > index.state.version) await this.#follower.atLeast(found.version, CATCH_UP_MILLISECONDS);
      else if (found.version < index.state.version) await sleep(BEHIND_PAUSE);
    } while (performance.now() < end);
    throw unavailable('The catalogue is changing faster than it can be read');
  }

  /** Reads; where that needs a text that the index does not know, tells it and says of which version that was. */
  async #readTelling<T>(
    index: TalkIndex,
    read: (index: TalkIndex) => Promise<AtVersion<T>>,
  ): Promise<AtVersion<T> | { readonly version: number }> {
    try {
      return await read(index);
    } catch (error) {
      if (error instanceof NotRendered) return { version: index.state.version };
      if (error instanceof TermsNotLoaded) return { version: await this.#tell(index, error.text) };
      throw error;
    }
  }

  /** Whoever asks for the same terms meanwhile waits for one search. @returns the version that the store answers for */
  #tell(index: TalkIndex, text: TextQuery): Promise<number> {
    const key = index.texts.unknown(text).map(keyOfTerm).join('\n');
    const all = this.#telling.get(index) ?? new Map<string, Promise<number>>();
    this.#telling.set(index, all);
    const telling = all.get(key) ?? this.#find(index, text).finally(() => all.delete(key));
    all.set(key, telling);
    return telling;
  }

  /** Asks the store where the terms stand that the index does not know, and tells it, a term at a time. */
  async #find(index: TalkIndex, text: TextQuery): Promise<number> {
    const unknown = index.texts.unknown(text);
    let at = 0;
    for await (const { version, value } of this.#store.findTerms(unknown)) {
      const term = unknown[at++];
      if (term === undefined || version !== index.state.version) return version;
      index.texts.learn(text, term, value);
      await nextTurn();
    }
    return index.state.version;
  }

  /** Records of these talks, in their order, for what is not kept rendered. */
  async details(index: TalkIndex, talks: Uint32Array): Promise<AtVersion<readonly TalkDetails[]>> {
    const all: TalkDetails[] = [];
    const version = await readInBatches(this.#store, index, talks, (_number, details) => {
      all.push(details);
    });
    return { version, value: all };
  }

  /** The record of a talk. In the same read those talks are rendered that will stand beside it and are not at hand. */
  async detailsAmong(
    index: TalkIndex,
    write: Write,
    talk: number,
    beside: readonly number[],
  ): Promise<AtVersion<TalkDetails | undefined>> {
    const missing = beside.filter((one) => !this.#rendered.has(write.slots, one));
    const keep = this.#keeping(index, write, NOTHING);
    let own: TalkDetails | undefined;
    const version = await readInBatches(this.#store, index, Uint32Array.of(talk, ...missing), (number, details) => {
      if (number === talk) own = details;
      else keep(number, details);
    });
    return { version, value: own };
  }

  /** Renders what is not at hand, keeps it, and puts the document together. */
  composed(index: TalkIndex, write: Write, talks: Uint32Array, envelope: () => Envelope): Promise<AtVersion<Document>> {
    const around = envelope();
    return this.#rendering(index, write, { talks, between: around.between }, (fresh) =>
      this.listing(write.slots, talks, around, fresh),
    );
  }

  /** The same for a document in which other things stand between its talks. @param write of which nothing is kept with what stands between */
  joined(index: TalkIndex, write: Write, parts: readonly Part[]): Promise<AtVersion<Document>> {
    const talks = Uint32Array.from(parts.flatMap((part) => (part instanceof Uint32Array ? [...part] : [])));
    return this.#rendering(index, write, { talks, between: NOTHING }, (fresh) =>
      this.#joiner.join(write.slots, parts, fresh),
    );
  }

  /** The same of talks that are at hand. */
  join(slots: RenderOffsets, parts: readonly Part[]): Document {
    return this.#joiner.join(slots, parts);
  }

  /**
   * Renders those talks that are not at hand, keeps them, and puts the document together in the same turn in which all
   * are there: in a later one, others may have dropped some. Of another version of the store than the index: nothing of use.
   */
  async #rendering(
    index: TalkIndex,
    write: Write,
    { talks, between }: { readonly talks: Uint32Array; readonly between: Buffer },
    put: (fresh: ReadonlyMap<number, Buffer>) => Document,
  ): Promise<AtVersion<Document>> {
    const fresh = new Map<number, Buffer>();
    const keep = this.#keeping(index, write, between);
    // More than once only if what was at hand was dropped while the rest was read.
    for (;;) {
      const missing = talks.filter((talk) => !fresh.has(talk) && !this.#rendered.has(write.slots, talk));
      if (missing.length === 0) {
        // What is kept is of the newest index.
        if (fresh.size < talks.length && this.#follower.index !== index) throw new NotRendered();
        return { version: index.state.version, value: put(fresh) };
      }
      const version = await readInBatches(this.#store, index, missing, (number, details) => {
        fresh.set(number, keep(number, details));
      });
      if (version !== index.state.version) return { version, value: EMPTY };
    }
  }

  /** What writes a talk down and keeps it. @param between what stands between it and the next */
  #keeping(index: TalkIndex, { slots, render, isKept }: Write, between: Buffer) {
    return (number: number, details: TalkDetails): Buffer => {
      const bytes = render(details);
      if (isKept && this.isCurrent(index, index.state.version)) this.#rendered.put(slots, number, bytes, between);
      return bytes;
    };
  }

  /** The bytes of one talk as they are kept, or with an envelope around them; only where they are at hand. */
  talkDocument(slots: RenderOffsets, number: number, envelope: Envelope): Document {
    if (envelope.before.length + envelope.after.length > 0)
      return this.listing(slots, Uint32Array.of(number), envelope);
    // The same tag as when it was rendered just now, by `listing`.
    const tag = new Tag(envelope.before, envelope.after);
    tag.add(slots.tag(number, 0), slots.tag(number, 1));
    return { body: this.#rendered.bytes(slots, number), tag: tag.text, release: undefined };
  }

  /** Talks in their envelope; undefined where they are not all at hand. */
  keptListing(slots: RenderOffsets, talks: Uint32Array, envelope: () => Envelope): Document | undefined {
    return this.allRendered(slots, talks) ? this.listing(slots, talks, envelope()) : undefined;
  }

  /** Talks that are at hand, or were rendered just now, in their envelope. @throws NotRendered when they are not */
  listing(slots: RenderOffsets, talks: Uint32Array, envelope: Envelope, fresh?: ReadonlyMap<number, Buffer>): Document {
    if (talks.length === 0)
      return { body: envelope.empty, tag: new Tag(envelope.empty, NOTHING).text, release: undefined };
    const { before, between, after } = envelope;
    const tag = new Tag(before, after);
    if (fresh !== undefined && fresh.size > 0) return this.#freshListing(slots, talks, envelope, fresh);
    let length = before.length + after.length + between.length * (talks.length - 1);
    for (const talk of talks) {
      length += slots.length(talk);
      tag.add(slots.tag(talk, 0), slots.tag(talk, 1));
    }
    const { body, release } = this.#bodies.lend(length);
    const end = this.#rendered.copy(slots, talks, between.length, body, before.copy(body, 0));
    if (end + after.copy(body, end) !== length) throw new Error('a listing is not as long as its parts');
    return { body, tag: tag.text, release };
  }

  /** A listing of which some talks were rendered just now, and perhaps not kept. */
  #freshListing(
    slots: RenderOffsets,
    talks: Uint32Array,
    envelope: Envelope,
    fresh: ReadonlyMap<number, Buffer>,
  ): Document {
    const tag = new Tag(envelope.before, envelope.after);
    const parts: Buffer[] = [];
    for (const talk of talks) {
      const bytes = fresh.get(talk);
      parts.push(bytes ?? this.#rendered.bytes(slots, talk));
      if (bytes === undefined) tag.add(slots.tag(talk, 0), slots.tag(talk, 1));
      else tag.add(...tagOf(bytes));
    }
    return { body: assemble(envelope, parts), tag: tag.text, release: undefined };
  }
}

const NOTHING = Buffer.alloc(0);
/** In the place of a document of another version. */
export const EMPTY: Document = { body: NOTHING, tag: '', release: undefined };
