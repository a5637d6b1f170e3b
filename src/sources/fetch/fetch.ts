import type { IncomingMessage } from 'node:http';
import { authorisationOf, parsedAddress, shownAddress } from './fetch-address.ts';
import { ACCEPTED_CODINGS, bodyOf, codingOf, lengthOf, refuseBody } from './fetch-body.ts';
import { request, resolveBySystem, type Resolve } from './fetch-connection.ts';
import { FetchFailure, statusFailure } from './fetch-failure.ts';
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts';
import { TimeBudget, pause } from './time-budget.ts';
import { decoded } from '../text-decoding.ts';

export interface FetcherOptions {
  /** `name` or `name:port` of internal hosts that may be read. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly userAgent: string;
  /** Sent only to the requested origin, never after a redirect to another. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits?: Partial<FetchLimits>;
  readonly resolve?: Resolve;
}

/** Validators for conditional requests (RFC 9110, 13.1); `''` when absent. */
export interface Conditions {
  readonly etag: string;
  readonly lastModified: string;
}

export interface FetchRequest {
  readonly conditions?: Conditions;
  readonly signal?: AbortSignal;
  /** Accepted media types; default: any. */
  readonly accept?: string;
  /** True: the address comes from a response of another server, so custom headers are not sent. */
  readonly isLedTo?: boolean;
}

export type Fetched = FetchedAnswer | NotModified;

export interface FetchedAnswer {
  readonly kind: 'answer';
  /** Final address, after redirects and without credentials. */
  readonly address: string;
  /** Bytes of the body, if known. */
  readonly size: number | undefined;
  /** Media type in lower case; `''` when absent. */
  readonly type: string;
  /** Validators for the next request. */
  readonly conditions: Conditions;
  /** Decoded. Can be read once; throws FetchFailure. */
  readonly body: AsyncIterable<Buffer>;
  /** Closes the connection instead of reading the body. */
  readonly discard: () => void;
}

interface NotModified {
  readonly kind: 'not-modified';
  readonly address: string;
  readonly conditions: Conditions;
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** User-Agent with program, version and contact. */
export function userAgentHeader(version: string, contact: string | null): string {
  return `Lectern/${version}${contact === null ? '' : ` (+${contact})`}`;
}

/** Fetches untrusted addresses; docs/decisions/fetching.md describes the protections. */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly limits: FetchLimits;
  readonly #open = new Set<() => void>();
  /** By host, when the next request is allowed, as a `performance.now()` time. */
  readonly #turns = new Map<string, number>();

  constructor(options: FetcherOptions) {
    this.#options = options;
    this.limits = { ...FETCH_LIMITS, ...options.limits };
  }

  /** @throws FetchFailure; the reason of the signal when it is aborted */
  async fetch(
    address: string,
    { conditions, signal, accept = '*/*', isLedTo = false }: FetchRequest = {},
  ): Promise<Fetched> {
    const asked = parsedAddress(address);
    const budget = new TimeBudget(this.limits.total, signal);
    const authorisation = authorisationOf(asked);
    const ownHeaders = headersFor(isLedTo ? {} : this.#options.headers);
    const hasSecrets = authorisation !== undefined || Object.keys(ownHeaders).length > 0;
    let url = asked;
    for (let redirects = 0; redirects <= this.limits.redirects; redirects++) {
      if (redirects === 0) await this.#turn(url, signal);
      const hop = await this.#hop(url, budget, {
        ...(url.origin === asked.origin ? ownHeaders : {}),
        'user-agent': this.#options.userAgent,
        accept,
        'accept-encoding': ACCEPTED_CODINGS,
        ...conditionHeaders(conditions),
        // Send credentials only to the requested origin.
        ...(authorisation !== undefined && url.origin === asked.origin ? { authorization: authorisation } : {}),
      });
      const status = hop.response.statusCode ?? 0;
      if (!REDIRECTS.includes(status)) return this.#fetched(url, hop, budget);
      hop.end();
      url = redirected(url, hop.response.headers.location, hasSecrets);
    }
    const what = `${asked.host} redirects more than ${this.limits.redirects} times.`;
    throw new FetchFailure('too-many-redirects', what, 'Open the address in a browser, and use the one it ends at.');
  }

