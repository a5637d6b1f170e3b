import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import { CollectionsNotLoaded, type CollectionParts } from '#search/index/collection-lists.ts';
import { TermsNotLoaded } from '#search/index/text-lists.ts';
import { keyOfTerm, type TextQuery } from '#search/query/text-query.ts';
import type { IndexReplica } from '#search/replica/index-replica.ts';
import { CatalogueDamaged, type SinceVersion, type Store } from '#store/store.ts';
import { unavailable } from '../http/errors.ts';
import { turnOfLongWork } from '../http/long-work.ts';
import { NotRendered } from './render-cache.ts';

/** How many talks are read together: usually a page of a search. */
const BATCH = 20;
/** Milliseconds of reading and rendering after which other requests get their turn. */
const LONGEST_TURN = 5;
/** Milliseconds within which the index and the store must reach the same version. */
const CATCH_UP = 5_000;
/** Milliseconds after which a store that is behind the index is asked again. */
const BEHIND_PAUSE = 50;

/** The store has another version than the index of the snapshot. */
class OtherVersion extends Error {
  readonly version: number;

  constructor(version: number) {
    super('the catalogue changed while it was read');
    this.version = version;
  }
}

/** Sources of a response. Only imports write. */
export type CatalogueStore = Omit<
  Store,
  | 'corrections'
  | 'sources'
  | 'provenance'
  | 'forgotten'
  | 'scrub'
  | 'talkNumbers'
  | 'watch'
  | 'changes'
  | 'records'
  | 'findDamage'
  | 'beginImport'
  | 'close'
> & { readonly corrections: Pick<Store['corrections'], 'featured'> };

/**
 * The index and the store at one version. A read that finds another version throws, and is run
 * again.
 */
export class Snapshot {
  readonly index: TalkIndex;
  readonly store: CatalogueStore;
  readonly #isNewest: () => boolean;

  constructor(index: TalkIndex, store: CatalogueStore, isNewest: () => boolean) {
    this.index = index;
    this.store = store;
    this.#isNewest = isNewest;
  }

  /**
   * False once there is a newer index: what was read from an older one must not be cached, since
   * nothing would invalidate it.
   */
  get isNewest(): boolean {
    return this.#isNewest();
  }

  /** @throws OtherVersion */
  require(version: number): void {
    if (version !== this.index.state.version) throw new OtherVersion(version);
  }

  /**
   * Records of the index's version. The store may have a later one: from the end of an import until the new index is
   * there, all that did not change is served without waiting.
   *
   * @throws OtherVersion
   */
  async get<T>(ask: (store: CatalogueStore) => Promise<SinceVersion<T>>): Promise<T> {
    const { version, since, value } = await ask(this.store);
    const { state } = this.index;
    const isLater = since <= state.version && state.version < version;
    if (!isLater || !(await this.store.wasIn(state))) this.require(version);
    return value;
  }

  /** Undefined if the slug is unknown. */
  async talk(slug: string): Promise<DatedTalk | undefined> {
    const number = this.index.talkNumber(slug);
    return number === 0 ? undefined : (await this.talks(Uint32Array.of(number)))[0];
  }

  /** Records of these talks (numbers), in their order. */
  async talks(numbers: Uint32Array): Promise<readonly DatedTalk[]> {
    const all: DatedTalk[] = [];
    await this.eachTalk(numbers, (_number, details) => {
      all.push(details);
    });
    return all;
  }

  /** The same, one by one, read in batches so that a large document does not block others. */
  async eachTalk(numbers: Uint32Array, take: (number: number, details: DatedTalk) => void): Promise<void> {
    if (numbers.length > BATCH) await turnOfLongWork();
    let began = performance.now();
    const takeTurns = async (): Promise<void> => {
      if (performance.now() - began < LONGEST_TURN) return;
      await turnOfLongWork();
      began = performance.now();
    };
    for (let from = 0; from < numbers.length; from += BATCH) {
      const batch = [...numbers.subarray(from, from + BATCH)];
      const found = await this.get((store) => store.talks(batch));
      for (const [at, number] of batch.entries()) {
        const details = found[at];
        if (details === undefined)
          throw new CatalogueDamaged(`The catalogue is damaged: the talk with number ${String(number)} is missing.`);
        take(number, { ...details, changed: timestampOf(this.index.changedAt(number)) });
        if (from > 0) await takeTurns();
      }
      await takeTurns();
    }
  }
}

