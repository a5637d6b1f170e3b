import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { Envelope, Representation, SearchHead } from '#representations/representation.ts';
import type { BrowseEntry, BrowseRequest, BrowseType, NamePage } from '#search/names/browse.ts';
import type { Page, Question, Window } from '#search/query/question.ts';
import type { ChangesAnswer } from '#search/answers/changes.ts';
import type { SearchAnswer, TalkIndex } from '#search/index/talk-index.ts';
import type { AtVersion, Store, StoreState } from '#store/store.ts';
import { EMPTY, type DocumentAssembler } from './document-assembler.ts';
import type { Document } from './document.ts';
import { COLLECTION } from '../api/listing.ts';
import type { TalkListKind, ListingWriter } from '../api/listing.ts';
import type { TalkListCache } from '../api/talk-lists.ts';
import { readTogether } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import type { RenderCache, RenderOffsets } from './render-cache.ts';

/** As much of a representation as writes one talk. */
export type TalkWriter = Pick<Representation, 'name' | 'talk' | 'talkDocument'>;

/** Which of a listing's talks are wanted, and what stands before them. */
export interface ListingRequest {
  readonly window: Window;
  /** Null: all at once. */
  readonly page: Page | null;
  readonly head: (total: number) => SearchHead;
}

/**
 * Documents out of the index, the store and what was rendered before. Everything in one document is of one
 * version of the catalogue; what is in memory is answered without the store.
 */
export class ApiDocuments {
  readonly #store: Store;
  readonly #rendered: RenderCache;
  readonly #composer: DocumentAssembler;
  readonly #listings: TalkListCache;

  constructor(parts: { store: Store; rendered: RenderCache; composer: DocumentAssembler; listings: TalkListCache }) {
    this.#store = parts.store;
    this.#rendered = parts.rendered;
    this.#composer = parts.composer;
    this.#listings = parts.listings;
  }