  /** Fetches without conditions. @throws FetchFailure; the reason of the signal */
  async fetchUnconditionally(address: string, request: Omit<FetchRequest, 'conditions'>): Promise<FetchedAnswer> {
    const fetched = await this.fetch(address, request);
    if (fetched.kind === 'answer') return fetched;
    const what = `${fetched.address} answered 304 Not Modified to an unconditional request.`;
    throw new FetchFailure('refused', what, 'Report this to whoever runs that server.');
  }

  /** Closes all open connections. */
  close(): void {
    for (const end of this.#open) end();
  }

  async #hop(url: URL, budget: TimeBudget, headers: Readonly<Record<string, string>>): Promise<Hop> {
    const { allowedHosts, resolve = resolveBySystem } = this.#options;
    const ends: (() => void)[] = [];
    const end = (): void => {
      for (const each of ends) each();
      this.#open.delete(end);
    };
    this.#open.add(end);
    const opened = (endOne: () => void): void => void ends.push(endOne);
    try {
      const connecting = { allowedHosts, resolve, limits: this.limits, budget, opened };
      const response = await request(url, headers, connecting);
      // The reader of the body gets errors; until it listens, they must not be unhandled.
      response.on('error', () => undefined);
      return { response, end };
    } catch (error) {
      end();
      throw error;
    } finally {
      this.#rest(url);
    }
  }

  #fetched(url: URL, { response, end }: Hop, budget: TimeBudget): Fetched {
    const { host } = url;
    const address = shownAddress(url);
    const status = response.statusCode ?? 0;
    const { etag = '', 'last-modified': lastModified = '', 'content-type': type = '' } = response.headers;
    const conditions = { etag, lastModified };
    if (status === 304) {
      end();
      return { kind: 'not-modified', address, conditions };
    }
    const reading = { host, limits: this.limits, budget };
    try {
      if (status !== 200 && status !== 203) throw statusFailure(status, host, retryAfterOf(response));
      refuseBody(response, reading);
    } catch (error) {
      end();
      throw error;
    }
    return {
      kind: 'answer',
      address,
      size: codingOf(response) === '' ? lengthOf(response) : undefined,
      type: type.replace(/;.*/s, '').trim().toLowerCase(),
      conditions,
      body: this.#body(url, { response, end }, bodyOf(response, reading)),
      discard: end,
    };
  }

  async *#body(url: URL, { end }: Hop, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* chunks;
    } finally {
      end();
      this.#rest(url);
    }
  }

  /** Waits until the pause after the last request to the host is over. */
  async #turn({ host }: URL, signal: AbortSignal | undefined): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#turns.get(host) ?? 0);
    this.#turns.set(host, at + this.limits.pause);
    if (at > now) await pause(at - now, signal);
  }

  #rest({ host }: URL): void {
    this.#turns.set(host, performance.now() + this.limits.pause);
  }
}

interface Hop {
  readonly response: IncomingMessage;
  readonly end: () => void;
}

/** Custom headers in lower case, without those that control the transfer. */
function headersFor(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(named.filter(([name]) => !OURS.test(name)));
}

const OURS =
  /^(?:host|connection|keep-alive|te|trailer|upgrade|expect|range|if-.*|content-.*|transfer-encoding|accept-encoding|proxy-.*)$/;

function conditionHeaders(conditions: Conditions | undefined): Record<string, string> {
  const { etag = '', lastModified = '' } = conditions ?? {};
  return {
    ...(etag === '' ? {} : { 'if-none-match': etag }),
    ...(lastModified === '' ? {} : { 'if-modified-since': lastModified }),
  };
}

function redirected(from: URL, location: string | undefined, hasCredentials: boolean): URL {
  // Some servers send unencoded UTF-8, which Node reads as Latin-1.
  const target = decoded(Buffer.from(location ?? '', 'latin1'));
  if (target === '' || !URL.canParse(target, from.href)) {
    const what = `${from.host} redirects to an invalid address.`;
    throw new FetchFailure('bad-redirect', what, 'Open the address in a browser, and use the one it ends at.');
  }
  const next = new URL(target, from.href);
  if (from.protocol === 'https:' && next.protocol === 'http:' && hasCredentials) {
    const what = `${from.host} redirects to plain HTTP, which would expose the credentials or headers of this source.`;
    throw new FetchFailure('bad-redirect', what, 'Report this to whoever runs that server.');
  }
  // Drop credentials in a redirect: they are not ours.
  next.username = '';
  next.password = '';
  return parsedAddress(next.href);
}

/** Retry-After in seconds, from either form: seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf({ headers }: IncomingMessage): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const moment = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
