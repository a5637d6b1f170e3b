/** Virtual time, in seconds, and what happens in it: acts in the order of their times, those of one time as they were given. */
export class Events {
  #now = 0;
  #given = 0;
  /** A binary heap: no event is later than the two at twice its place. */
  readonly #heap: Event[] = [];

  get now(): number {
    return this.#now;
  }

  /** @param delay seconds, 0 or more */
  after(delay: number, act: () => void): void {
    const event = { time: this.#now + delay, order: (this.#given += 1), act };
    let at = this.#heap.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = this.#heap[above];
      if (parent === undefined || !isBefore(event, parent)) break;
      this.#heap[at] = parent;
      at = above;
    }
    this.#heap[at] = event;
  }

  /** Lets time pass until then, or until nothing is to happen any more. */
  run(until: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.time <= until; next = this.#heap[0]) {
      this.#removeFirst();
      this.#now = next.time;
      next.act();
    }
    this.#now = Math.max(this.#now, until);
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const less = left !== undefined && right !== undefined && isBefore(right, left) ? right : left;
      if (less === undefined || !isBefore(less, last)) break;
      heap[at] = less;
      at = less === right ? 2 * at + 2 : 2 * at + 1;
    }
    heap[at] = last;
  }
}

interface Event {
  readonly time: number;
  readonly order: number;
  readonly act: () => void;
}

function isBefore(a: Event, b: Event): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}
