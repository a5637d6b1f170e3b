/** An LRU cache with a limit in bytes: a client that pages through an answer asks for the same one again. */
export class RecentLists<T extends { readonly bytes: number }> {
  readonly #limit: number;
  readonly #lists = new Map<string, T>();
  #bytes = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): T | undefined {
    const list = this.#lists.get(key);
    if (list === undefined) return undefined;
    // A map keeps its order: the first is the least recently used.
    this.#lists.delete(key);
    this.#lists.set(key, list);
    return list;
  }

  set(key: string, list: T): void {
    if (list.bytes > this.#limit) return;
    this.#forget(key);
    this.#lists.set(key, list);
    this.#bytes += list.bytes;
    for (const oldest of this.#lists.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#lists.get(key)?.bytes ?? 0;
    this.#lists.delete(key);
  }
}
