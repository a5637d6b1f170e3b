import { lookup } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type https from 'node:https';
import { isIP } from 'node:net';
import { hostOf, isAllowed, addressPort } from './fetch-address.ts';
import { FetchFailure, connectionFailure } from './fetch-failure.ts';
import type { FetchLimits } from './fetch-limits.ts';
import { isInside } from './inside-addresses.ts';
import type { TimeBudget } from './time-budget.ts';

/** The IP addresses of a host, in order of preference. */
export type Resolve = (host: string) => Promise<readonly string[]>;

interface Connecting {
  /** `name` or `name:port` of internal hosts that may be read. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly resolve: Resolve;
  readonly limits: FetchLimits;
  readonly budget: TimeBudget;
  /** Called with a function that closes the connection, as soon as there is one. */
  readonly opened: (end: () => void) => void;
}

/** Resolves hosts through the operating system, including its hosts file. */
export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** Limit on addresses to try; if these do not answer, the others would not either. */
const MAX_TRIED = 4;
/** Limit on response headers, in bytes. */
const LARGEST_HEADERS = 32 * 1024;

/**
 * Sends one request and waits for the response headers. The host's addresses are resolved once and all checked, and the
 * connection is made to one of them, so that a name cannot resolve to another machine in between; the remote address is
 * checked once more after connecting. No proxy and no keep-alive.
 * @throws FetchFailure; the reason of the signal
 */
export async function request(
  url: URL,
  headers: Readonly<Record<string, string>>,
  connecting: Connecting,
): Promise<IncomingMessage> {
  const mayBeInside = isAllowed(url, connecting.allowedHosts);
  const addresses = await addressesOf(url, connecting);
  if (!mayBeInside) for (const address of addresses) refuseInside(url, address);
  // Loaded on first use, because it takes some 70 ms that imports of files can save.
  const client = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  let failure: unknown;
  for (const address of inTurns(addresses).slice(0, MAX_TRIED)) {
    const attempt = new Attempt(client, url, address, { headers, mayBeInside });
    connecting.opened(() => attempt.end());
    try {
      return await attempt.answer(connecting);
    } catch (error) {
      attempt.end();
      failure = error instanceof FetchFailure ? error : (connectionFailure(error, url.host) ?? error);
      if (attempt.hasConnected || !(failure instanceof FetchFailure)) break;
    }
  }
  throw failure;
}

async function addressesOf(url: URL, { resolve, budget, limits }: Connecting): Promise<readonly string[]> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  try {
    const found = await budget.wait(resolve(host), limits.connect, `DNS lookup of ${host} got no answer`);
    if (found.length > 0) return found;
  } catch (error) {
    throw error instanceof FetchFailure ? error : (connectionFailure(error, host) ?? error);
  }
  throw new FetchFailure('unknown-host', `Host not found: ${host}.`, 'Check the name, or DNS.', { isTemporary: true });
}

/** Alternates between IPv4 and IPv6, so that a machine without IPv6 reaches IPv4 addresses. */
function inTurns(addresses: readonly string[]): readonly string[] {
  const [first = ''] = addresses;
  const same = addresses.filter((address) => isIP(address) === isIP(first));
  const others = addresses.filter((address) => isIP(address) !== isIP(first));
  return same.flatMap((address, i) => [address, ...others.slice(i, i + 1)]).concat(others.slice(same.length));
}

function refuseInside(url: URL, address: string): void {
  if (!isInside(address)) return;
  const where = hostOf(url) === address ? 'is' : `resolves to ${address}, which is`;
  throw new FetchFailure(
    'inside-network',
    `${url.host} ${where} not a public address.`,
    `To allow it: --allow-host ${url.hostname}:${addressPort(url)}, or LECTERN_ALLOW_HOSTS.`,
  );
}

/** A request to one IP address. */
class Attempt {
  readonly #host: string;
  readonly #request: ClientRequest;
  readonly #connected: Promise<void>;
  readonly #answered: Promise<IncomingMessage>;
  hasConnected = false;

  constructor(
    client: Pick<typeof https, 'request'>,
    url: URL,
    address: string,
    { headers, mayBeInside }: { readonly headers: Readonly<Record<string, string>>; readonly mayBeInside: boolean },
  ) {
    const host = hostOf(url);
    this.#host = url.host;
    const isSecure = url.protocol === 'https:';
    const options: https.RequestOptions = {
      host: address,
      port: addressPort(url),
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...headers },
      agent: false,
      maxHeaderSize: LARGEST_HEADERS,
      // The certificate must match the name, or the IP address if there is no name.
      ...(isSecure ? { servername: isIP(host) === 0 ? host : '' } : {}),
    };
    const sent = client.request(options);
    this.#request = sent;
    this.#answered = new Promise((resolve, reject) => {
      sent.once('response', resolve).on('error', reject);
    });
    this.#connected = new Promise((resolve, reject) => {
      sent.on('error', reject).once('socket', (socket) => {
        socket.once('connect', () => {
          const { remoteAddress = '' } = socket;
          if (!mayBeInside && isInside(remoteAddress)) sent.destroy(insideAfterAll(url.host, remoteAddress));
        });
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          this.hasConnected = true;
          resolve();
        });
      });
    });
    // Both are awaited later; a rejection before that must not be reported as unhandled.
    this.#answered.catch(() => undefined);
    this.#connected.catch(() => undefined);
    sent.end();
  }

  async answer({ budget, limits }: Connecting): Promise<IncomingMessage> {
    await budget.wait(this.#connected, limits.connect, `${this.#host} accepted no connection`);
    return budget.wait(this.#answered, limits.firstByte, `${this.#host} did not answer`);
  }

  end(): void {
    this.#request.destroy();
  }
}

function insideAfterAll(host: string, address: string): FetchFailure {
  const what = `The connection to ${host} ended at ${address || 'no address'}, which is not a public address.`;
  return new FetchFailure('inside-network', what, 'Check how this machine resolves names.');
}
