import { BlockList, isIP } from 'node:net';

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
export function subscriberOf(address: string): string {
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
