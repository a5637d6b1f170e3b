import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

/** Private networks (RFC 1918, RFC 4193), as used by containers and local machines. */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/**
 * Proxies on this machine are trusted: a local client is not rate-limited without a forwarded
 * address either.
 */
const THIS_MACHINE = ['127.0.0.0/8', '::1'];
/**
 * How many proxies a request may have passed; in a longer chain, the last of these counts as the
 * client.
 */
const MAX_PROXIES = 10;

/** The peer of a connection. */
interface Peer extends Client {
  readonly address: string;
  readonly isThisMachine: boolean;
  readonly isTrusted: boolean;
  readonly isPrivate: boolean;
}

/** The client of a request. */
interface Client {
  /** An IPv4 address, or a /64 of IPv6. */
  readonly subscriber: string;
  /** The peer, if it is in a private network and names a client but is not trusted. */
  readonly untrustedProxy: string | undefined;
}

/** Determines the client of a request: the peer, or the address named by trusted proxies. */
export class ClientAddresses {
  readonly #thisMachine = new AddressRanges(THIS_MACHINE);
  readonly #private = new AddressRanges(PRIVATE_NETWORKS);
  readonly #trusted: AddressRanges;
  readonly #peers = new WeakMap<Socket, Peer>();

  /** @param trustedProxies addresses and ranges */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = new AddressRanges([...THIS_MACHINE, ...trustedProxies]);
  }

  /** Undefined for a local client without a proxy, and for a closed connection. */
  clientOf({ socket, headers }: IncomingMessage): Client | undefined {
    const peer = this.#peerOf(socket);
    if (peer === undefined) return undefined;
    const forwarded = forwardedFor(headers);
    if (forwarded === undefined) return peer.isThisMachine ? undefined : peer;
    if (!peer.isTrusted) return peer.isPrivate ? { ...peer, untrustedProxy: peer.address } : peer;
    return { subscriber: subscriberOf(this.#lastUntrusted(peer.address, forwarded)), untrustedProxy: undefined };
  }

  /** Whether the peer may name clients: a local program or a trusted proxy. */
  isFromTrustedProxy({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
    return this.#peerOf(socket)?.isTrusted === true;
  }

  /** The full address of the client; undefined for a closed connection. */
  addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string | undefined {
    const peer = this.#peerOf(socket);
    const forwarded = peer?.isTrusted === true ? forwardedFor(headers) : undefined;
    return peer === undefined || forwarded === undefined ? peer?.address : this.#lastUntrusted(peer.address, forwarded);
  }

  /**
   * The first address from the right that is not a trusted proxy; if a proxy names none, the proxy
   * itself.
   */
  #lastUntrusted(peer: string, forwarded: Iterable<string>): string {
    let client = peer;
    let proxies = 0;
    for (const text of forwarded) {
      const address = plainAddress(text);
      if (address === undefined) return client;
      client = address;
      proxies += 1;
      if (proxies === MAX_PROXIES || !this.#trusted.has(address)) return client;
    }
    return client;
  }

  #peerOf(socket: Socket): Peer | undefined {
    const known = this.#peers.get(socket);
    if (known !== undefined) return known;
    const address = plainAddress(socket.remoteAddress ?? '');
    if (address === undefined) return undefined;
    const peer = {
      address,
      subscriber: subscriberOf(address),
      isThisMachine: this.#thisMachine.has(address),
      isTrusted: this.#trusted.has(address),
      isPrivate: this.#private.has(address),
      untrustedProxy: undefined,
    };
    this.#peers.set(socket, peer);
    return peer;
  }
}

/**
 * The addresses for which proxies forwarded a request, the last hop first, as written; undefined if
 * there are none. Reads `X-Forwarded-For` if present, else `Forwarded` (RFC 7239): most proxies
 * write the former, and pass on a `Forwarded` header forged by the client.
 */
function forwardedFor(headers: IncomingHttpHeaders): Iterable<string> | undefined {
  const list = joined(headers['x-forwarded-for']);
  if (list !== undefined) return fromTheRight(list);
  const forwarded = joined(headers.forwarded);
  return forwarded === undefined ? undefined : addressesIn(forwarded);
}

function joined(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' || value === undefined ? value : value.join(',');
}

function* addressesIn(forwarded: string): Generator<string> {
  for (const element of fromTheRight(forwarded)) yield parameterFor(element);
}

/**
 * The elements of a list, last one first. Quotation marks are matched from the right too: an
 * unclosed one from a client is to the left of what the proxy wrote.
 */
function* fromTheRight(list: string): Generator<string> {
  let isQuoted = false;
  let end = list.length;
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const character = list[at];
    if (character === '"' && list[at - 1] !== '\\') isQuoted = !isQuoted;
    if (character !== ',' || isQuoted) continue;
    yield list.slice(at + 1, end).trim();
    end = at;
  }
  yield list.slice(0, end).trim();
}

/** The value of `for` in an element of Forwarded; empty where there is none. */
function parameterFor(element: string): string {
  for (const [, name = '', value = ''] of element.matchAll(PARAMETER))
    if (name.toLowerCase() === 'for') return value.trim().replace(/^"(.*)"$/, '$1');
  return '';
}

/** Runs in linear time: no two parts of the pattern can match the same spaces. */
const PARAMETER = /\s*([\w!#$%&'*+.^`|~-]+)\s*=(\s*"(?:[^"\\]|\\.)*"\s*|[^;"]*)(?:;|$)/gy;

/** IP addresses and ranges, as operators write them: `10.0.0.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export class AddressRanges {
  readonly #list = new BlockList();

  /** @throws Error if `isAddressRange` is false */
  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = '', bits] = range.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      this.#list.addSubnet(address, Number(bits ?? MAX_LENGTH[family]), family);
    }
  }

  /** @param address as returned by `plainAddress` */
  has(address: string): boolean {
    return this.#list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
  }
}

const MAX_LENGTH = { ipv4: 32, ipv6: 128 };

/** Whether a text is an IP address, with or without a prefix length. */
export function isAddressRange(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits ?? 0) <= (family === 6 ? MAX_LENGTH.ipv6 : MAX_LENGTH.ipv4);
}

/**
 * An IP address without port, brackets and zone; an IPv4-mapped address (`::ffff:192.0.2.1`) as
 * IPv4. Undefined for anything else.
 */
export function plainAddress(text: string): string | undefined {
  // The common case first.
  if (isIP(text) === 4) return text;
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? text).split('%', 1);
  switch (isIP(address)) {
    case 4:
      return address;
    case 6:
      return mappedIpv4(address) ?? address;
    default:
      return undefined;
  }
}

/**
 * The network of one subscriber: an IPv4 address, or a /64 of IPv6, in which a machine chooses its
 * addresses freely (RFC 8981).
 */
function subscriberOf(address: string): string {
  return address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

function mappedIpv4(address: string): string | undefined {
  if (!/^[0:]*:ffff:/i.test(address)) return undefined;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return undefined;
  const bytes = groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
  return bytes.join('.');
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  // A URL normalises the address: all hexadecimal, compressed (RFC 5952).
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const head = before === '' ? [] : before.split(':');
  if (after === undefined) return head;
  const tail = after === '' ? [] : after.split(':');
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail];
}
