import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from './store.ts';
import type { AtVersion, TermMatches, TextTerm } from './store.ts';
import { timedOut } from './text-lanes.ts';

/** A request to the search thread, which sends one answer for each. */
export interface TextTask {
  readonly terms: readonly TextTerm[];
  /** Time limit. */
  readonly milliseconds: number;
}

/** Start parameters of the search thread. */
export interface TextThreadData {
  /** Path of the SQLite file. */
  readonly path: string;
  /** The thread's nice value, from 0 to 19. */
  readonly niceness: number;
}

export type TextAnswer =
  | { readonly outcome: 'found'; readonly found: AtVersion<TermMatches[]> }
  | { readonly outcome: 'timed out' }
  /** A StoreUnavailable with this message. */
  | { readonly outcome: 'unavailable'; readonly message: string }
  | { readonly outcome: 'bug'; readonly error: unknown };

/**
 * Milliseconds by which the thread may miss its limit. SQLite does not stop in the middle of reading a prefix's words.
 */
const GRACE = 3_000;

interface Waiting {
  readonly resolve: (found: AtVersion<TermMatches[]>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Searches a catalogue's text in a thread, one task at a time. The thread starts with the first task, and again after a
 * failure.
 */
export class TextThread {
  readonly #data: TextThreadData;
  readonly #grace: number;
  #worker: Worker | undefined;
  #waiting: Waiting | undefined;

  constructor(path: string, { niceness = 0, grace = GRACE } = {}) {
    this.#data = { path, niceness };
    this.#grace = grace;
  }

  /** Call it only after the last search has ended. @throws StoreUnavailable, also when it takes too long */
  async find(terms: readonly TextTerm[], milliseconds: number): Promise<AtVersion<TermMatches[]>> {
    const worker = (this.#worker ??= this.#begin());
    worker.ref();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
        timer = setTimeout(() => this.#end(timedOut()), milliseconds + this.#grace);
        worker.postMessage({ terms, milliseconds } satisfies TextTask);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
      // An idle thread must not keep the process alive.
      worker.unref();
    }
  }

  close(): void {
    this.#end(new StoreUnavailable('The store has been closed.'));
  }

  #begin(): Worker {
    const worker = new Worker(new URL(import.meta.resolve('#store/text-worker.ts')), { workerData: this.#data });
    worker.on('message', (answer: TextAnswer) => {
      if (this.#worker === worker) this.#settle(answer);
    });
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#end(error);
    });
    return worker;
  }

  #settle(answer: TextAnswer): void {
    if (answer.outcome === 'found') this.#waiting?.resolve(answer.found);
    else if (answer.outcome === 'timed out') this.#waiting?.reject(timedOut());
    else if (answer.outcome === 'unavailable') this.#waiting?.reject(new StoreUnavailable(answer.message));
    else this.#waiting?.reject(answer.error);
  }

  #end(error: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#waiting?.reject(error);
    void worker?.terminate();
  }
}
