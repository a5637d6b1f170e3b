import type { Events } from './events.ts';

/**
 * The processors of one machine, which whoever is busy shares evenly, as an operating system shares them: with n busy
 * on c cores each goes on at c/n of full speed, or at full speed while there are not more of them than cores.
 */
export class Cores {
  readonly #events: Events;
  readonly #count: number;
  /** Seconds of work that each who was busy all the time would have got done. */
  #progress = 0;
  #since = 0;
  /** In the order in which they will be done. */
  readonly #busy: { readonly until: number; readonly done: () => void }[] = [];
  /** Which of the planned wakings counts. */
  #planned = 0;
  #used = 0;

  constructor(events: Events, count: number) {
    this.#events = events;
    this.#count = count;
  }

  /** Seconds of processor time used so far. */
  get used(): number {
    this.#goOn();
    return this.#used;
  }

  run(work: number, done: () => void): void {
    this.#goOn();
    const until = this.#progress + work;
    let at = this.#busy.length;
    while (at > 0 && (this.#busy[at - 1]?.until ?? 0) > until) at -= 1;
    this.#busy.splice(at, 0, { until, done });
    this.#plan();
  }

  get #speed(): number {
    return Math.min(1, this.#count / Math.max(1, this.#busy.length));
  }

  #goOn(): void {
    const passed = this.#events.now - this.#since;
    this.#since = this.#events.now;
    this.#progress += passed * this.#speed;
    this.#used += passed * this.#speed * this.#busy.length;
  }

  #plan(): void {
    const planned = (this.#planned += 1);
    const [next] = this.#busy;
    if (next === undefined) return;
    this.#events.after(Math.max(0, next.until - this.#progress) / this.#speed, () => {
      if (planned === this.#planned) this.#finish();
    });
  }

  #finish(): void {
    this.#goOn();
    const next = this.#busy.shift();
    if (next === undefined) return;
    // Sums of many small steps are not exact.
    this.#progress = Math.max(this.#progress, next.until);
    next.done();
    this.#plan();
  }
}

/** Threads of which each does one thing at a time, with one queue before them; one for an event loop. */
export class Threads {
  readonly #cores: Cores;
  readonly #queue: { readonly work: number; readonly done: () => void }[] = [];
  #first = 0;
  #free: number;

  constructor(cores: Cores, count: number) {
    this.#cores = cores;
    this.#free = count;
  }

  do(work: number, done: () => void): void {
    this.#queue.push({ work, done });
    this.#next();
  }

  #next(): void {
    const task = this.#queue[this.#first];
    if (this.#free === 0 || task === undefined) return;
    this.#first += 1;
    if (this.#first > 1024 && this.#first * 2 > this.#queue.length) {
      this.#queue.splice(0, this.#first);
      this.#first = 0;
    }
    this.#free -= 1;
    this.#cores.run(task.work, () => {
      this.#free += 1;
      task.done();
      this.#next();
    });
  }
}
