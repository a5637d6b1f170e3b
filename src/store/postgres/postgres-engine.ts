import { describe, type PostgresAddress } from '../address.ts';
import { changesSince, stateIn } from '../changes.ts';
import { damageIn, lostIn } from '../damage-scan.ts';
import type { Engine } from '../engine-store.ts';
import { checkCurrent } from '../migration.ts';
import type { Ask, Reader } from '../sql.ts';
import { StoreUnavailable } from '../store.ts';
import { Connection, connectTo } from './connection.ts';
import { BEGIN_READING, CHANNEL, MIGRATIONS } from './schema.ts';
import { asStoreError, CutOff, isCut, pageDamage, TimedOut } from './postgres-errors.ts';

/** Time limit for writing beside the catalogue, in milliseconds. */
const WRITE = 10_000;

/**
 * A catalogue in a PostgreSQL database.
 * @param milliseconds time limit of a read, waiting included
 */
export function postgresEngine(address: PostgresAddress, milliseconds: number): Engine {
  const where = describe(address);
  const catalogue = new CurrentCatalogue(address, milliseconds);
  const news = new ChangeNotifications(address);
  return {
    address,
    read: (read) => catalogue.read(read),
    readOneState: (read) => catalogue.readOneState(read),
    open: async () => openReader(address, await catalogue.place(), { begin: ONE_STATE }),
    openForImport: (place) => openReader(address, place),
    async writeBeside(write) {
      // A new connection each time, to the primary: writes are rare.
      const connection = await connectTo(address, 'primary');
      try {
        return await write((text, values = []) => connection.query(text, values, WRITE));
      } catch (error) {
        throw asStoreError(error, where);
      } finally {
        await connection.close();
      }
    },
    state: () =>
      catalogue.read(async (ask) => {
        const text = 'SELECT steps, pg_is_in_recovery() AS "isReplica" FROM lectern.schema';
        const [row] = await ask<{ steps: number; isReplica: boolean }>(text);
        checkCurrent(Number(row?.steps), MIGRATIONS, where);
        return { ...(await stateIn(ask)), isReplica: row?.isReplica === true };
      }),
    watch: (onChange) => news.watch(onChange),
    async changes(since, onDamage, withRecords) {
      const reader = await openReader(address, await catalogue.place(), { begin: ONE_STATE, milliseconds: NEXT_ROWS });
      return changesSince(reader, since, { address, onDamage, withRecords });
    },
    // PostgreSQL itself notices damaged pages when they are read.
    damage: (reader, look) => (look === 'quick' ? lostIn(reader) : damageIn(reader)),
    async scrub() {
      await scrubTables(address);
      return true;
    },
    async close() {
      news.close();
      await catalogue.close();
    },
  };
}

/** Milliseconds that the server may take for the next rows of changes. */
const NEXT_ROWS = 5_000;
/** Reads one state, and goes on in it after a page that cannot be read. */
const ONE_STATE = `${BEGIN_READING}; SAVEPOINT reading`;

/** @param milliseconds that a statement may take; Infinity: as long as the server responds. @throws StoreUnavailable */
async function openReader(
  address: PostgresAddress,
  place: number,
  { begin = 'SELECT 1', milliseconds = Infinity } = {},
): Promise<Reader> {
  const where = describe(address);
  try {
    const connection = await Connection.open(address, place);
    const ask: Ask = (text, values = []) =>
      milliseconds === Infinity
        ? connection.queryWithoutLimit(text, values)
        : connection.query(text, values, milliseconds);
    const [row] = await ask(`${begin}; SELECT pg_is_in_recovery() AS "isReplica"`);
    return {
      isReplica: row?.isReplica === true,
      ask,
      rows: (text) => connection.copyOut(text, NEXT_ROWS),
      secondsOf: (column) => `floor(extract(epoch FROM ${column}))::bigint`,
      asStoreError: (error) => asStoreError(error, where),
      async lostPage(error) {
        const code = pageDamage(error);
        if (code !== undefined) await ask('ROLLBACK TO reading');
        return code;
      },
      close: () => connection.close(),
    };
  } catch (error) {
    throw asStoreError(error, where);
  }
}

/** Tables that may have had data of a forgotten person. */
const TABLES = ['person', 'talk', 'talk_record', 'provenance', 'correction', 'source', 'forgotten'];

/**
 * Removes old versions of deleted or changed rows from the tables. Blocks nobody; versions that an open transaction may
 * still see stay until the server's own vacuum. @throws StoreUnavailable
 */
async function scrubTables(address: PostgresAddress): Promise<void> {
  const connection = await connectTo(address, 'primary');
  try {
    await connection.queryWithoutLimit('SET statement_timeout = 0');
    for (const table of TABLES) await connection.queryWithoutLimit(`VACUUM (ANALYZE) lectern.${table}`);
  } catch (error) {
    throw asStoreError(error, describe(address));
  } finally {
    await connection.close();
  }
}

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

/** Milliseconds within which the server must answer. */
const ANSWER = 3_000;
/** Milliseconds between attempts: at first, at most, and where notifications cannot arrive just now. */
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
const DEAF_PAUSE = 60_000;

/**
 * Listens on a connection of its own for the notifications that imports send when they are done. A standby sends none,
 * and none pass through a pooler: there, an index replica finds out by polling.
 */
class ChangeNotifications {
  readonly #address: PostgresAddress;
  #connection: Connection | undefined;
  #isClosed = false;
  #wake: (() => void) | undefined;

  constructor(address: PostgresAddress) {
    this.#address = address;
  }

  watch(onChange: () => void): void {
    void this.#run(onChange);
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.cut();
    this.#wake?.();
  }

  async #run(onChange: () => void): Promise<void> {
    let pause = SHORTEST_PAUSE;
    while (!this.#isClosed) {
      try {
        pause = (await this.#listen(onChange)) ? SHORTEST_PAUSE : DEAF_PAUSE;
      } catch {
        // Callers poll the state too, and that reports what is wrong.
        pause = Math.min(LONGEST_PAUSE, pause * 2);
      }
      await this.#rest(pause);
    }
  }

  /** Listens until the connection ends. False: notifications cannot arrive on it. */
  async #listen(onChange: () => void): Promise<boolean> {
    const connection = await connectTo(this.#address);
    this.#connection = connection;
    try {
      if (this.#isClosed || (await isDeaf(connection))) return false;
      await connection.listen(CHANNEL, onChange, ANSWER);
      // There may have been a change before we listened.
      onChange();
      await connection.ended;
      return true;
    } finally {
      await connection.close();
    }
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#isClosed) this.#wake();
    });
  }
}

async function isDeaf(connection: Connection): Promise<boolean> {
  const [row] = await connection.query('SELECT pg_is_in_recovery() AS is_standby', [], ANSWER);
  return row?.is_standby !== false || (await connection.isPooled(ANSWER));
}
