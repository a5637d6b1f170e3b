import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Milliseconds that an idle connection is kept when a process ends, by the reason. A client may be
 * sending its next request at the very moment its connection is closed, which it would see as a
 * failed request. Clients that send requests more often than this get `Connection: close` on a
 * response instead, and reconnect. A stop waits for this long; a process that has been replaced can
 * take its time.
 */
const LINGER = { stopped: 1_000, replaced: 10_000 };
/** Milliseconds that a client is given to close its side too. */
const CLOSES_WITHIN = 2_000;
const LOOKED_AT_EVERY = 50;

/** When there are too many connections, this fraction is closed at once: one in 32. */
const CLOSED_TOGETHER = 1 / 32;
/** Fraction of the maximum below which connections are no longer considered too many. */
const FEW = 3 / 4;

/** Why a process ends: the service stops, or another process replaces it. */
export type Why = keyof typeof LINGER;

/**
 * Seconds after which an ending process cuts all its connections.
 *
 * @param grace seconds for requests in flight
 */
export function cutAfter(why: Why, grace: number): number {
  return why === 'replaced' ? grace + LINGER.replaced / 1000 : grace;
}

interface Connection {
  readonly socket: Socket;
  /** Order of last use: higher is later. */
  used: number;
  /** The response to the latest request. */
  newest: ServerResponse | undefined;
  /** While draining: since when it is idle (performance.now), and the bytes received by then. */
  idle: { readonly since: number; readonly bytesRead: number } | undefined;
}

/** The connections of a server, and the latest request on each. */
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
   * @param most above which the idlest are closed
   *
   * @param onFull called when that begins
   */
  constructor(most = Infinity, onFull: () => void = () => undefined) {
    this.#most = most;
    this.#onFull = onFull;
  }

  /** Whether no more are accepted, and existing ones are to end. */
  get draining(): boolean {
    return this.#linger !== undefined;
  }

  /** Requests without a response yet, at most one per connection. */
  get unanswered(): number {
    let count = 0;
    for (const { newest } of this.#open.values()) if (newest?.headersSent === false) count += 1;
    return count;
  }

  /**
   * Returns false, and does nothing, if no more are accepted. If there are too many, closes the
   * idlest; this one if all others are busy.
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

  /** Closes the least recently used of the idle connections. */
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

  /** The response to the latest request on this connection. */
  newest(socket: Duplex): ServerResponse | undefined {
    return this.#open.get(socket)?.newest;
  }

  /**
   * Resolves when there are no connections left. Requests are still answered, and the last response
   * on each connection says that it is the last; idle connections are kept for LINGER and then
   * closed; after the grace period all are cut. Call again if less time remains than was given.
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
      // Runs after everything received meanwhile: what has been parsed by then is a request, and
      // gets a response.
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
      // Anything further is an incomplete request; other timeouts limit how long it may take.
      else if (socket.bytesRead === idle.bytesRead && now - idle.since >= linger) closeGently(socket);
    }
  }

  #closeAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy();
  }
}

/**
 * Half-closes and waits for the client to do the same, so that a request on its way does not meet a
 * reset.
 */
function closeGently(socket: Socket): void {
  if (socket.writableEnded) return;
  socket.end();
  const timer = setTimeout(() => socket.destroy(), CLOSES_WITHIN);
  socket.once('close', () => clearTimeout(timer));
}

/** Whether every request has its response. */
function isIdle({ newest }: Connection): boolean {
  return newest === undefined || newest.writableFinished || newest.destroyed;
}

/** Linux lists the limits of this process here; each connection needs an open file. */
const LIMITS = '/proc/self/limits';

/**
 * Open files of a process besides connections: database, threads, pipes. 41 on SQLite, with room to
 * spare.
 */
const OWN_FILES = 96;
const CONNECTIONS_AT_LEAST = 32;

/** How many open files each process needs. */
export const FILES_NEEDED = OWN_FILES + CONNECTIONS_AT_LEAST;

/** How many files this process may open; Infinity if unknown. */
export function openFilesLimit(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync(LIMITS, 'utf8'))?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** How many connections this process can hold. */
export function connectionsAtMost(): number {
  return Math.max(CONNECTIONS_AT_LEAST, openFilesLimit() - OWN_FILES);
}
