import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { ClientAddresses } from '#server/http/client-address.ts';
import { RequestIds } from '#server/http/request-record.ts';

const NO_RESPONSE = {} as unknown as ServerResponse;

function idFrom(remoteAddress: string): string {
  const ids = new RequestIds(new ClientAddresses(['192.0.2.0/24']));
  const request = { socket: { remoteAddress }, headers: { 'x-request-id': 'given' } };
  return ids.of(request as unknown as IncomingMessage, NO_RESPONSE);
}

test('X-Request-Id is accepted from loopback and trusted proxies only', () => {
  for (const trusted of ['127.0.0.1', '::1', '192.0.2.9', '::ffff:192.0.2.9']) assert.equal(idFrom(trusted), 'given');
  for (const other of ['198.51.100.1', '10.0.0.1', '2001:db8::1', '']) assert.match(idFrom(other), /^[0-9a-f-]{36}$/);
});
