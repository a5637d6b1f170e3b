import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { forwardedFor } from './forwarded.ts';
import { AddressRanges, plainAddress, subscriberOf } from './network-address.ts';

/** Networks that are nobody's on the internet (RFC 1918, RFC 4193): where containers and other machines of one's own are. */
export const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

/** Proxies on this machine are trusted: whoever can connect from there is not limited without a forwarded address either. */
const THIS_MACHINE = ['127.0.0.0/8', '::1'];
/** Proxies that a request passes on its way here; who has more in a row is the last of them. */
const MOST_PROXIES = 10;

/** The other end of a connection. */
interface Peer extends Client {
  readonly address: string;
  readonly isThisMachine: boolean;
  readonly isTrusted: boolean;
  readonly isPrivate: boolean;
}

/** Who asks. */
export interface Client {
  /** An IPv4 address, or a /64 of IPv6. */
  readonly subscriber: string;
  /** The other end of the connection, where it is in a private network and says for whom it asks, but is not trusted to. */
  readonly untrustedProxy: string | undefined;
}

/** Tells who has sent a request: the other end of the connection, or whom trusted proxies name. */
export class ClientAddresses {
  readonly #thisMachine = new AddressRanges(THIS_MACHINE);
  readonly #private = new AddressRanges(PRIVATE_NETWORKS);
  readonly #trusted: AddressRanges;
  readonly #peers = new WeakMap<Socket, Peer>();

  /** @param trustedProxies addresses and ranges */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = new AddressRanges([...THIS_MACHINE, ...trustedProxies]);
  }

  /** Undefined for a program on this machine that asks for itself, and for a connection that is closed by now. */
  clientOf({ socket, headers }: IncomingMessage): Client | undefined {
    const peer = this.#peerOf(socket);
    if (peer === undefined) return undefined;
    const forwarded = forwardedFor(headers);
    if (forwarded === undefined) return peer.isThisMachine ? undefined : peer;
    if (!peer.isTrusted) return peer.isPrivate ? { ...peer, untrustedProxy: peer.address } : peer;
    return { subscriber: subscriberOf(this.#lastUntrusted(peer.address, forwarded)), untrustedProxy: undefined };
  }

  /** Whether the other end of the connection may speak for others: a program on this machine, or a proxy that is named. */
  isFromTrustedProxy({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
    return this.#peerOf(socket)?.isTrusted === true;
  }

  /** The whole address of the client; undefined for a connection that is closed by now. */
  addressOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string | undefined {
    const peer = this.#peerOf(socket);
    const forwarded = peer?.isTrusted === true ? forwardedFor(headers) : undefined;
    return peer === undefined || forwarded === undefined ? peer?.address : this.#lastUntrusted(peer.address, forwarded);
  }

  /** The first address from the right that is not a trusted proxy's; where a proxy names none, that proxy's own. */
  #lastUntrusted(peer: string, forwarded: Iterable<string>): string {
    let client = peer;
    let proxies = 0;
    for (const text of forwarded) {
      const address = plainAddress(text);
      if (address === undefined) return client;
      client = address;
      proxies += 1;
      if (proxies === MOST_PROXIES || !this.#trusted.has(address)) return client;
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
