import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { assemble, type Envelope, type Representation } from '#representations/representation.js';
import type { Follower } from '#search/follower.js';
import type { Question, Window } from '#search/question.js';
import type { Answer, TalkIndex } from '#search/talk-index.js';
import type { AtVersion, Store } from '#store/store.js';
import { BodyBuffers } from './body-buffers.js';
import { unavailable } from './errors.js';
import type { Listing, ListingWriter } from './listing.js';
import { tagOf, type RenderedTalks, type Slots } from './rendered-talks.js';

/** A whole body, and what stands for it in an ETag. */
export interface Document {
  readonly body: Buffer;
  readonly tag: string;
  /** To be called when the body is sent and nothing reads it any more; undefined for a body that stays as it is. */
  readonly release: (() => void) | undefined;
}

/** As much of a representation as writes one talk. */
export type TalkWriter = Pick<Representation, 'name' | 'talk' | 'talkDocument'>;

/** A listing that was found: what is in it, and what stands around that. */
interface Listed {
  readonly talks: (index: TalkIndex, window: Window) => Uint32Array;
  readonly envelope: (writer: ListingWriter) => Envelope;
}

/** One of the ways in which a talk is written, and where its bytes are kept. */
interface Write {
  readonly slots: Slots;
  readonly render: (details: TalkDetails) => Buffer;
}

const CATCH_UP_MILLISECONDS = 5_000;
/** Milliseconds after which a store that is behind the index is asked again. */
const BEHIND_PAUSE = 50;
/** A listing asked for again is put together without the store. */
const LISTINGS_KEPT = 2_000;

/**
 * Documents out of the index, the store and what was rendered before. Everything in one document is of one
 * version of the catalogue; what is in memory is answered without the store.
 */
export class Library {
  readonly #store: Store;
  readonly #follower: Follower;
  readonly #rendered: RenderedTalks;
  readonly #listed = new LRUCache<string, Listed>({ max: LISTINGS_KEPT });
  readonly #bodies = new BodyBuffers();

  constructor(parts: { store: Store; follower: Follower; rendered: RenderedTalks }) {
    this.#store = parts.store;
    this.#follower = parts.follower;
    this.#rendered = parts.rendered;
    parts.follower.onSwap((swap) => {
      this.#rendered.forget(swap.stale);
      this.#listed.clear();
    });
  }

  /** @throws HttpError 503 while there is no index yet */
  get index(): TalkIndex {
    const index = this.#follower.index;
    if (index === undefined) throw unavailable('The catalogue is not loaded yet');
    return index;
  }

  /** The talk with this slug as a whole document; undefined when there is none. */
  talk(slug: string, representation: TalkWriter): Document | undefined | Promise<Document | undefined> {
    const number = this.index.talkNumber(slug);
    if (number === 0) return undefined;
    const slots = this.#slots(representation, 'talk');
    if (this.#rendered.has(slots, number)) return this.#talkDocument(slots, number, representation.talkDocument);
    return this.#talkFromStore(slug, representation);
  }

  /** A page of a search. `envelope` is asked for once the total is known. */
  search(
    question: Question,
    representation: Representation,
    envelope: (total: number) => Envelope,
  ): Document | Promise<Document> {
    const answer = this.index.answer(question);
    const slots = this.#slots(representation, 'talk');
    if (this.#allRendered(slots, answer.talks)) return this.#listing(slots, answer.talks, envelope(answer.total));
    return this.#atOneVersion(async (index) => {
      const now = index.answer(question);
      const write = { slots, render: representation.talk.bind(representation) };
      return this.#withFresh(index, write, now.talks, () => envelope(now.total));
    });
  }

