import { LRUCache } from 'lru-cache';
import type { Sendable } from './sender.ts';

/** A whole answer as it goes out, and until when it is the answer: milliseconds since the epoch. */
export interface CachedResponse extends Sendable {
  readonly until: number;
}

/** Keeps the answer to one question until the catalogue changes. */
export interface Keeper {
  keep(answer: CachedResponse): void;
  /** Gathers a body while it is streamed; undefined while as many others are gathered as might fill the cache. */
  gather(): GatheredBody | undefined;
}

/** The body of an answer that is being streamed. */
export interface GatheredBody {
  add(piece: Buffer): void;
  /** Undefined for one that is too large to be kept. */
  whole(): Buffer | undefined;
  /** To be called in the end. */
  end(): void;
}

const SEEN_AT_MOST = 16_384;
/** The largest answer that is kept takes one share of the memory. */
const SHARES = 8;
const OVERHEAD = 1024;

/**
 * Whole answers, kept from the second time that they are asked for within a number of bytes,
 * least recently asked for first to go. Emptied when the catalogue changes.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, CachedResponse>;
  /** Hashes of keys that were asked for, each in its place until another takes it. */
  readonly #seen = new Uint32Array(SEEN_AT_MOST);
  readonly #largest: number;
  #gathering = 0;
  #epoch = 0;

  /** @param memory bytes */
  constructor(memory: number) {
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

  /** Which catalogue the answers are of: to be taken before an answer is made and given with it. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * What keeps an answer, if the question was asked before: one asked once is seldom asked again, and keeping it would push
   * out one that is.
   */
  keeper(key: string, epoch: number): Keeper | undefined {
    const hash = hashOf(key);
    const place = hash % SEEN_AT_MOST;
    const isAskedAgain = this.#seen[place] === hash;
    this.#seen[place] = hash;
    if (!isAskedAgain) return undefined;
    return {
      keep: (answer) => {
        // A copy: the body may only be lent.
        if (epoch === this.#epoch) this.#answers.set(key, { ...answer, body: Buffer.from(answer.body) });
      },
      gather: () => (this.#gathering < SHARES ? this.#gather() : undefined),
    };
  }

  #gather(): GatheredBody {
    let pieces: Buffer[] | undefined = [];
    let length = 0;
    this.#gathering += 1;
    return {
      add: (piece) => {
        length += piece.length;
        if (length > this.#largest) pieces = undefined;
        pieces?.push(piece);
      },
      whole: () => (pieces === undefined ? undefined : Buffer.concat(pieces)),
      end: () => (this.#gathering -= 1),
    };
  }

  clear(): void {
    this.#epoch += 1;
    this.#answers.clear();
  }
}

/** FNV-1a over UTF-16 code units. Two keys of one hash only mean that one is kept a time too early. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
