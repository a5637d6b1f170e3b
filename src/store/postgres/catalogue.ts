import { describe } from '../address.ts';
import type { PostgresAddress } from '../address.ts';
import { StoreUnavailable } from '../store.ts';
import type { Ask } from '../sql.ts';
import type { Connection } from './connection.ts';
import { connectTo } from './location.ts';
import { BEGIN_READING } from './schema.ts';
import { CutOff, TimedOut, asStoreError, isCut } from './trouble.ts';

/** Milliseconds for which all reads fail at once after the database could not be reached, before the next attempt. */
const FAIL_FAST = 1_000;

/**
 * The catalogue at an address, read over one connection, one read after the other. Chooses a host when one is needed,
 * and again whenever the connection fails.
 */
export class CurrentCatalogue {
  readonly #address: PostgresAddress;
  readonly #where: string;
  readonly #milliseconds: number;
  #connection: Connection | undefined;
  /** One attempt to connect; a read that does not wait for its end leaves it to the next. */
  #opening: Promise<Connection> | undefined;
  #failure: { readonly error: unknown; readonly until: number } | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** @param milliseconds time limit of a read, waiting included */
  constructor(address: PostgresAddress, milliseconds: number) {
    this.#address = address;
    this.#where = describe(address);
    this.#milliseconds = milliseconds;
  }

  /** The index of the chosen host in the address. @throws StoreUnavailable */
  place(): Promise<number> {
    return this.#inTurn(async (end) => (await this.#current(end)).place);
  }

  /** Reads; tries once more if the connection turns out to have been cut. @throws StoreUnavailable */
  read<T>(read: (ask: Ask) => Promise<T>): Promise<T> {
    return this.#inTurn(async (end) => {
      try {
        return await this.#reading(end, read);
      } catch (error) {
        if (!isCut(error) || error instanceof TimedOut) throw error;
        return this.#reading(end, read);
      }
    });
  }

  /** The same for more than one statement, all of which see one state. */
  readOneState<T>(read: (ask: Ask) => Promise<T>): Promise<T> {
    return this.read(async (ask) => {
      await ask(BEGIN_READING);
      try {
        return await read(ask);
      } finally {
        await ask('COMMIT');
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
    this.#connection = undefined;
  }

  #inTurn<T>(act: (end: number) => Promise<T>): Promise<T> {
    const end = performance.now() + this.#milliseconds;
    const turn = this.#last.then(async () => {
      try {
        return await act(end);
      } catch (error) {
        throw asStoreError(error, this.#where);
      }
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #reading<T>(end: number, read: (ask: Ask) => Promise<T>): Promise<T> {
    const connection = await this.#current(end);
    try {
      return await read((text, values = []) => {
        if (performance.now() >= end) throw new TimedOut();
        return connection.query(text, values, end - performance.now());
      });
    } catch (error) {
      if (isCut(error)) connection.cut();
      throw error;
    }
  }

  async #current(end: number): Promise<Connection> {
    if (this.#isClosed) throw new StoreUnavailable('The store has been closed.');
    if (this.#connection?.isUsable === true) return this.#connection;
    if (this.#failure !== undefined && performance.now() < this.#failure.until) throw this.#failure.error;
    this.#opening ??= this.#open();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new TimedOut()), Math.max(1, end - performance.now()));
    });
    try {
      return await Promise.race([this.#opening, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #open(): Promise<Connection> {
    try {
      const connection = await connectTo(this.#address);
      this.#failure = undefined;
      if (this.#isClosed) {
        await connection.close();
        throw new CutOff();
      }
      this.#connection = connection;
      return connection;
    } catch (error) {
      this.#failure = { error: asStoreError(error, this.#where), until: performance.now() + FAIL_FAST };
      throw this.#failure.error;
    } finally {
      this.#opening = undefined;
    }
  }
}
