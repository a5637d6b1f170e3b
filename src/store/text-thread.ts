import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from './store.ts';
import type { AtVersion, TermMatches, TextTerm } from './store.ts';

/** What the thread that searches is asked; it answers each with one answer, in order. */
export interface TextTask {
  readonly id: number;
  readonly terms: readonly TextTerm[];
}

export type TextAnswer = { readonly id: number } & (
  | { readonly outcome: 'found'; readonly found: AtVersion<TermMatches[]> }
  /** A StoreUnavailable with this message. */
  | { readonly outcome: 'unavailable'; readonly message: string }
  | { readonly outcome: 'bug'; readonly error: unknown }
);

/** Milliseconds. */
const LONGEST = 3_000;
/** Searches that wait. More would not be answered in time. */
const MOST_WAITING = 200;

interface Waiting {
  readonly resolve: (found: AtVersion<TermMatches[]>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Searches a catalogue's text in a thread of its own: a word that every talk has takes as long as there are talks, and
 * nobody else is to wait for that. Begun when first asked, and again after it has failed.
 */
export class TextThread {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #longest: number;
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  /** @param longest milliseconds that a search may take, with its waiting for those before it */
  constructor(path: string, longest = LONGEST) {
    this.#path = path;
    this.#longest = longest;
  }

  /** @throws StoreUnavailable, also when it takes too long */
  async find(terms: readonly TextTerm[]): Promise<AtVersion<TermMatches[]>> {
    if (this.#isClosed) throw closed();
    if (this.#waiting.size >= MOST_WAITING) throw overdue();
    const id = ++this.#lastId;
    const worker = (this.#worker ??= this.#begin());
    worker.ref();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        // Nothing else ends a search that SQLite is at.
        timer = setTimeout(() => this.#end(overdue()), this.#longest);
        worker.postMessage({ id, terms } satisfies TextTask);
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
      // What nobody waits for keeps no process alive.
      if (this.#waiting.size === 0) worker.unref();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#end(closed());
  }

  #begin(): Worker {
    const worker = new Worker(new URL(import.meta.resolve('#store/text-worker.ts')), { workerData: this.#path });
    worker.on('message', (answer: TextAnswer) => this.#settle(answer));
    worker.on('error', (error) => {
      if (this.#worker === worker) this.#end(error);
    });
    return worker;
  }

  #settle(answer: TextAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (answer.outcome === 'found') waiting?.resolve(answer.found);
    else if (answer.outcome === 'unavailable') waiting?.reject(new StoreUnavailable(answer.message));
    else waiting?.reject(answer.error);
  }

  #end(error: unknown): void {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    void worker?.terminate();
  }
}

function overdue(): StoreUnavailable {
  return new StoreUnavailable('The catalogue has more to search through than it can in time. Try again.');
}

function closed(): StoreUnavailable {
  return new StoreUnavailable('The store has been closed.');
}
