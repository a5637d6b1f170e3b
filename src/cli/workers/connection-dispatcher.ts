import type { Socket } from 'node:net';
import { connectionsAtMost } from '#server/http/open-files.ts';
import type { WorkerProcess } from './worker-process.ts';

/**
 * How long connections wait for a worker, in milliseconds, and how many may wait; more are closed.
 */
const WAITS_AT_MOST = 10_000;
const WAITING_AT_MOST = Math.min(1_000, connectionsAtMost());

/** Hands each connection to the worker with the fewest; connections wait if there is no worker. */
export class ConnectionDispatcher {
  readonly #workers: () => Iterable<WorkerProcess>;
  #waiting: { readonly socket: Socket; readonly since: number }[] = [];
  #isClosed = false;

  constructor(workers: () => Iterable<WorkerProcess>) {
    this.#workers = workers;
  }

  take(socket: Socket): void {
    // The worker handles errors of the connection.
    socket.on('error', () => undefined);
    if (this.#isClosed || this.#waiting.length >= WAITING_AT_MOST) socket.destroy();
    else this.#waiting.push({ socket, since: performance.now() });
    this.serve();
  }

  /** Takes back a connection that its worker did not accept. */
  takeBack(socket: Socket): void {
    if (this.#isClosed) socket.destroy();
    else this.#waiting.unshift({ socket, since: performance.now() });
    this.serve();
  }

  /** Call whenever a worker may have become free. */
  serve(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#choose();
      if (worker === undefined) return;
      const next = this.#waiting.shift();
      if (next !== undefined) worker.hand(next.socket);
    }
  }

  /** Closes connections that have waited too long. Call from time to time. */
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

  /** While no worker is ready, uses one that is still starting, which tells the client so. */
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
