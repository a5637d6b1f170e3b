import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { unavailable } from '#server/http/errors.ts';
import { answerMalformed } from '#server/http/malformed.ts';
import { connectionsAtMost } from '#server/http/connections.ts';
import { unavailableLog } from '#server/http/rejection-log.ts';
import type { WorkerProcess } from './worker-process.ts';

/** How many connections may wait for a worker; more are turned away. */
const WAITING_AT_MOST = Math.min(1_000, connectionsAtMost());

/** Hands each connection to the worker with the fewest; connections wait if there is no worker. */
export class ConnectionDispatcher {
  readonly #workers: () => Iterable<WorkerProcess>;
  readonly #turnAway: (socket: Socket) => void;
  readonly #waitAtMost: number;
  #waiting: { readonly socket: Socket; readonly since: number }[] = [];
  #isClosed = false;

  /**
   * @param turnAway ends a connection that no worker can take, without reading its request
   * @param waitAtMost milliseconds that a connection waits for a worker
   */
  constructor(workers: () => Iterable<WorkerProcess>, turnAway: (socket: Socket) => void, waitAtMost: number) {
    this.#workers = workers;
    this.#turnAway = turnAway;
    this.#waitAtMost = waitAtMost;
  }

  take(socket: Socket): void {
    // The worker handles errors of the connection.
    socket.on('error', () => undefined);
    if (this.#isClosed || this.#waiting.length >= WAITING_AT_MOST) this.#turnAway(socket);
    else this.#waiting.push({ socket, since: performance.now() });
    this.serve();
  }

  /** Takes back a connection that its worker did not accept. */
  takeBack(socket: Socket): void {
    if (this.#isClosed) this.#turnAway(socket);
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

  /** Turns away connections that have waited too long. Call from time to time. */
  turnAwayLate(): void {
    const late = performance.now() - this.#waitAtMost;
    for (const { socket } of this.#waiting.filter(({ since }) => since < late)) this.#turnAway(socket);
    this.#waiting = this.#waiting.filter(({ since }) => since >= late);
  }

  close(): void {
    this.#isClosed = true;
    for (const { socket } of this.#waiting) this.#turnAway(socket);
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

/**
 * Answers 503, whatever the request is. Just closing the connection would reset it, since the request is unread, and
 * clients take a reset for a broken server; after a 503 they try again.
 */
export function turnAway(baseUrl: string, log: Logger): (socket: Socket) => void {
  const refuse = answerMalformed(baseUrl, { log, accessLog: undefined }, () => undefined);
  const rejections = unavailableLog(log);
  return (socket) => {
    rejections.rejected(NO_WORKER, undefined);
    refuse(unavailable(NO_WORKER), socket);
    // Drops what the client sends.
    socket.resume();
  };
}

const NO_WORKER = 'No worker is ready';
