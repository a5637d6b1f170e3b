import { LRUCache } from 'lru-cache';
import type { Sendable } from './sender.ts';

/** A whole answer as it goes out, and until when it is the answer: milliseconds since the epoch. */
export interface CachedResponse extends Sendable {
  readonly until: number;
}

const SEEN_AT_MOST = 16_384;
const OVERHEAD = 1024;

/**
 * Whole answers, kept from the second time that they are asked for within a number of bytes,
 * least recently asked for first to go. Emptied when the catalogue changes.
 */
export class ResponseCache {
  readonly #answers: LRUCache<string, CachedResponse>;
  /** Hashes of keys that were asked for, each in its place until another takes it. */
  readonly #seen = new Uint32Array(SEEN_AT_MOST);
  #epoch = 0;

  /** @param memory bytes */
  constructor(memory: number) {
    this.#answers = new LRUCache({
      maxSize: Math.max(1, memory),
      maxEntrySize: Math.max(1, Math.floor(memory / 8)),
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

  /** A question asked once is seldom asked again, and keeping it would push out one that is. */
  offer(key: string, answer: CachedResponse, epoch: number): void {
    if (epoch !== this.#epoch) return;
    const hash = hashOf(key);
    const place = hash % SEEN_AT_MOST;
    // A copy: what is offered may only be lent.
    if (this.#seen[place] === hash) this.#answers.set(key, { ...answer, body: Buffer.from(answer.body) });
    else this.#seen[place] = hash;
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
