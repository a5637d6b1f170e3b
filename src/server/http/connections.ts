import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Milliseconds that a connection on which nothing is asked is still kept when a process ends, by why it ends. A client may
 * be sending its next request at the very moment at which its connection is closed, and to the client that is a failed
 * request. One that asks more often than this is told instead, by `Connection: close` on an answer, and comes back on
 * another connection. A stop waits for it; a process that another one has replaced can take its time.
 */
const LINGER = { stopped: 1_000, replaced: 10_000 };
/** Milliseconds that a client is given to close its side too. */
const CLOSES_WITHIN = 2_000;
const LOOKED_AT_EVERY = 50;

/** Of all connections, so many are closed together when there are too many: one in 32. */
const CLOSED_TOGETHER = 1 / 32;
/** Of all that there may be, so many are few again. */
const FEW = 3 / 4;

/** Why a process ends: the service stops, or another process serves in its place. */
export type Why = keyof typeof LINGER;

/** Seconds after which all connections of a process that ends are cut. @param grace seconds that requests in flight are given */
export function cutAfter(why: Why, grace: number): number {
  return why === 'replaced' ? grace + LINGER.replaced / 1000 : grace;
}

interface Connection {
  readonly socket: Socket;
  /** When it was last used: higher for later. */
  used: number;
  /** The answer to the last request that came. */
  newest: ServerResponse | undefined;
  /** While draining: since when nothing is asked (performance.now), and how much had come by then. */
  idle: { readonly since: number; readonly bytesRead: number } | undefined;
}

/** The connections that a server has, and what was last asked on each. */
export class Connections {
  readonly #open = new Map<Duplex, Connection>();
  readonly #most: number;
  readonly #onFull: () => void;
  #isFull = false;
  #uses = 0;
  #linger: number | undefined;
  #drained: Promise<void> | undefined;
  #cut: NodeJS.Timeout | undefined;
  #gone = false;
  #onNone: () => void = () => undefined;

  /**
   * @param most when there are more, the idlest are closed
   * @param onFull called when that begins
   */
  constructor(most = Infinity, onFull: () => void = () => undefined) {
    this.#most = most;
    this.#onFull = onFull;
  }

  /** Whether no more are to come, and those that there are are to end. */
  get draining(): boolean {
    return this.#linger !== undefined;
  }

  /** Requests that have no answer yet, at most one a connection. */
  get unanswered(): number {
    let count = 0;
    for (const { newest } of this.#open.values()) if (newest?.headersSent === false) count += 1;
    return count;
  }

  /**
   * Returns false, and does nothing, when it is too late for another. When there are too many, the idlest are closed; this
   * one is if all others are at work.
   */
  add(socket: Socket): boolean {
    if (this.#gone) return false;
    if (this.#open.size >= this.#most) this.#makeRoom();
    if (this.#open.size >= this.#most) {
      socket.destroy();
      return true;
    }
    this.#open.set(socket, { socket, used: (this.#uses += 1), newest: undefined, idle: undefined });
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size < this.#most * FEW) this.#isFull = false;
      if (this.#open.size === 0) this.#onNone();
    });
    return true;
  }

  /** Closes those that were used longest ago, of those on which nothing is to be answered. */
  #makeRoom(): void {
    if (!this.#isFull) this.#onFull();
    this.#isFull = true;
    const idle = [...this.#open.values()].filter(isIdle).sort((a, b) => a.used - b.used);
    for (const { socket } of idle.slice(0, Math.ceil(this.#most * CLOSED_TOGETHER))) {
      this.#open.delete(socket);
      socket.destroy();
    }
  }

  asked(socket: Socket, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection === undefined) return;
    connection.newest = response;
    connection.used = this.#uses += 1;
    connection.idle = undefined;
  }

  /** The answer to the last request that came on this connection. */
  newest(socket: Duplex): ServerResponse | undefined {
    return this.#open.get(socket)?.newest;
  }

  /**
   * Resolves when there are no connections any more. What was asked is answered, and the last answer on each
   * connection says that it is the last; connections on which nothing is asked are kept for LINGER and then closed;
   * after the grace all are cut. To be called again when there is less time than was said.
   */
  drain(why: Why, graceSeconds: number): Promise<void> {
    this.#linger = LINGER[why];
    clearTimeout(this.#cut);
    if (!this.#gone) this.#cut = setTimeout(() => this.#closeAll(), cutAfter(why, graceSeconds) * 1000);
    return (this.#drained ??= this.#drain());
  }

  async #drain(): Promise<void> {
    for (const { newest } of this.#open.values())
      if (newest?.headersSent === false) newest.setHeader('Connection', 'close');
    this.#closeIdle();
    if (this.#open.size > 0) {
      // Behind everything that came meanwhile: what is read by then is a question, and is answered.
      const looking = setInterval(() => setImmediate(() => this.#closeIdle()), LOOKED_AT_EVERY);
      await new Promise<void>((resolve) => (this.#onNone = resolve));
      clearInterval(looking);
    }
    clearTimeout(this.#cut);
    this.#gone = true;
  }

  #closeIdle(): void {
    const now = performance.now();
    const linger = this.#linger ?? Infinity;
    for (const connection of this.#open.values()) {
      const { socket, newest, idle } = connection;
      if (!isIdle(connection)) continue;
      if (idle === undefined) connection.idle = { since: now, bytesRead: newest === undefined ? 0 : socket.bytesRead };
      // If more has come it is half a request; how long the rest may take is limited elsewhere.
      else if (socket.bytesRead === idle.bytesRead && now - idle.since >= linger) closeGently(socket);
    }
  }

  #closeAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
  }
}

/** Says that there is no more to come, and waits for the client to say so: a request on its way is not met by a reset. */
function closeGently(socket: Socket): void {
  if (socket.writableEnded) return;
  socket.end();
  const timer = setTimeout(() => socket.destroy(), CLOSES_WITHIN);
  socket.once('close', () => clearTimeout(timer));
}

/** Whether everything that was asked is answered. */
function isIdle({ newest }: Connection): boolean {
  return newest === undefined || newest.writableFinished || newest.destroyed;
}
