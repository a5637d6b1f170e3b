const PLACES = 16_384;

/** src/server/http/response-cache.ts with sizes in place of answers: kept from the second time, least recently asked for first to go. */
export class Kept {
  readonly #room: number;
  readonly #sizes = new Map<number, number>();
  readonly #seen = new Uint32Array(PLACES);
  #used = 0;
  #epoch = 0;

  /** @param room bytes */
  constructor(room: number) {
    this.#room = room;
  }

  get epoch(): number {
    return this.#epoch;
  }

  has(question: number): boolean {
    const size = this.#sizes.get(question);
    if (size === undefined) return false;
    // A map keeps its order: the first is the one longest not asked for.
    this.#sizes.delete(question);
    this.#sizes.set(question, size);
    return true;
  }

  offer(question: number, size: number, epoch: number): void {
    if (epoch !== this.#epoch || this.#sizes.has(question)) return;
    const hash = mixed(question);
    if (this.#seen[hash % PLACES] !== hash) {
      this.#seen[hash % PLACES] = hash;
      return;
    }
    this.#sizes.set(question, size);
    this.#used += size;
    for (const [oldest, bytes] of this.#sizes) {
      if (this.#used <= this.#room) break;
      this.#sizes.delete(oldest);
      this.#used -= bytes;
    }
  }

  clear(): void {
    this.#epoch += 1;
    this.#sizes.clear();
    this.#used = 0;
  }
}

/** A number that looks nothing like it: MurmurHash3's finaliser; never 0, which is an empty place. */
export function mixed(number: number): number {
  let hash = Math.imul(number + 1, 0x9e3779b9);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
