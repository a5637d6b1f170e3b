import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { ClientAddresses } from '#server/http/client-address.ts';

/** The parts of a request that identify its sender. */
function request(remoteAddress: string | undefined, headers: IncomingHttpHeaders = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

const PROXIES = ['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48'];

function subscriber(remoteAddress: string, headers: IncomingHttpHeaders, proxies = PROXIES): string | undefined {
  return new ClientAddresses(proxies).clientOf(request(remoteAddress, headers))?.subscriber;
}

test('a client is identified by its remote address, or by its /64 for IPv6', () => {
  for (const [remote, expected] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:DB8::7:a:b:c:d', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    // Resembles an IPv4-mapped address but is not one.
    ['::ffff:0:203.0.113.9', '0:0:0:0::/64'],
  ] as const)
    assert.equal(subscriber(remote, {}), expected, remote);
});

test('a loopback address counts as a client only if it sends X-Forwarded-For', () => {
  for (const remote of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1']) {
    assert.equal(subscriber(remote, {}, []), undefined, remote);
    assert.equal(subscriber(remote, { 'x-forwarded-for': '203.0.113.9' }, []), '203.0.113.9', remote);
    assert.equal(subscriber(remote, { 'x-forwarded-for': '127.0.0.1' }, []), '127.0.0.1', remote);
  }
  assert.equal(subscriber('127.0.0.1', { 'x-forwarded-for': '' }, []), '127.0.0.1');
  assert.equal(subscriber('::1', { 'x-forwarded-for': 'unknown' }, []), '0:0:0:0::/64');
});

test('a closed connection has no client', () => {
  assert.equal(new ClientAddresses([]).clientOf(request(undefined)), undefined);
});

test('a forwarded address counts only if it comes from a trusted proxy', () => {
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  assert.equal(subscriber('203.0.113.9', headers), '203.0.113.9');
  assert.equal(subscriber('203.0.113.9', { forwarded: 'for=198.51.100.1' }), '203.0.113.9');
  for (const proxy of ['10.1.2.3', '192.0.2.7', '2001:db8:1:2::3', '::ffff:10.1.2.3'])
    assert.equal(subscriber(proxy, headers), '198.51.100.1', proxy);
  assert.equal(subscriber('192.0.2.8', headers), '192.0.2.8');
  assert.equal(subscriber('192.0.2.8', headers, ['192.0.2.8/32']), '198.51.100.1');
});

test('X-Forwarded-For is read from the right for as long as proxies are trusted', () => {
  for (const [value, expected] of [
    ['198.51.100.1', '198.51.100.1'],
    ['198.51.100.1:4711', '198.51.100.1'],
    ['[2001:db8::7:1:1:1:1]:4711', '2001:db8:0:7::/64'],
    ['2001:db8::7:1:1:1:1', '2001:db8:0:7::/64'],
    // Forged entries are to the left of the address of the client.
    ['1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['1.1.1.1 ,198.51.100.1 , 10.0.0.9,192.0.2.7', '198.51.100.1'],
    ['"1.1.1.1, 198.51.100.1', '198.51.100.1'],
    // If every address is trusted, the first is the client.
    ['10.0.0.8, 10.0.0.9', '10.0.0.8'],
    // A proxy that does not reveal its client.
    ['unknown', '10.0.0.1'],
    ['198.51.100.1, nonsense, 10.0.0.9', '10.0.0.9'],
    ['', '10.0.0.1'],
    [Array.from({ length: 5_000 }, (_, i) => `10.0.0.${String(i % 200)}`).join(','), '10.0.0.190'],
  ] as const)
    assert.equal(subscriber('10.0.0.1', { 'x-forwarded-for': value }), expected, value.slice(0, 100));
});

test('Forwarded is read if X-Forwarded-For is missing', () => {
  for (const [value, expected] of [
    ['for=198.51.100.1', '198.51.100.1'],
    ['proto=https; FOR = "198.51.100.1:4711" ;by=10.0.0.1', '198.51.100.1'],
    ['for="[2001:db8::7:1:1:1:1]:4711"', '2001:db8:0:7::/64'],
    ['for=1.1.1.1, for=198.51.100.1;proto=http', '198.51.100.1'],
    ['for=1.1.1.1, for=198.51.100.1, for=10.0.0.9', '198.51.100.1'],
    ['for=_hidden', '10.0.0.1'],
    ['proto=https', '10.0.0.1'],
    // Forged entries, inside values that the proxy copies and before its own entry.
    ['for=198.51.100.1;host="a, for=1.1.1.1"', '198.51.100.1'],
    ['host=";for=1.1.1.1";for=198.51.100.1', '198.51.100.1'],
    ['for="1.1.1.1, for=198.51.100.1', '198.51.100.1'],
    ['for=1.1.1.1, for=198.51.100.1;host="a\\", for=1.1.1.1"', '198.51.100.1'],
    // As long as headers may be. This took hours when the time grew with the cube of the length.
    [`for=${' '.repeat(30_000)}"`, '10.0.0.1'],
    [`for="${'\\"'.repeat(15_000)}`, '10.0.0.1'],
    [`for=${' '.repeat(30_000)}198.51.100.1${' '.repeat(100)};`, '198.51.100.1'],
  ] as const)
    assert.equal(subscriber('10.0.0.1', { forwarded: value }), expected, value.slice(0, 100));
  const both = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=1.1.1.1' };
  assert.equal(subscriber('10.0.0.1', both), '198.51.100.1');
});

test('an untrusted proxy in a private network is reported', () => {
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  for (const [remote, expected] of [
    ['172.16.3.4', '172.16.3.4'],
    ['fd00::7', 'fd00::7'],
    ['203.0.113.9', undefined],
  ] as const)
    assert.equal(new ClientAddresses([]).clientOf(request(remote, headers))?.untrustedProxy, expected);
  assert.equal(new ClientAddresses([]).clientOf(request('172.16.3.4'))?.untrustedProxy, undefined);
});

test('text before the entry of a trusted proxy never changes the client', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc
      .array(fc.constantFrom('"', ',', ';', 'for=', '1.1.1.1', '\\', '[', ']', ':', ' '))
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (made) => {
      const value = `${made}, 198.51.100.1`;
      assert.equal(subscriber('10.0.0.1', { 'x-forwarded-for': value }), '198.51.100.1');
      assert.equal(subscriber('10.0.0.1', { forwarded: `${made}, for=198.51.100.1` }), '198.51.100.1');
    }),
  );
});
