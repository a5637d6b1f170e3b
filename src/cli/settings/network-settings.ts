import { isIP } from 'node:net';
import type { Result } from '#catalogue/problem.ts';
import { isAddressRange, PRIVATE_NETWORKS } from '#server/http/client-address.ts';
import { bad, hostName, integer, quoted } from './setting-values.ts';
import { setting } from './setting.ts';

const MAX_REQUESTS = 1_000_000;
const MAX_PROXIES = 100;
/** Characters. */
const SHORTEST_TOKEN = 16;
const LONGEST_TOKEN = 200;

/** Where the service listens, and limits for its clients. */
export const NETWORK_SETTINGS = {
  host: setting({
    flag: '--host <host>',
    variable: 'LECTERN_HOST',
    // Some shells set HOST to the name of the machine.
    platform: { variable: 'HOST', isMeant: (text) => isIP(text) !== 0 },
    default: '127.0.0.1',
    group: 'Network',
    description:
      'Address to listen on. 127.0.0.1 accepts connections from this machine only, 0.0.0.0 from any network.',
    read: hostName,
  }),
  port: setting({
    flag: '--port <number>',
    variable: 'LECTERN_PORT',
    platform: { variable: 'PORT', isMeant: () => true },
    default: 8080,
    group: 'Network',
    description: 'TCP port to listen on; 0 picks a free one.',
    read: integer(0, 65_535),
  }),
  rateLimit: setting<number | null>({
    flag: '--rate-limit <number>',
    variable: 'LECTERN_RATE_LIMIT',
    default: 200,
    defaultText: '200',
    group: 'Network',
    description: 'Requests per second that a worker accepts from each client; 0 or off for no limit.',
    read: Object.assign(requestsPerSecond, {
      accepts: { anyOf: [{ type: 'integer', minimum: 0, maximum: MAX_REQUESTS }, { enum: ['off'] }] },
    }),
  }),
  trustedProxies: setting<readonly string[]>({
    flag: '--trusted-proxies <list>',
    variable: 'LECTERN_TRUSTED_PROXIES',
    default: [],
    defaultText: 'those on this machine',
    group: 'Network',
    description:
      'Proxies whose X-Forwarded-For is trusted: IP addresses, ranges such as 10.0.0.0/8, or private; separated by commas.',
    read: trustedProxies,
  }),
  metrics: setting<{ readonly host: string; readonly port: number } | null>({
    flag: '--metrics <address>',
    variable: 'LECTERN_METRICS',
    default: { host: '127.0.0.1', port: 9464 },
    defaultText: '127.0.0.1:9464',
    group: 'Network',
    description: 'Address and port for metrics, separate from the service; off for none.',
    read: Object.assign(metricsAddress, { accepts: { type: 'string' } }),
  }),
  statusToken: setting<string | null>({
    flag: '--status-token <token>',
    variable: 'LECTERN_STATUS_TOKEN',
    default: null,
    defaultText: 'this machine only',
    group: 'Network',
    description: 'Token that allows reading /status, beside the metrics, from other machines. At least 16 characters.',
    read: Object.assign(statusToken, {
      accepts: { type: 'string', pattern: `^[!-~]{${String(SHORTEST_TOKEN)},${String(LONGEST_TOKEN)}}$` },
    }),
    withoutSecret: () => '…',
  }),
  shutdownGrace: setting({
    flag: '--shutdown-grace <seconds>',
    variable: 'LECTERN_SHUTDOWN_GRACE',
    default: 10,
    group: 'Network',
    description: 'Seconds to let requests in flight finish after SIGTERM or SIGINT.',
    read: integer(0, 3600),
  }),
};

/** An address and a port, or `off`. */
function metricsAddress(text: string, where: string): Result<{ readonly host: string; readonly port: number } | null> {
  if (text === 'off') return { ok: true, value: null };
  const [, bracketed, plain, digits = ''] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:\s]+)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  const host = hostName(bracketed ?? plain ?? '', where);
  if (digits !== '' && port <= 65_535 && host.ok) return { ok: true, value: { host: host.value, port } };
  return bad(
    'bad-metrics-address',
    where,
    `${quoted(text)} is not an address with a port.`,
    'Write 127.0.0.1:9464 for this machine only, 0.0.0.0:9464 for any network, or off.',
  );
}

/** A token that fits in a header and cannot be guessed. The problem does not repeat it. */
function statusToken(text: string, where: string): Result<string> {
  const isGood = /^[!-~]+$/.test(text) && text.length >= SHORTEST_TOKEN && text.length <= LONGEST_TOKEN;
  if (isGood) return { ok: true, value: text };
  return bad(
    'bad-status-token',
    where,
    `It is not ${String(SHORTEST_TOKEN)} to ${String(LONGEST_TOKEN)} ASCII characters without spaces.`,
    'Make one with: openssl rand -hex 24',
  );
}

/** A number, or `off`. */
function requestsPerSecond(text: string, where: string): Result<number | null> {
  if (text === 'off' || text === '0') return { ok: true, value: null };
  const read = integer(1, MAX_REQUESTS)(text, where);
  if (read.ok) return read;
  return bad(
    'bad-rate-limit',
    where,
    `${quoted(text)} is not a number of requests per second.`,
    `Write a whole number up to ${String(MAX_REQUESTS)}, such as 200, or off.`,
  );
}

/** IP addresses and ranges separated by commas; `private` means all private networks. */
function trustedProxies(text: string, where: string): Result<readonly string[]> {
  const proxies = text
    .split(',')
    .map((proxy) => proxy.trim().toLowerCase())
    .filter((proxy) => proxy !== '');
  const wrong = proxies.find((proxy) => proxy !== 'private' && !isAddressRange(proxy));
  if (wrong !== undefined)
    return bad(
      'bad-proxies',
      where,
      `${quoted(wrong)} is not an IP address, an IP range, or private.`,
      'Write the addresses of your proxies separated by commas: 10.0.0.7,2001:db8::/32.',
    );
  const ranges = [...new Set(proxies.flatMap((proxy) => (proxy === 'private' ? PRIVATE_NETWORKS : [proxy])))];
  if (ranges.length <= MAX_PROXIES) return { ok: true, value: ranges };
  return bad(
    'bad-proxies',
    where,
    `There are ${String(ranges.length)} ranges, too many.`,
    `Give at most ${String(MAX_PROXIES)}.`,
  );
}
