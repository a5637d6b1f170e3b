import { LRUCache } from 'lru-cache';
import type { PageLinks } from '#representations/links/page-links.ts';
import type { Envelope, SearchHead } from '#representations/representation.ts';
import type { Window } from '#search/query/window.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import type { About, TalkListKind, ListingWriter } from './listing.ts';

/** A listing: its talks, the text around them, and its subject. */
export interface FoundTalkList {
  readonly talks: (index: TalkIndex, window: Window, most: number) => Uint32Array;
  readonly envelope: (writer: ListingWriter, head: SearchHead) => Envelope;
  readonly about: (pages: PageLinks) => About;
}

/** A repeated listing is assembled without reading the store. */
const LISTINGS_KEPT = 2_000;

/** Finds the talks of a listing, and caches the result until the catalogue changes. */
export class TalkListCache {
  readonly #listed = new LRUCache<string, FoundTalkList>({ max: LISTINGS_KEPT });

  clear(): void {
    this.#listed.clear();
  }

  /** Undefined if it does not exist. */
  find<T>(snapshot: Snapshot, kind: TalkListKind<T>, id: string): FoundTalkList | undefined {
    // Not by its kind: a request for public collections must not find an unlisted one here.
    const key = `${kind.noun} ${id}`;
    const known = snapshot.isNewest ? this.#listed.get(key) : undefined;
    if (known !== undefined) return known;
    const record = kind.find(snapshot, id);
    if (record === undefined) return undefined;
    const listed: FoundTalkList = {
      talks: (index, window, most) => kind.talks(index, record, window, most),
      envelope: (writer, head) => kind.envelope(writer, record, head),
      about: (pages) => kind.about(record, pages),
    };
    if (snapshot.isNewest) this.#listed.set(key, listed);
    return listed;
  }
}
