import { Worker } from 'node:worker_threads';
import { CopyUnusable } from './copy-file.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { TermMatches, TextTerm } from '#store/store.ts';
import { timedOut, type CopyPoint } from './text-lanes.ts';

/** A request to the search thread, which sends one answer for each. */
export interface TextTask {
  readonly at: CopyPoint;
  /** None: the thread only opens the copy in this state, as long as it is there. */
  readonly terms: readonly TextTerm[] | undefined;
  /** Time limit. */
  readonly milliseconds: number;
}

/** Start parameters of the search thread. */
export interface TextThreadData {
  /** The version of the program, which the copy must be of. */
  readonly program: string;
  /** The thread's nice value, from 0 to 19. */
  readonly niceness: number;
}

export type TextAnswer =
  | { readonly outcome: 'found'; readonly found: TermMatches[] }
  | { readonly outcome: 'timed out' }
  /** The copy has gone on to another state. */
  | { readonly outcome: 'gone' }
  /** The copy is damaged. */
  | { readonly outcome: 'damaged' }
  | { readonly outcome: 'bug'; readonly error: unknown };

/** The copy has gone on to another state than the one that was asked for. */
export class CopyGone extends StoreUnavailable {
  constructor() {
    super('The catalogue has changed while it was searched. Try again.');
  }
}

/**
 * Milliseconds by which the thread may miss its limit. SQLite does not stop in the middle of reading a prefix's words.
 */
const GRACE = 3_000;

interface Waiting {
  readonly resolve: (found: TermMatches[]) => void;
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

  constructor(program: string, { niceness = 0, grace = GRACE } = {}) {
    this.#data = { program, niceness };
    this.#grace = grace;
  }

  /** Call it only after the last search has ended. @throws StoreUnavailable, also when it takes too long */
  async find(at: CopyPoint, terms: readonly TextTerm[], milliseconds: number): Promise<TermMatches[]> {
    const worker = (this.#worker ??= this.#begin());
    worker.ref();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
        timer = setTimeout(() => this.#end(timedOut()), milliseconds + this.#grace);
        worker.postMessage({ at, terms, milliseconds } satisfies TextTask);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
      // An idle thread must not keep the process alive.
      worker.unref();
    }
  }

  /** Keeps this state open for later searches, if the thread runs. */
  open(at: CopyPoint): void {
    this.#worker?.postMessage({ at, terms: undefined, milliseconds: 0 } satisfies TextTask);
  }

  close(): void {
    this.#end(new StoreUnavailable('The copy has been closed.'));
  }

  #begin(): Worker {
    const worker = new Worker(new URL(import.meta.resolve('#replica/text-worker.ts')), {
      workerData: this.#data,
    });
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
    else if (answer.outcome === 'gone') this.#waiting?.reject(new CopyGone());
    else if (answer.outcome === 'damaged') this.#waiting?.reject(new CopyUnusable('its words cannot be read'));
    else this.#waiting?.reject(answer.error);
  }

  #end(error: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#waiting?.reject(error);
    void worker?.terminate();
  }
}
