import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Asked } from './day.ts';

interface Replayed {
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The longest time that a request was sent late, in seconds. */
  readonly latest: number;
  /** Requests without a complete response. */
  readonly cutShort: number;
}

const CONNECTIONS = 64;
/** Milliseconds. */
const TICK = 5;
/** Milliseconds. Varnish closes connections that are idle for five seconds: close them before. */
const IDLE = 3_000;

/** Sends requests at their times divided by the compression, without waiting for earlier responses. */
export async function replay(port: number, requests: Iterable<Asked>, compression: number): Promise<Replayed> {
  const asker = new Asker(port);
  const begun = performance.now();
  let first: number | undefined;
  let latest = 0;
  for (const asked of requests) {
    first ??= asked.at;
    const due = begun + ((asked.at - first) * 1000) / compression;
    while (performance.now() < due - TICK) await delay(Math.max(1, due - TICK - performance.now()));
    latest = Math.max(latest, (performance.now() - due) / 1000);
    asker.ask(asked);
  }
  await asker.done();
  return { statuses: asker.statuses, latest, cutShort: asker.statuses.get(0) ?? 0 };
}

class Asker {
  /** 0: no complete response. */
  readonly statuses = new Map<number, number>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, timeout: IDLE });
  /** The last ETag of each query, for each kind of client. */
  readonly #tags = new Map<string, string>();
  #open = 0;

  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  ask({ target, accept, client, question, returning }: Asked): void {
    const key = `${question} ${client.coding}`;
    const tag = returning ? this.#tags.get(key) : undefined;
    const headers = { Accept: accept, ...client.headers, ...(tag === undefined ? {} : { 'If-None-Match': tag }) };
    this.#open += 1;
    const request = get({ host: '127.0.0.1', port: this.port, path: target, headers, agent: this.#agent });
    let status = 0;
    request.on('response', (response) => {
      response.resume();
      const { etag } = response.headers;
      if (etag !== undefined) this.#tags.set(key, etag);
      response.on('end', () => (status = response.statusCode ?? 0));
    });
    // `close` always follows, also on a response that is cut short, which is no error of the request.
    request.on('error', () => undefined);
    request.on('close', () => {
      this.#open -= 1;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    });
  }

  async done(): Promise<void> {
    while (this.#open > 0) await delay(TICK);
    this.#agent.destroy();
  }
}
