import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test, type TestContext } from 'node:test';
import { pino } from 'pino';
import { ClientAddresses } from '#server/http/client-address.ts';
import { RateLimit } from '#server/http/rate-limit.ts';

interface Line {
  readonly level: number;
  readonly reason: string;
  readonly msg: string;
  readonly times?: number;
}

interface Limited {
  /** The status of the rejection; undefined if the request is allowed. */
  readonly ask: (client: string, proxy?: string) => number | undefined;
  readonly lines: Line[];
  now: number;
}

function limited(most: number, trusted: readonly string[] = []): Limited {
  const lines: Line[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  const limit = new RateLimit(most, new ClientAddresses(trusted), log, () => state.now);
  const ask = (client: string, proxy = '127.0.0.1'): number | undefined => {
    const request = { url: '/', socket: { remoteAddress: proxy }, headers: { 'x-forwarded-for': client } };
    return limit.count(request as unknown as IncomingMessage)?.status;
  };
  const state = { ask, lines, now: 0 };
  return state;
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

test('each client may send a limited number of requests per second', () => {
  const state = limited(3);
  for (const start of [5_000, 6_000, 7_500]) {
    state.now = start;
    assert.deepEqual(
      times(4, () => state.ask('198.51.100.1')),
      [undefined, undefined, undefined, 429],
    );
    // Another client has a limit of its own.
    assert.equal(state.ask('198.51.100.2'), undefined);
    state.now = start + 999;
    assert.equal(state.ask('198.51.100.1'), 429);
  }
});

test('addresses of one IPv6 /64 count as one client', () => {
  const { ask } = limited(2);
  assert.deepEqual(
    ['2001:db8::1', '2001:db8::2', '2001:db8::ffff:3', '2001:db8:0:1::1'].map((address) => ask(address)),
    [undefined, undefined, 429, undefined],
  );
});

test('requests beyond the limit are logged once a minute without client addresses', (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { ask, lines } = limited(1);
  times(5, () => ask('198.51.100.1'));
  t.mock.timers.tick(60_000);
  assert.deepEqual(
    lines.map(({ level, msg, reason, times }) => [level, msg, reason, times]),
    [
      [30, 'request rejected: too many requests', 'rate limit', undefined],
      [30, 'request rejected: too many requests', 'rate limit', 3],
    ],
  );
  assert.ok(!JSON.stringify(lines).includes('198.51'));
});

test('an untrusted proxy that hits the limit is logged as a warning with its address', () => {
  const { ask, lines } = limited(1);
  times(3, () => ask('198.51.100.1', '10.0.0.7'));
  assert.deepEqual(
    lines.map(({ level, msg, reason }) => [level, msg, reason]),
    [[40, 'a proxy is limited as one client; name it in --trusted-proxies', '10.0.0.7']],
  );
});
