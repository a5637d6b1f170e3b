import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { StoreAddress } from './address.ts';
import type { ImportRow, RowBatch } from './rows.ts';
import type { ImportOptions } from './store-import.ts';
import { DiskFull, StoreUnavailable } from './store.ts';

/** Batches in flight: enough that the writer never waits, few enough to bound memory. */
const IN_FLIGHT = 3;
/** Milliseconds between attempts to begin while another import runs. */
const BEGIN_AGAIN = 50;
/** Milliseconds that a rollback may take. */
const UNDO = 2_000;

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/** A writer in a thread, so that records can be read and compared while rows are written. */
export class WritingThread {
  readonly #worker = idleThread();
  readonly #waiting: Waiting[] = [];
  readonly #inFlight: Promise<Reply>[] = [];
  #isNew = false;
  #place = 0;
  #hasEnded = false;

  private constructor() {
    this.#worker.on('message', (reply: Reply) => this.#waiting.shift()?.resolve(reply));
    this.#worker.on('error', (error: Error) => {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
  }

  /**
   * Begins an import's transaction once no other import runs.
   *
   * @throws StoreUnavailable; the signal's reason when that is aborted meanwhile
   */
  static async begin(
    address: StoreAddress,
    { replace, onWait, signal }: Pick<ImportOptions, 'replace' | 'onWait' | 'signal'>,
  ): Promise<WritingThread> {
    const thread = new WritingThread();
    try {
      let hasWaited = false;
      for (;;) {
        const reply = await thread.#ask({ verb: 'begin', address, replace });
        if (reply.outcome === 'begun') {
          thread.#isNew = reply.isNew;
          thread.#place = reply.place;
          return thread;
        }
        if (reply.outcome === 'again') continue;
        if (!hasWaited) onWait?.();
        hasWaited = true;
        signal?.throwIfAborted();
        await sleep(BEGIN_AGAIN);
        signal?.throwIfAborted();
      }
    } catch (error) {
      await thread.#worker.terminate();
      throw error;
    }
  }

  /** Whether there was no catalogue. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** Index of the host that is written to, in the address. */
  get place(): number {
    return this.#place;
  }

  /**
   * Resolves when the next batch can be sent, before this one is written. @throws StoreUnavailable for an earlier batch
   */
  async write(batch: RowBatch): Promise<void> {
    if (this.#hasEnded) throw new Error('The import has ended');
    const written = this.#ask({ verb: 'write', batch });
    // An error is thrown where it is awaited.
    written.catch(() => undefined);
    this.#inFlight.push(written);
    if (this.#inFlight.length > IN_FLIGHT) await this.#inFlight.shift();
  }

  async commit(row: ImportRow | undefined): Promise<void> {
    if (this.#hasEnded) throw new Error('The import has ended');
    await Promise.all(this.#inFlight);
    await this.#ask({ verb: 'commit', row });
    this.#hasEnded = true;
    keepThread(this.#worker);
  }

  /** Rolls back; does nothing once the import has ended. */
  async abandon(): Promise<void> {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const undone = Promise.allSettled(this.#inFlight).then(() => this.#ask({ verb: 'abandon' }));
    const late = sleep(UNDO, 'late' as const, { ref: false });
    let outcome: Reply | 'late' = 'late';
    try {
      outcome = await Promise.race([undone, late]);
    } finally {
      // A thread that waits for a server is terminated, which rolls back too.
      if (outcome === 'late') await this.#worker.terminate();
      else keepThread(this.#worker);
    }
  }

  async #ask(command: WriterCommand): Promise<Reply> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(command);
    });
    if (reply.outcome === 'unavailable') {
      const { message, full } = reply;
      throw full === undefined ? new StoreUnavailable(message) : new DiskFull(message, full);
    }
    if (reply.outcome === 'bug') throw reply.error;
    return reply;
  }
}

/** Milliseconds that a thread waits for the next import before it ends. */
const IDLE = 1_000;

let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

/**
 * A writing thread: that of an import that has just ended, or else a new one. Starting one takes longer than a small
 * import.
 */
function idleThread(): Worker {
  if (idle === undefined) return new Worker(new URL(import.meta.resolve('#store/writer-worker.ts')));
  const { worker, timer } = idle;
  idle = undefined;
  clearTimeout(timer);
  worker.ref();
  return worker;
}

/** Keeps the thread of a finished import for the next import, if that begins soon. */
function keepThread(worker: Worker): void {
  worker.removeAllListeners('message').removeAllListeners('error');
  worker.unref();
  if (idle !== undefined) {
    void worker.terminate();
    return;
  }
  const timer = setTimeout(() => {
    idle = undefined;
    void worker.terminate();
  }, IDLE).unref();
  idle = { worker, timer };
}

/** Commands to the writing thread, which sends one reply for each, in order. */
export type WriterCommand =
  /** To be repeated after `busy` and `again`. */
  | { readonly verb: 'begin'; readonly address: StoreAddress; readonly replace: boolean }
  | { readonly verb: 'write'; readonly batch: RowBatch }
  /** `row`: undefined if no record changed; the import may still have created the catalogue or changed provenance. */
  | { readonly verb: 'commit'; readonly row: ImportRow | undefined }
  | { readonly verb: 'abandon' };

export type Reply =
  | { readonly outcome: 'done' }
  | Begun
  /** Another import is running (`busy`), or has just created the catalogue (`again`): begin again. */
  | { readonly outcome: 'busy' | 'again' }
  /** A StoreUnavailable with this message; `full`: a DiskFull, with the path of the file. */
  | { readonly outcome: 'unavailable'; readonly message: string; readonly full?: string }
  | { readonly outcome: 'bug'; readonly error: unknown };

export interface Begun {
  readonly outcome: 'begun';
  /** Whether there was no catalogue before; others cannot read it until the commit. */
  readonly isNew: boolean;
  /** Index of the host that is written to, in the address; 0 for a file. */
  readonly place: number;
}

/** The transaction of one import: invisible to others until `commit`, and undone if the process dies. */
export interface EngineWriter {
  /**
   * `replace`: nothing need be kept, so the catalogue may be damaged; all provenance and corrections are deleted.
   * @throws StoreUnavailable
   */
  begin(replace: boolean): Promise<Begun | { readonly outcome: 'busy' | 'again' }>;
  /** @throws StoreUnavailable */
  write(batch: RowBatch): Promise<void>;
  /** @throws StoreUnavailable */
  commit(row: ImportRow | undefined): Promise<void>;
  /** Rolls back. Never fails; may be called at any time, and again. */
  abandon(): Promise<void>;
}
