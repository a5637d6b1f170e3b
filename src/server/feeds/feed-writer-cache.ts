import { LRUCache } from 'lru-cache';
import type { Feed, FeedOptions, WholeFeed } from '#representations/feeds/feed-format.ts';
import type { FeedFormat, WholeFeedFormat } from '#representations/negotiation/formats.ts';
import type { Publication } from '#representations/representation.ts';

export type FeedWriter =
  | { readonly kind: 'feed'; readonly feed: Feed }
  | { readonly kind: 'whole feed'; readonly feed: WholeFeed };

const ODD_WRITERS_KEPT = 32;

/** Creates each writer once. */
export class FeedWriterCache {
  readonly #publication: Publication;
  readonly #usualAlarm: number | null;
  readonly #usual = new Map<string, FeedWriter>();
  readonly #odd = new LRUCache<string, FeedWriter>({ max: ODD_WRITERS_KEPT });

  /** @param usualAlarm default alarm of calendars: minutes; null for none */
  constructor(publication: Publication, usualAlarm: number | null = null) {
    this.#publication = publication;
    this.#usualAlarm = usualAlarm;
  }

  writer(format: FeedFormat | WholeFeedFormat, { cancelled, alarm, dates = 'announced' }: FeedOptions): FeedWriter {
    // Writers that leave talks out write the others as usual.
    const shown = cancelled === 'status' ? 'status' : 'title';
    const options: FeedOptions = { cancelled: shown, alarm: format.use === 'calendar' ? alarm : null, dates };
    const isUsual = options.alarm === null || options.alarm === this.#usualAlarm;
    const writers = isUsual ? this.#usual : this.#odd;
    const key = `${format.suffix ?? ''} ${shown} ${String(options.alarm)} ${dates}`;
    let writer = writers.get(key);
    if (writer === undefined) {
      writer =
        format.kind === 'feed'
          ? { kind: 'feed', feed: format.create(this.#publication, options) }
          : { kind: 'whole feed', feed: format.create(this.#publication, options) };
      writers.set(key, writer);
    }
    return writer;
  }
}