/** The only way for request handlers to read the catalogue. */
export class Catalogue {
  readonly #store: CatalogueStore;
  readonly #replica: IndexReplica;
  /** Terms that are being looked up, by index. */
  readonly #loading = new WeakMap<TalkIndex, Map<string, Promise<void>>>();

  constructor(store: CatalogueStore, replica: IndexReplica) {
    this.#store = store;
    this.#replica = replica;
  }

  /** The newest index; undefined before one is loaded. */
  get index(): TalkIndex | undefined {
    return this.#replica.index;
  }

  /**
   * Runs `read` on the newest snapshot, and again if the store turns out to have another version:
   * an import is committed a moment before its index is there, and a standby may lag behind. Also
   * runs it again after loading terms that the index lacked, and if a rendered talk was evicted
   * meanwhile. So `read` must have no side effects.
   *
   * @throws HttpError 503 while there is no index, and if index and store do not reach the same
   * version in time
   */
  async read<T>(read: (snapshot: Snapshot) => T | Promise<T>): Promise<T> {
    const end = performance.now() + CATCH_UP;
    do {
      const snapshot = this.#newest();
      try {
        return await read(snapshot);
      } catch (error) {
        await this.#recover(snapshot, error);
      }
    } while (performance.now() < end);
    throw unavailable('The catalogue is changing faster than it can be read');
  }

  #newest(): Snapshot {
    const { index } = this;
    if (index === undefined) throw unavailable('The catalogue is not loaded yet');
    return new Snapshot(index, this.#store, () => this.#replica.index === index);
  }

  /**
   * Returns when a retry is worthwhile.
   *
   * @throws the error itself if it never is
   */
  async #recover(snapshot: Snapshot, error: unknown): Promise<void> {
    const now = snapshot.index.state.version;
    if (error instanceof OtherVersion) {
      if (error.version > now) await this.#replica.atLeast(error.version, CATCH_UP);
      else await sleep(BEHIND_PAUSE);
    } else if (error instanceof TermsNotLoaded) {
      await this.#loadTerms(snapshot, error.text).catch((failure: unknown) => this.#recover(snapshot, failure));
    } else if (error instanceof CollectionsNotLoaded) {
      await loadCollections(snapshot, error.slugs).catch((failure: unknown) => this.#recover(snapshot, failure));
    } else if (!(error instanceof NotRendered)) throw error;
  }

  /** Requests that wait for the same terms share one lookup. */
  #loadTerms(snapshot: Snapshot, text: TextQuery): Promise<void> {
    const { index } = snapshot;
    const key = index.texts.unknown(text).map(keyOfTerm).join('\n');
    const all = this.#loading.get(index) ?? new Map<string, Promise<void>>();
    this.#loading.set(index, all);
    const loading = all.get(key) ?? findTerms(snapshot, text).finally(() => all.delete(key));
    all.set(key, loading);
    return loading;
  }
}

/**
 * Gives the index the contents of collections; a private one is treated as if it did not exist.
 */
async function loadCollections(snapshot: Snapshot, slugs: readonly string[]): Promise<void> {
  const loaded = new Map<string, CollectionParts | null>();
  for (const slug of slugs) {
    const found = await snapshot.get((store) => store.collection(slug));
    loaded.set(slug, found?.public === true ? found : null);
  }
  snapshot.index.collections.learn(loaded);
}

/**
 * Looks up in the store, one term at a time, which talks contain the terms that the index lacks,
 * and adds them to the index.
 */
async function findTerms(snapshot: Snapshot, text: TextQuery): Promise<void> {
  const { texts } = snapshot.index;
  const unknown = texts.unknown(text);
  let at = 0;
  for await (const { version, value } of snapshot.store.findTerms(unknown)) {
    snapshot.require(version);
    const term = unknown[at++];
    if (term === undefined) return;
    texts.learn(text, term, value);
    await nextTurn();
  }
}
