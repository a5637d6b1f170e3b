import type { PostgresAddress } from '../address.ts';
import type { Connection } from './connection.ts';
import { connectTo } from './location.ts';
import { CHANNEL } from './schema.ts';

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
export class ChangeNotifications {
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
