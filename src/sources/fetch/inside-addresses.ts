import { BlockList, isIP } from 'node:net';

/**
 * IPv4 networks that are not the public internet: IANA's special-purpose registry (RFC 6890), multicast and reserved.
 * Addresses are compared as numbers, so their spelling does not matter.
 */
const INSIDE_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const INSIDE = new BlockList();
for (const [net, prefix] of INSIDE_IPV4) INSIDE.addSubnet(net, prefix, 'ipv4');

/**
 * Whether an address is not on the public internet, so untrusted servers must not redirect us to it: this machine, its
 * network, reserved addresses. IPv6 addresses that embed an IPv4 address count as that. Anything that is not an IP
 * address counts as inside.
 */
export function isInside(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return INSIDE.check(address, 'ipv4');
  // Only link-local addresses have a zone (fe80::1%eth0).
  if (family !== 6 || address.includes('%')) return true;
  const groups = groupsOf(address);
  const carried = carriedIpv4(groups);
  if (carried !== undefined) return INSIDE.check(carried, 'ipv4');
  return !isPublicIpv6(groups);
}

/** Within 2000::/3, global unicast, except for protocol assignments and documentation. */
function isPublicIpv6([first = 0, second = 0]: readonly number[]): boolean {
  if (first >> 13 !== 1) return false;
  const isForProtocols = first === 0x2001 && second < 0x200;
  const isForDocuments = (first === 0x2001 && second === 0xdb8) || (first === 0x3fff && second < 0x1000);
  return !isForProtocols && !isForDocuments;
}

/** The IPv4 address in mapped (::ffff:0:0/96), translated (64:ff9b::/96, RFC 6052) and 6to4 (2002::/16) addresses. */
function carriedIpv4(groups: readonly number[]): string | undefined {
  const [first = 0, second = 0, third = 0, , , sixth = 0, seventh = 0, eighth = 0] = groups;
  const noughts = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  if (first === 0x2002) return dotted(second, third);
  const isMapped = noughts(0, 5) && sixth === 0xffff;
  const isTranslated = first === 0x64 && second === 0xff9b && noughts(2, 6);
  return isMapped || isTranslated ? dotted(seventh, eighth) : undefined;
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // A URL normalises IPv6 addresses: all hexadecimal, compressed (RFC 5952).
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = '', after] = plain.split('::');
  const head = numbers(before);
  if (after === undefined) return head;
  const tail = numbers(after);
  const missing = Array.from({ length: 8 - head.length - tail.length }, () => 0);
  return [...head, ...missing, ...tail];
}

function numbers(groups: string): number[] {
  return groups === '' ? [] : groups.split(':').map((group) => Number.parseInt(group, 16));
}
