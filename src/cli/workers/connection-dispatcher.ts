import type { Socket } from 'node:net';
import { connectionsAtMost } from '#server/http/open-files.ts';
import type { WorkerProcess } from './worker-process.ts';

/** How long a connection waits for a worker, and how many do; who comes then is turned away. */
const WAITS_AT_MOST = 10_000;
const WAITING_AT_MOST = Math.min(1_000, connectionsAtMost());

/** Gives every connection to the worker that has the fewest; while there is none, connections wait. */
export class ConnectionDispatcher {
  readonly #workers: () => Iterable<WorkerProcess>;
  #waiting: { readonly socket: Socket; readonly since: number }[] = [];
  #isClosed = false;

  constructor(workers: () => Iterable<WorkerProcess>) {
    this.#workers = workers;
  }

  take(socket: Socket): void {
    // Whatever becomes of it is for the worker to find out.
    socket.on('error', () => undefined);
    if (this.#isClosed || this.#waiting.length >= WAITING_AT_MOST) socket.destroy();
    else this.#waiting.push({ socket, since: performance.now() });
    this.serve();
  }

  /** One that was given already, and was not taken. */
  takeBack(socket: Socket): void {
    if (this.#isClosed) socket.destroy();
    else this.#waiting.unshift({ socket, since: performance.now() });
    this.serve();
  }

  /** To be called whenever a worker may have become free. */
  serve(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#choose();
      if (worker === undefined) return;
      const next = this.#waiting.shift();
      if (next !== undefined) worker.hand(next.socket);
    }
  }

  /** To be called now and then. */
  turnAwayLate(): void {
    const late = performance.now() - WAITS_AT_MOST;
    for (const { socket } of this.#waiting.filter(({ since }) => since < late)) socket.destroy();
    this.#waiting = this.#waiting.filter(({ since }) => since >= late);
  }

  close(): void {
    this.#isClosed = true;
    for (const { socket } of this.#waiting) socket.destroy();
    this.#waiting = [];
  }

  /** Only while no worker is ready, one that says itself that it is not: the client is told so. */
  #choose(): WorkerProcess | undefined {
    const serving = [...this.#workers()].filter(({ stage }) => stage === 'serving' || stage === 'ready');
    const ready = serving.filter(({ stage }) => stage === 'ready');
    let chosen: WorkerProcess | undefined;
    for (const worker of ready.length > 0 ? ready : serving) {
      if (worker.isFree && (chosen === undefined || worker.connections < chosen.connections)) chosen = worker;
    }
    return chosen;
  }
}
