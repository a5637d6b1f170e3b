import { codeOf } from '#catalogue/error-code.ts';
import type { PostgresAddress } from '../address.ts';
import { StoreUnavailable } from '../store.ts';
import { Connection } from './connection.ts';
import type { Ask } from './connection.ts';
import { connectTo } from './location.ts';
import { TalkReader } from './talk.ts';
import { CutOff, isCut } from './trouble.ts';

/** The most connections to a host. A query takes milliseconds: more would only make the server slower. */
const MAX_CONNECTIONS = 4;
/** Milliseconds after which an idle connection is closed. */
const IDLE = 30_000;

/**
 * The chosen host, its connections, and the records that were read from it. Not to be used again once it has failed.
 */
export class OpenCatalogue {
  readonly talks = new TalkReader();
  readonly place: number;
  readonly #address: PostgresAddress;
  readonly #idle: Idle[] = [];
  readonly #waiting: ((connection: Connection | undefined) => void)[] = [];
  #connections = 1;
  #isClosed = false;

  private constructor(address: PostgresAddress, first: Connection) {
    this.#address = address;
    this.place = first.place;
    this.#release(first);
  }

  /** @throws StoreUnavailable */
  static async open(address: PostgresAddress): Promise<OpenCatalogue> {
    return new OpenCatalogue(address, await connectTo(address));
  }

  /** Uses a connection until `end`, in the time of performance.now(). Throws errors of the driver as they are. */
  use<T>(end: number, use: (ask: Ask) => Promise<T>): Promise<T> {
    return this.#with(end, (connection) => use((text, values = []) => connection.query(text, values, left(end))));
  }

  async #with<T>(end: number, use: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#take(end);
    try {
      return await use(connection);
    } catch (error) {
      if (isCut(error)) connection.cut();
      throw error;
    } finally {
      this.#release(connection);
    }
  }

  /** Connections in use are closed when they are released. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const wait of this.#waiting.splice(0)) wait(undefined);
    await Promise.all(this.#idle.splice(0).map((idle) => idle.close()));
  }

  async #take(end: number): Promise<Connection> {
    for (;;) {
      if (this.#isClosed) throw new CutOff();
      const connection = this.#idle.pop()?.taken();
      if (connection?.isUsable === true) return connection;
      if (connection !== undefined) {
        this.#connections--;
        continue;
      }
      const another = this.#connections < MAX_CONNECTIONS ? await this.#another() : undefined;
      if (another !== undefined) return another;
      // A connection may have been released meanwhile.
      if (this.#idle.length > 0) continue;
      const handed = await this.#handedOver(end);
      if (handed !== undefined) return handed;
    }
  }

  /** Undefined: the server allows no more connections, but some are in use and will be released. */
  async #another(): Promise<Connection | undefined> {
    this.#connections++;
    try {
      return await Connection.open(this.#address, this.place);
    } catch (error) {
      this.#connections--;
      if (this.#connections === 0) throw error;
      return undefined;
    }
  }

  #handedOver(end: number): Promise<Connection | undefined> {
    return new Promise((resolve, reject) => {
      const take = (connection: Connection | undefined): void => {
        clearTimeout(timer);
        resolve(connection);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(new StoreUnavailable('Too many text searches are waiting for the database. Try again.'));
      }, left(end));
      this.#waiting.push(take);
    });
  }

  #release(connection: Connection): void {
    if (connection.isUsable && !this.#isClosed) {
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(new Idle(connection, (idle) => this.#forget(idle)));
      else next(connection);
      return;
    }
    this.#connections--;
    if (connection.isUsable) void connection.close();
    // The next in line opens a new connection.
    this.#waiting.shift()?.(undefined);
  }

  #forget(idle: Idle): void {
    const at = this.#idle.indexOf(idle);
    // Keep one, for regular polling.
    if (at === -1 || this.#idle.length === 1) return;
    this.#idle.splice(at, 1);
    this.#connections--;
    void idle.close();
  }
}

/** An idle connection. */
class Idle {
  readonly #connection: Connection;
  readonly #timer: NodeJS.Timeout;

  constructor(connection: Connection, onLong: (idle: Idle) => void) {
    this.#connection = connection;
    this.#timer = setTimeout(() => {
      onLong(this);
    }, IDLE);
    this.#timer.unref();
  }

  taken(): Connection {
    clearTimeout(this.#timer);
    return this.#connection;
  }

  async close(): Promise<void> {
    await this.taken().close();
  }
}

function left(end: number): number {
  return Math.max(1, end - performance.now());
}
