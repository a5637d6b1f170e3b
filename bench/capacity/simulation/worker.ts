import { mixed, Kept } from './kept.ts';
import { Threads, type Cores } from './processors.ts';

/** Seconds of processor time: of the thread that answers, and of others. */
export interface Work {
  readonly main: number;
  readonly other: number;
}

/** One of the things that people ask for. */
export interface Question {
  readonly id: number;
  readonly kind: QuestionKind;
}

/** What answering costs. */
export interface QuestionKind {
  /** How many talks are in the answer. */
  readonly talks: number;
  /** Put together anew. */
  readonly made: Work;
  /** Sent as it was kept whole; undefined where it is not kept. */
  readonly kept: Work | undefined;
  /** Put together for whoever has it already, and only asks whether it still holds. */
  readonly known: Work;
  /** Bytes that it takes when it is kept. */
  readonly size: number;
  /** Whether the client waits for the other threads too, as it does for those that compress. */
  readonly waits: boolean;
}

export interface WorkerOptions {
  readonly cores: Cores;
  /** How many talks there are. */
  readonly talks: number;
  /** Bytes for whole answers. */
  readonly answerMemory: number;
  /** Rendering a talk that has changed. */
  readonly render: Work;
}

/** libuv's threads, which compress. */
const POOL = 4;

/** A process that serves: an event loop, some threads beside it, what it keeps, and which talks it has to render anew. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #loop: Threads;
  readonly #pool: Threads;
  readonly #kept: Kept;
  readonly #stale: Uint8Array;
  answered = 0;
  fromKept = 0;
  rendered = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#loop = new Threads(options.cores, 1);
    this.#pool = new Threads(options.cores, POOL);
    this.#kept = new Kept(options.answerMemory);
    this.#stale = new Uint8Array(options.talks);
  }

  /** @param isKnown who asks has the answer, and asks whether it still holds */
  ask({ id, kind }: Question, isKnown: boolean, done: () => void): void {
    this.answered += 1;
    if (kind.kept !== undefined && this.#kept.has(id)) {
      this.fromKept += 1;
      this.#do(kind.kept, false, done);
      return;
    }
    const { epoch } = this.#kept;
    const { main, other } = this.#options.render;
    const stale = this.#takeStale(id, kind.talks);
    this.rendered += stale;
    const made = isKnown ? kind.known : kind.made;
    const work = { main: made.main + stale * main, other: made.other + stale * other };
    this.#do(work, kind.waits, () => {
      if (kind.kept !== undefined && !isKnown) this.#kept.offer(id, kind.size, epoch);
      done();
    });
  }

  /** Takes over a new version: the event loop stands still for so long, then nothing that is kept counts. */
  swap(pause: number, changed: Iterable<number>, done: () => void): void {
    this.#loop.do(pause, () => {
      this.#kept.clear();
      for (const talk of changed) this.#stale[talk] = 1;
      done();
    });
  }

  #do({ main, other }: Work, waits: boolean, done: () => void): void {
    if (!waits) {
      if (other > 0) this.#pool.do(other, () => undefined);
      this.#loop.do(main, done);
      return;
    }
    this.#loop.do(main, () => {
      this.#pool.do(other, done);
    });
  }

  /** How many of the question's talks have to be rendered; they then are. */
  #takeStale(id: number, talks: number): number {
    let stale = 0;
    const first = mixed(id);
    for (let i = 0; i < talks; i += 1) {
      const talk = (first + i) % this.#stale.length;
      stale += this.#stale[talk] ?? 0;
      this.#stale[talk] = 0;
    }
    return stale;
  }
}
