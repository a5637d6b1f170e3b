import { LRUCache } from 'lru-cache';
import type { Sendable } from './conditional.ts';

/** A whole response as sent, and until when it is valid: milliseconds since the epoch. */
export interface CachedResponse extends Sendable {
  readonly until: number;
}

/** Caches the response to one request until the catalogue changes. */
export interface Keeper {
  keep(answer: CachedResponse): void;
  /**
   * Collects a body while it is streamed; undefined while the bodies being collected could already
   * fill the cache.
   */
  collect(): CollectedBody | undefined;
}

/** The body of a response being streamed. */
interface CollectedBody {
  add(piece: Buffer): void;
  /** Undefined if it is too large to cache. */
  whole(): Buffer | undefined;
  /** Call at the end. */
  end(): void;
}

const SEEN_AT_MOST = 16_384;
/** The largest cacheable response takes one share of the memory. */
const SHARES = 8;
const OVERHEAD = 1024;

/**
 * Whole responses, cached from their second request on, within a number of bytes; the least
 * recently used are evicted. Cleared when the catalogue changes.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, CachedResponse>;
  /** Hashes of keys that were requested, each in its slot until another takes it. */
  readonly #seen = new Uint32Array(SEEN_AT_MOST);
  readonly #memory: number;
  readonly #largest: number;
  #collecting = 0;
  #epoch = 0;

  /** @param memory bytes; 0: nothing is cached */
  constructor(memory: number) {
    this.#memory = memory;
    this.#largest = Math.max(1, Math.floor(memory / SHARES));
    this.#answers = new LRUCache({
      maxSize: Math.max(1, memory),
      maxEntrySize: this.#largest,
      sizeCalculation: (answer, key) => answer.body.length + key.length * 2 + OVERHEAD,
    });
  }

  get(key: string, now: number): CachedResponse | undefined {
    const kept = this.#answers.get(key);
    return kept !== undefined && kept.until > now ? kept : undefined;
  }

  /**
   * The state of the catalogue that responses belong to: read it before a response is made, and
   * pass it along.
   */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Caches a response if it was requested before: most requests never repeat, and caching those
   * would evict the ones that do.
   */
  keeper(key: string, epoch: number): Keeper | undefined {
    if (this.#memory === 0) return undefined;
    const hash = hashOf(key);
    const place = hash % SEEN_AT_MOST;
    const isAskedAgain = this.#seen[place] === hash;
    this.#seen[place] = hash;
    if (!isAskedAgain) return undefined;
    return {
      keep: (answer) => {
        // A copy, since the body may only be lent.
        if (epoch === this.#epoch) this.#answers.set(key, { ...answer, body: Buffer.from(answer.body) });
      },
      collect: () => (this.#collecting < SHARES ? this.#collect() : undefined),
    };
  }

  #collect(): CollectedBody {
    let pieces: Buffer[] | undefined = [];
    let length = 0;
    this.#collecting += 1;
    return {
      add: (piece) => {
        length += piece.length;
        if (length > this.#largest) pieces = undefined;
        pieces?.push(piece);
      },
      whole: () => (pieces === undefined ? undefined : Buffer.concat(pieces)),
      end: () => (this.#collecting -= 1),
    };
  }

  clear(): void {
    this.#epoch += 1;
    this.#answers.clear();
  }
}

/**
 * FNV-1a over UTF-16 code units. A collision of two keys only means that one is cached a request
 * too early.
 */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
