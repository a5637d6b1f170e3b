import { lookup } from 'node:dns/promises';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { hostOf, isAllowed, portOf } from './fetch-address.ts';
import { FetchFailure, connectionFailure } from './fetch-failure.ts';
import type { FetchLimits } from './fetch-limits.ts';
import { isInside } from './inside-addresses.ts';
import type { Patience } from './patience.ts';

/** The IP addresses of a host, in the order in which they are to be tried. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface Connecting {
  /** `name` or `name:port` of hosts inside the network that may be read all the same. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly resolve: Resolve;
  readonly limits: FetchLimits;
  readonly patience: Patience;
  /** Is given what ends the connection as soon as there is one. */
  readonly opened: (end: () => void) => void;
}

/** As the system finds hosts: its hosts file too. */
export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** Of hosts with many addresses; the rest would not answer either. */
const MOST_TRIED = 4;
/** Bytes of an answer's headers. */
const LARGEST_HEADERS = 32 * 1024;

/**
 * One request and the headers of its answer. The addresses of the host are looked up once, all checked, and one of these very
 * addresses is connected to, so that a name cannot mean another machine a moment later; the other end of the connection is
 * checked again when it stands. Nobody's proxy and no kept connection is used.
 * @throws FetchFailure; the signal's reason
 */
export async function request(
  url: URL,
  headers: Readonly<Record<string, string>>,
  connecting: Connecting,
): Promise<IncomingMessage> {
  const mayBeInside = isAllowed(url, connecting.allowedHosts);
  const addresses = await addressesOf(url, connecting);
  if (!mayBeInside) for (const address of addresses) refuseInside(url, address);
  let failure: unknown;
  for (const address of inTurns(addresses).slice(0, MOST_TRIED)) {
    const attempt = new Attempt(url, address, headers, mayBeInside);
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

async function addressesOf(url: URL, { resolve, patience, limits }: Connecting): Promise<readonly string[]> {
  const host = hostOf(url);
  if (isIP(host) !== 0) return [host];
  try {
    const found = await patience.wait(resolve(host), limits.connect, `DNS lookup of ${host} got no answer`);
    if (found.length > 0) return found;
  } catch (error) {
    throw error instanceof FetchFailure ? error : (connectionFailure(error, host) ?? error);
  }
  throw new FetchFailure('unknown-host', `Host not found: ${host}.`, 'Check the name, or DNS.', { isPassing: true });
}

/** One of each family by turns, so that a machine without IPv6 gets to the others. */
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
    `To allow it: --allow-host ${url.hostname}:${portOf(url)}, or LECTERN_ALLOW_HOSTS.`,
  );
}

/** A request to one IP address. */
class Attempt {
  readonly #host: string;
  readonly #request: http.ClientRequest;
  readonly #connected: Promise<void>;
  readonly #answered: Promise<IncomingMessage>;
  hasConnected = false;

  constructor(url: URL, address: string, headers: Readonly<Record<string, string>>, mayBeInside: boolean) {
    const host = hostOf(url);
    this.#host = url.host;
    const isSecure = url.protocol === 'https:';
    const options: https.RequestOptions = {
      host: address,
      port: portOf(url),
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...headers },
      agent: false,
      maxHeaderSize: LARGEST_HEADERS,
      // The certificate is that of the name; of a host without one, that of the IP address.
      ...(isSecure ? { servername: isIP(host) === 0 ? host : '' } : {}),
    };
    const sent = (isSecure ? https : http).request(options);
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
    // Each is awaited in its turn; until then it may fail unseen.
    this.#answered.catch(() => undefined);
    this.#connected.catch(() => undefined);
    sent.end();
  }

  async answer({ patience, limits }: Connecting): Promise<IncomingMessage> {
    await patience.wait(this.#connected, limits.connect, `${this.#host} accepted no connection`);
    return patience.wait(this.#answered, limits.firstByte, `${this.#host} did not answer`);
  }

  end(): void {
    this.#request.destroy();
  }
}

function insideAfterAll(host: string, address: string): FetchFailure {
  const what = `The connection to ${host} ended at ${address || 'no address'}, which is not a public address.`;
  return new FetchFailure('inside-network', what, 'Check how this machine resolves names.');
}
