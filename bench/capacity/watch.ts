import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '#store/open.ts';
import { fieldOf, numberOf } from '../harness/narrow.ts';

/** Milliseconds between two looks. */
const STORE_EVERY = 2;
const SERVER_EVERY = 10;
const PATIENCE = 120_000;

/** What one kept-alive connection, and so one process behind it, saw. Times are milliseconds of performance.now(). */
export interface Seen {
  /** When the first answer of the new version was there. */
  readonly live: number;
  /** The longest that an answer took. */
  readonly slowest: number;
}

/** The catalogue's version, as a server tells it over one connection. */
export class VersionProbe {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  async version(): Promise<number> {
    return numberOf(fieldOf(await this.#ask(), 'catalogue'), 'version');
  }

  /** Which of the processes behind the port this connection leads to; 1 where there is only one. */
  async worker(): Promise<number> {
    const worker = fieldOf(await this.#ask(), 'worker');
    return typeof worker === 'number' ? worker : 1;
  }

  /** Asks again and again until there is another version than this, and a moment longer. */
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
      if (answered > begun + PATIENCE) throw new Error('the new version was not seen in time');
      await delay(SERVER_EVERY);
    }
    return { live, slowest };
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port: this.#port, path: '/readyz', agent: this.#agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          resolve(JSON.parse(Buffer.concat(chunks).toString()));
        });
      });
      request.on('error', reject);
    });
  }
}

/** A connection to each of so many processes behind one port, as soon as they are there. */
export async function probesOf(port: number, workers: number): Promise<VersionProbe[]> {
  const probes = new Map<number, VersionProbe>();
  const begun = performance.now();
  while (probes.size < workers) {
    const probe = new VersionProbe(port);
    const worker = await probe.worker();
    if (probes.has(worker)) probe.close();
    else probes.set(worker, probe);
    if (performance.now() > begun + PATIENCE) throw new Error(`${String(workers)} workers were not there in time`);
  }
  return [...probes.values()];
}

/** The moment (performance.now()) at which a store is first seen in another version than this. */
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
