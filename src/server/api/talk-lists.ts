import { LRUCache } from 'lru-cache';
import type { PageLinks } from '#representations/links/page-links.ts';
import type { Envelope, SearchHead } from '#representations/representation.ts';
import type { Window } from '#search/query/question.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { AtVersion, Store } from '#store/store.ts';
import type { DocumentAssembler } from '../documents/document-assembler.ts';
import type { About, TalkListKind, ListingWriter } from './listing.ts';

/** A listing that was found: what is in it, what stands around that, and what it is about. */
export interface FoundTalkList {
  readonly talks: (index: TalkIndex, window: Window, most: number) => Uint32Array;
  readonly envelope: (writer: ListingWriter, head: SearchHead) => Envelope;
  readonly about: (pages: PageLinks) => About;
}

/** A listing asked for again is put together without the store. */
const LISTINGS_KEPT = 2_000;

/** Finds what lists talks, and keeps it until the catalogue changes. */
export class TalkListCache {
  readonly #store: Store;
  readonly #composer: DocumentAssembler;
  readonly #listed = new LRUCache<string, FoundTalkList>({ max: LISTINGS_KEPT });

  constructor(store: Store, composer: DocumentAssembler) {
    this.#store = store;
    this.#composer = composer;
  }

  clear(): void {
    this.#listed.clear();
  }

  /** Where it is known without asking the store. */
  known<T>(kind: TalkListKind<T>, id: string): FoundTalkList | undefined {
    return this.#listed.get(keyOf(kind, id));
  }

  /** Undefined when there is no such thing. */
  async find<T>(index: TalkIndex, kind: TalkListKind<T>, id: string): Promise<AtVersion<FoundTalkList | undefined>> {
    const known = this.known(kind, id);
    if (known !== undefined) return { version: index.state.version, value: known };
    const { version, value: record } = await kind.find(this.#store, id);
    if (record === undefined) return { version, value: undefined };
    const listed: FoundTalkList = {
      talks: (now, window, most) => kind.talks(now, record, window, most),
      envelope: (writer, head) => kind.envelope(writer, record, head),
      about: (pages) => kind.about(record, pages),
    };
    if (this.#composer.isCurrent(index, version)) this.#listed.set(keyOf(kind, id), listed);
    return { version, value: listed };
  }
}

function keyOf<T>({ kind }: TalkListKind<T>, id: string): string {
  return `${kind} ${id}`;
}
