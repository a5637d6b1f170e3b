import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { ClientAddresses } from './client-address.ts';
import { tooManyRequests, type HttpError } from './errors.ts';
import { RejectionLog } from './rejection-log.ts';

export interface RateLimitSettings {
  /** Requests per second and client; null: no limit. */
  readonly rateLimit: number | null;
}

/** Milliseconds. */
const WINDOW = 1_000;

/**
 * Limits the requests per second of each client, counting in windows of one second. All windows end
 * together and the counts are discarded, so the table never holds more than one second's clients.
 */
export class RateLimit {
  readonly #clients: ClientAddresses;
  readonly #most: number;
  readonly #now: () => number;
  readonly #rejections: RejectionLog;
  readonly #untrusted: RejectionLog;
  readonly #counts = new Map<string, number>();
  #windowEnds = 0;
  /** Requests over the limit, since the start. */
  rejected = 0;

  /** @param now a monotonic clock in milliseconds */
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

  /** Counts a request. Returns a 429 if its client is over the limit. */
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