  /** What lists talks, with those of them that are in the window; undefined when there is no such thing. */
  listing<T>(
    kind: Listing<T>,
    slug: string,
    window: Window,
    writer: ListingWriter,
  ): Document | Promise<Document | undefined> {
    const known = this.#listed.get(`${kind.noun} ${slug}`);
    if (known !== undefined) {
      const talks = known.talks(this.index, window);
      const slots = this.#slots(writer, 'item');
      if (this.#allRendered(slots, talks)) return this.#listing(slots, talks, known.envelope(writer));
    }
    return this.#atOneVersion(async (index) => {
      const { version, value: listed } = await this.#find(index, kind, slug);
      if (listed === undefined || version !== index.state.version) return { version, value: undefined };
      const write = { slots: this.#slots(writer, 'item'), render: writer.item.bind(writer) };
      return this.#withFresh(index, write, listed.talks(index, window), () => listed.envelope(writer));
    });
  }

  /** A talk's record with all it refers to, for what is not kept rendered. */
  talkDetails(slug: string): Promise<TalkDetails | undefined> {
    return this.#atOneVersion(async (index) => {
      const number = index.talkNumber(slug);
      if (number === 0) return { version: index.state.version, value: undefined };
      const found = await this.#store.talks([number]);
      return { version: found.version, value: found.value[0] };
    });
  }

  /** A page of a search as records. */
  searchDetails(question: Question): Promise<{ total: number; talks: readonly TalkDetails[] }> {
    return this.#atOneVersion(async (index) => {
      const answer: Answer = index.answer(question);
      const found = await this.#store.talks([...answer.talks]);
      return { version: found.version, value: { total: answer.total, talks: found.value.filter(isThere) } };
    });
  }

  /** The same as records. */
  listingDetails<T>(
    kind: Listing<T>,
    slug: string,
    window: Window,
  ): Promise<{ readonly record: T; readonly talks: readonly TalkDetails[] } | undefined> {
    return this.#atOneVersion(async (index) => {
      const { version, value: record } = await kind.find(this.#store, slug);
      if (record === undefined || version !== index.state.version) return { version, value: undefined };
      const talks = await this.#store.talks([...kind.talks(index, record, window)]);
      return { version: talks.version, value: { record, talks: talks.value.filter(isThere) } };
    });
  }

  #slots(representation: { readonly name: string }, form: 'talk' | 'item'): Slots {
    return this.#rendered.form(form === 'talk' ? representation.name : `${representation.name} item`);
  }

  #allRendered(slots: Slots, talks: Uint32Array): boolean {
    for (const talk of talks) if (!this.#rendered.has(slots, talk)) return false;
    return true;
  }

  /**
   * Runs `read` on the newest index, again when the store turns out to be of another version: an import is committed
   * a moment before its index is there, and a standby may be a moment behind the one that the index was made from.
   * @throws HttpError 503 when the two do not meet in time
   */
  async #atOneVersion<T>(read: (index: TalkIndex) => Promise<AtVersion<T>>): Promise<T> {
    const end = performance.now() + CATCH_UP_MILLISECONDS;
    do {
      const index = this.index;
      const found = await read(index);
      if (found.version === index.state.version) return found.value;
      if (found.version > index.state.version) await this.#follower.atLeast(found.version, CATCH_UP_MILLISECONDS);
      else await sleep(BEHIND_PAUSE);
    } while (performance.now() < end);
    throw unavailable('The catalogue is changing faster than it can be read');
  }

  async #talkFromStore(slug: string, writer: TalkWriter): Promise<Document | undefined> {
    return this.#atOneVersion(async (index) => {
      const number = index.talkNumber(slug);
      if (number === 0) return { version: index.state.version, value: undefined };
      const write = { slots: this.#slots(writer, 'talk'), render: writer.talk.bind(writer) };
      return this.#withFresh(index, write, Uint32Array.of(number), () => writer.talkDocument);
    });
  }

  async #find<T>(index: TalkIndex, kind: Listing<T>, slug: string): Promise<AtVersion<Listed | undefined>> {
    const key = `${kind.noun} ${slug}`;
    const known = this.#listed.get(key);
    if (known !== undefined) return { version: index.state.version, value: known };
    const { version, value: record } = await kind.find(this.#store, slug);
    if (record === undefined) return { version, value: undefined };
    const listed: Listed = {
      talks: (now, window) => kind.talks(now, record, window),
      envelope: (writer) => kind.envelope(writer, record),
    };
    if (this.#isCurrent(index, version)) this.#listed.set(key, listed);
    return { version, value: listed };
  }

  /** Renders what is not at hand, keeps it, and puts the listing together. */
  async #withFresh(
    index: TalkIndex,
    { slots, render }: Write,
    talks: Uint32Array,
    envelope: () => Envelope,
  ): Promise<AtVersion<Document>> {
    const fresh = new Map<number, Buffer>();
    const around = envelope();
    const { between } = around;
    // More than once only if what was at hand was dropped while the rest was read.
    for (;;) {
      const missing = [...talks].filter((talk) => !fresh.has(talk) && !this.#rendered.has(slots, talk));
      if (missing.length === 0) break;
      const found = await this.#store.talks(missing);
      if (found.version !== index.state.version) return { version: found.version, value: EMPTY };
      const current = this.#isCurrent(index, found.version);
      for (const [at, number] of missing.entries()) {
        const details = found.value[at];
        if (details === undefined) throw new Error(`talk ${String(number)} is in the index but not in the store`);
        const bytes = render(details);
        fresh.set(number, bytes);
        if (current) this.#rendered.put(slots, number, bytes, between);
      }
    }
    return { version: index.state.version, value: this.#listing(slots, talks, around, fresh) };
  }

  /** What was read while the index was swapped must not be kept: it would never be forgotten. */
  #isCurrent(index: TalkIndex, version: number): boolean {
    return this.#follower.index === index && index.state.version === version;
  }

  #talkDocument(slots: Slots, number: number, envelope: Envelope): Document {
    if (envelope.before.length + envelope.after.length > 0)
      return this.#listing(slots, Uint32Array.of(number), envelope);
    // The same tag as when it was rendered just now, by #listing.
    const tag = new Tag(envelope.before, envelope.after);
    tag.add(slots.tag(number, 0), slots.tag(number, 1));
    return { body: this.#rendered.bytes(slots, number), tag: tag.text, release: undefined };
  }

  /** A listing of which some talks were rendered just now, and perhaps not kept. */
  #freshListing(slots: Slots, talks: Uint32Array, envelope: Envelope, fresh: ReadonlyMap<number, Buffer>): Document {
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

  #listing(slots: Slots, talks: Uint32Array, envelope: Envelope, fresh?: ReadonlyMap<number, Buffer>): Document {
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
    after.copy(body, end);
    return { body, tag: tag.text, release };
  }
}

