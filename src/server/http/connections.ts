import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * How long a connection on which nothing is asked is still kept when the service stops; milliseconds. A client may be
 * sending its next request at the very moment at which its connection is closed, and to the client that is a failed
 * request. One that asks more often than this is told instead, by `Connection: close` on an answer, and comes back on
 * another connection. Longer would only delay a stop: whoever asks more seldom is as unlikely to hit the moment.
 */
const LINGER = 1_000;
const LOOKED_AT_EVERY = 50;

interface Connection {
  readonly socket: Socket;
  /** The answer to the last request that came. */
  newest: ServerResponse | undefined;
  /** While draining: since when nothing is asked (performance.now), and how much had come by then. */
  idle: { readonly since: number; readonly bytesRead: number } | undefined;
}

/** The connections that a server has, and what was last asked on each. */
export class Connections {
  readonly #open = new Map<Duplex, Connection>();
  #draining = false;
  #gone = false;
  #onNone: () => void = () => undefined;

  /** Whether no more are to come, and those that there are are to end. */
  get draining(): boolean {
    return this.#draining;
  }

  /** Requests that have no answer yet, at most one a connection. */
  get unanswered(): number {
    let count = 0;
    for (const { newest } of this.#open.values()) if (newest?.headersSent === false) count += 1;
    return count;
  }

  /** Returns false, and does nothing, when it is too late for another. */
  add(socket: Socket): boolean {
    if (this.#gone) return false;
    this.#open.set(socket, { socket, newest: undefined, idle: undefined });
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#onNone();
    });
    return true;
  }

  asked(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.newest = response;
    connection.idle = undefined;
  }

  /** The answer to the last request that came on this connection. */
  newest(socket: Duplex): ServerResponse | undefined {
    return this.#open.get(socket)?.newest;
  }

  /**
   * Resolves when there are no connections any more. What was asked is answered, and the last answer on each
   * connection says that it is the last; connections on which nothing is asked are kept for LINGER and then closed;
   * after the grace all are cut.
   */
  async drain(graceSeconds: number): Promise<void> {
    this.#draining = true;
    for (const { newest } of this.#open.values())
      if (newest?.headersSent === false) newest.setHeader('Connection', 'close');
    this.#closeIdle();
    if (this.#open.size > 0) {
      // Behind everything that came meanwhile: what is read by then is a question, and is answered.
      const looking = setInterval(() => setImmediate(() => this.#closeIdle()), LOOKED_AT_EVERY);
      const cut = setTimeout(() => this.#closeAll(), graceSeconds * 1000);
      await new Promise<void>((resolve) => (this.#onNone = resolve));
      clearInterval(looking);
      clearTimeout(cut);
    }
    this.#gone = true;
  }

  #closeIdle(): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      const { socket, newest, idle } = connection;
      if (newest !== undefined && !newest.writableFinished && !newest.destroyed) continue;
      if (idle === undefined) connection.idle = { since: now, bytesRead: newest === undefined ? 0 : socket.bytesRead };
      // If more has come it is half a request; how long the rest may take is limited elsewhere.
      else if (socket.bytesRead === idle.bytesRead && now - idle.since >= LINGER) socket.destroy();
    }
  }

  #closeAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
  }
}