  /** The talk with this slug as a whole document; undefined when there is none. */
  talk(slug: string, representation: TalkWriter): Document | undefined | Promise<Document | undefined> {
    const number = this.#composer.index.talkNumber(slug);
    if (number === 0) return undefined;
    const slots = this.#slots(representation, 'talk');
    const kept = this.#composer.atHand(() =>
      this.#rendered.has(slots, number)
        ? this.#composer.talkDocument(slots, number, representation.talkDocument)
        : undefined,
    );
    return kept ?? this.#talkFromStore(slug, representation);
  }

  /** A page of a search. `envelope` is asked for once the total is known. */
  search(
    question: Question,
    representation: Representation,
    envelope: (total: number) => Envelope,
  ): Document | Promise<Document> {
    const slots = this.#slots(representation, 'talk');
    const kept = this.#composer.atHand((index) => {
      const { talks, total } = index.answer(question);
      return this.#composer.keptListing(slots, talks, () => envelope(total));
    });
    if (kept !== undefined) return kept;
    return this.#composer.atOneVersion(async (index) => {
      const now = index.answer(question);
      const write = { slots, render: representation.talk.bind(representation), isKept: true };
      return this.#composer.composed(index, write, now.talks, () => envelope(now.total));
    });
  }

  /** A page of what changed of the talks that a question finds. `find` says which version it needs, if not the index's. */
  changes(
    find: (index: TalkIndex, store: Store) => Promise<AtVersion<ChangesAnswer>>,
    representation: Representation,
    envelope: (found: ChangesAnswer, state: StoreState) => Envelope,
  ): Promise<Document> {
    const slots = this.#slots(representation, 'talk');
    return this.#composer.atOneVersion(async (index) => {
      const { version, value: found } = await find(index, this.#store);
      if (version !== index.state.version) return { version, value: EMPTY };
      const write = { slots, render: representation.talk.bind(representation), isKept: true };
      return this.#composer.composed(index, write, found.talks, () => envelope(found, index.state));
    });
  }

  /** What lists talks, with those of them that are wanted; undefined when there is no such thing. */
  listing<T>(
    kind: TalkListKind<T>,
    id: string,
    request: ListingRequest,
    writer: ListingWriter,
  ): Document | Promise<Document | undefined> {
    const slots = this.#slots(writer, 'item');
    const known = this.#listings.known(kind, id);
    if (known !== undefined) {
      const kept = this.#composer.atHand((index) => {
        const { talks, total } = pageOf(known.talks(index, request.window, Infinity), request.page);
        return this.#composer.keptListing(slots, talks, () => known.envelope(writer, request.head(total)));
      });
      if (kept !== undefined) return kept;
    }
    return this.#composer.atOneVersion(async (index) => {
      const { version, value: listed } = await this.#listings.find(index, kind, id);
      if (listed === undefined || version !== index.state.version) return { version, value: undefined };
      const write = { slots, render: writer.item.bind(writer), isKept: true };
      const { talks, total } = pageOf(listed.talks(index, request.window, Infinity), request.page);
      return this.#composer.composed(index, write, talks, () => listed.envelope(writer, request.head(total)));
    });
  }

  /** A talk's record with all it refers to, for what is not kept rendered. */
  talkDetails(slug: string): Promise<TalkDetails | undefined> {
    return this.#composer.atOneVersion(async (index) => {
      const number = index.talkNumber(slug);
      if (number === 0) return { version: index.state.version, value: undefined };
      const found = await this.#store.talks([number]);
      return { version: found.version, value: found.value[0] };
    });
  }

  /** A page of a search as records. */
  searchDetails(question: Question): Promise<{ total: number; talks: readonly TalkDetails[] }> {
    return this.#composer.atOneVersion(async (index) => {
      const answer: SearchAnswer = index.answer(question);
      const { version, value: talks } = await this.#composer.details(index, answer.talks);
      return { version, value: { total: answer.total, talks } };
    });
  }

  /** The same as records. */
  listingDetails<T>(
    kind: TalkListKind<T>,
    id: string,
    window: Window,
  ): Promise<{ readonly record: T; readonly talks: readonly TalkDetails[] } | undefined> {
    return this.#composer.atOneVersion(async (index) => {
      const { version, value: record } = await kind.find(this.#store, id);
      if (record === undefined || version !== index.state.version) return { version, value: undefined };
      const talks = await this.#composer.details(index, kind.talks(index, record, window, Infinity));
      return { version: talks.version, value: { record, talks: talks.value } };
    });
  }

  /** Several answers of one version of the catalogue. `read` may be called again, and must change nothing. */
  together<T>(read: (reading: Snapshot) => Promise<T>): Promise<T> {
    return readTogether({ composer: this.#composer, store: this.#store }, read);
  }

  /** A page of a list by name, with what talks each entry has. @param now seconds since 1970-01-01T00:00:00Z */
  async browse(type: BrowseType, request: BrowseRequest, now: number): Promise<NamePage<BrowseEntry>> {
    if (type !== 'collection') return this.#composer.index.names.browse(type, request, now);
    return this.together(async ({ index, record }) => {
      const { entries, ...list } = index.names.collections(request);
      const counted = entries.map(async ({ key, name }): Promise<BrowseEntry> => {
        const collection = await record(COLLECTION, key);
        const talksFrom = (from: number): number =>
          collection === undefined ? 0 : COLLECTION.talks(index, collection, { from, to: Infinity }, Infinity).length;
        return { key, name, talks: talksFrom(-Infinity), upcoming: talksFrom(now) };
      });
      return { ...list, entries: await Promise.all(counted) };
    });
  }

  #slots(representation: { readonly name: string }, form: 'talk' | 'item'): RenderOffsets {
    return this.#rendered.form(form === 'talk' ? representation.name : `${representation.name} item`);
  }

  async #talkFromStore(slug: string, writer: TalkWriter): Promise<Document | undefined> {
    return this.#composer.atOneVersion(async (index: TalkIndex) => {
      const number = index.talkNumber(slug);
      if (number === 0) return { version: index.state.version, value: undefined };
      const write = { slots: this.#slots(writer, 'talk'), render: writer.talk.bind(writer), isKept: true };
      return this.#composer.composed(index, write, Uint32Array.of(number), () => writer.talkDocument);
    });
  }
}

function pageOf(talks: Uint32Array, page: Page | null): { readonly talks: Uint32Array; readonly total: number } {
  if (page === null) return { talks, total: talks.length };
  const skip = Math.min((page.page - 1) * page.count, talks.length);
  return { talks: talks.subarray(skip, skip + page.count), total: talks.length };
}
