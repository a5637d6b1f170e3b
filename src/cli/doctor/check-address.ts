import { request as overHttp, type IncomingMessage } from 'node:http';
import { request as overHttps } from 'node:https';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Milliseconds. */
const PATIENCE = 10_000;
/** Bytes of a body that are read. */
const MAX_READ = 64 * 1024;
/** Milliseconds by which clocks may differ. */
const SKEW = 60_000;

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/**
 * Whether readers reach this service at its public address, and what the proxies in between do to
 * responses.
 */
export async function* checkAddress(baseUrl: string, now: () => Date): AsyncGenerator<Finding> {
  const about = 'public address';
  let api: Answered;
  try {
    api = await ask(`${baseUrl}/api`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield problem(
      about,
      `${baseUrl} cannot be reached: ${reason}`,
      'Check the proxy, DNS and certificates, and that lectern serve is running.',
    );
    return;
  }
  if (api.status !== 200 || !api.text.includes('events_search')) {
    yield problem(
      about,
      `${baseUrl}/api answers with status ${String(api.status)}, but not as Lectern would`,
      'Check that the proxy forwards every path, and that --base-url has the right path.',
    );
    return;
  }
  yield ok(about, `${baseUrl} leads to Lectern`);
  if (!api.text.includes(`"${baseUrl}/api/talks/search`)) {
    yield problem(about, 'links begin with a different address', 'Give lectern serve the same --base-url as here.');
  }
  const page = await ask(`${baseUrl}/`, { 'accept-encoding': 'gzip' }).catch(() => undefined);
  if (page?.status === 200 && page.headers['content-encoding'] === undefined)
    yield warning('compression', 'pages arrive uncompressed', 'Configure the proxy to forward Accept-Encoding.');
  const metrics = await ask(`${baseUrl}/metrics`).catch(() => undefined);
  if (metrics?.status === 200)
    yield warning(
      'metrics',
      'anyone can read /metrics at the public address',
      'Do not forward that path in the proxy.',
    );
  const date = Date.parse(api.headers.date ?? '');
  const late = Math.abs(now().getTime() - date);
  if (late > SKEW) {
    const what = `differs by ${String(Math.round(late / 1000))} seconds from that of ${baseUrl}`;
    yield warning('clock', what, 'Synchronise the clocks with NTP.');
  }
}

function ask(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const send = address.startsWith('https:') ? overHttps : overHttp;
    const sent = send(address, { headers, signal: AbortSignal.timeout(PATIENCE) }, (response) => {
      const pieces: Buffer[] = [];
      let length = 0;
      const finish = (): void => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString(),
        });
      };
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
        if (length > MAX_READ) {
          finish();
          response.destroy();
        }
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}
