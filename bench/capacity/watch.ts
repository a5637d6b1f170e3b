import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '#store/open.ts';
import { servedVersion } from '../harness/ask.ts';

/** Milliseconds between two polls. */
const STORE_EVERY = 2;
const SERVER_EVERY = 10;
const PATIENCE = 120_000;

/** What a client observed. Times are in milliseconds. */
interface Seen {
  /** When the first response of the new version arrived, by `performance.now()`. */
  readonly live: number;
  /** The longest response time. */
  readonly slowest: number;
}

/** Polls the catalogue's version from a server over one keep-alive connection. */
export class VersionProbe {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  version(): Promise<number> {
    return servedVersion(this.#port, this.#agent);
  }

  /** Polls until 300 ms after the version changes. */
  async seeing(old: number): Promise<Seen> {
    const begun = performance.now();
    let live = NaN;
    let slowest = 0;
    while (Number.isNaN(live) || performance.now() < live + 300) {
      const asked = performance.now();
      const version = await this.version();
      const answered = performance.now();
      slowest = Math.max(slowest, answered - asked);
      if (version !== old && Number.isNaN(live)) live = answered;
      if (answered > begun + PATIENCE) throw new Error('the server did not serve the new version in time');
      await delay(SERVER_EVERY);
    }
    return { live, slowest };
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The time (`performance.now()`) at which a store first has another version. */
export async function committed(database: string, old: number): Promise<number> {
  const store = await openStore(database, { mode: 'read' });
  try {
    const begun = performance.now();
    while (performance.now() < begun + PATIENCE) {
      const { version } = await store.state();
      if (version !== old) return performance.now();
      await delay(STORE_EVERY);
    }
    throw new Error('nothing was committed in time');
  } finally {
    await store.close();
  }
}