const NOTHING = Buffer.alloc(0);
const EMPTY: Document = { body: NOTHING, tag: '', release: undefined };

function isThere(details: TalkDetails | undefined): details is TalkDetails {
  return details !== undefined;
}

function word(value: number): string {
  return value.toString(36);
}

/** Two lanes mixed from what a listing is made of: its ETag costs no pass over its bytes. */
class Tag {
  #a = 0x9e3779b9;
  #b = 0x7f4a7c15;

  constructor(before: Buffer, after: Buffer) {
    this.#mix(before);
    this.#mix(after);
  }

  add(a: number, b: number): void {
    this.#a = Math.imul(this.#a ^ a, 0x85ebca6b) ^ (this.#a >>> 15) ^ b;
    this.#b = Math.imul(this.#b ^ b, 0xc2b2ae35) ^ (this.#b >>> 13) ^ a;
  }

  /** A few hundred bytes: quicker here than a call of a hash function. */
  #mix(bytes: Buffer): void {
    let a = this.#a;
    let b = this.#b;
    // An iterator over bytes costs ten times as much.
    // eslint-disable-next-line @typescript-eslint/prefer-for-of
    for (let i = 0; i < bytes.length; i += 1) {
      const byte = bytes[i] ?? 0;
      a = Math.imul(a ^ byte, 0x01000193);
      b = Math.imul(b ^ byte, 0x85ebca6b);
      b ^= b >>> 15;
    }
    this.#a = a ^ (a >>> 15);
    this.#b = b;
  }

  get text(): string {
    return word(this.#a >>> 0) + word(this.#b >>> 0);
  }
}
