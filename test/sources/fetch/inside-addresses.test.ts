import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInside } from '#sources/fetch/inside-addresses.ts';

const INSIDE = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['private network', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1', 'fec0::1'],
  ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%lo'],
  ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
  ['multicast and broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  [
    'documentation and benchmarking',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '198.18.0.1',
    '2001:db8::1',
    '3fff::1',
  ],
  ['protocol assignments', '192.0.0.8', '2001::1', '2001:10::1', '64:ff9b:1::808:808', '100::1'],
  ['IPv4 embedded in IPv6', '::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:0:127.0.0.1', '::127.0.0.1'],
  ['translated IPv4', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '2002:7f00:1::', '2002:c0a8:101::1'],
  ['not an IP address', 'localhost', '', '1.2.3', '127.1', '2130706433', '[::1]'],
] as const;

const OUTSIDE = [
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '169.253.1.1',
  '192.169.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '2001:200::1',
  '::ffff:1.1.1.1',
  '64:ff9b::101:101',
  '2002:101:101::1',
];

describe('isInside', () => {
  for (const [kind, ...addresses] of INSIDE) {
    for (const address of addresses) {
      it(`is true for ${address || 'an empty string'} (${kind})`, () => {
        assert.equal(isInside(address), true);
      });
    }
  }

  for (const address of OUTSIDE) {
    it(`is false for ${address}`, () => {
      assert.equal(isInside(address), false);
    });
  }
});
