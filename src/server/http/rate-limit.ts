import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { ClientAddresses } from './client-address.ts';
import { tooManyRequests, type HttpError } from './errors.ts';
import { RejectionLog } from './rejection-log.ts';

export interface RateLimitSettings {
  /** Requests that one client may send in a second; null: any number. */
  readonly rateLimit: number | null;
}

/** Milliseconds. */
const WINDOW = 1_000;

/**
 * Limits how many requests each client sends in a second, by counting them in windows of a second. All windows end
 * together and the counts are thrown away, so the table is never larger than the requests of a second.
 */
export class RateLimit {
  readonly #clients: ClientAddresses;
  readonly #most: number;
  readonly #now: () => number;
  readonly #rejections: RejectionLog;
  readonly #untrusted: RejectionLog;
  readonly #counts = new Map<string, number>();
  #windowEnds = 0;
  /** Requests that were too many, since the start. */
  rejected = 0;

  /** @param now milliseconds that only ever go forward */
  constructor(most: number, clients: ClientAddresses, log: Logger, now = () => performance.now()) {
    this.#clients = clients;
    this.#most = most;
    this.#now = now;
    this.#rejections = new RejectionLog((details) => log.info(details, 'request rejected: too many requests'));
    this.#untrusted = new RejectionLog((details) =>
      log.warn(details, 'a proxy is limited as one client; name it in --trusted-proxies'),
    );
  }

  static of({ rateLimit }: RateLimitSettings, clients: ClientAddresses, log: Logger): RateLimit | undefined {
    return rateLimit === null ? undefined : new RateLimit(rateLimit, clients, log);
  }

  /** Counts a request. Returns a 429 if its client has sent too many. */
  count(request: IncomingMessage): HttpError | undefined {
    const client = this.#clients.clientOf(request);
    if (client === undefined) return undefined;
    const now = this.#now();
    if (now >= this.#windowEnds) {
      this.#counts.clear();
      this.#windowEnds = now + WINDOW;
    }
    const count = (this.#counts.get(client.subscriber) ?? 0) + 1;
    if (count <= this.#most) {
      this.#counts.set(client.subscriber, count);
      return undefined;
    }
    this.rejected += 1;
    if (client.untrustedProxy === undefined) this.#rejections.rejected('rate limit', request.url);
    else this.#untrusted.rejected(client.untrustedProxy, request.url);
    return tooManyRequests(this.#most);
  }
}
