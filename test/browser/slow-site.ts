import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A site behind a slow connection. */
interface SlowSite {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Bytes of the main part of a page that arrive together. */
const PART = 450;

/**
 * Serves the pages of a site so that their main part arrives in parts, with time to draw each: what a browser also does
 * with a page that it has whole when its machine is busy.
 * @param site the origin of the site
 */
export async function slowed(site: string): Promise<SlowSite> {
  const server = createServer((request, response) => {
    const send = async (): Promise<void> => {
      const answer = await fetch(site + (request.url ?? ''), { headers: { accept: request.headers.accept ?? '*/*' } });
      const body = Buffer.from(await answer.arrayBuffer());
      for (const name of ['content-type', 'content-security-policy']) {
        const value = answer.headers.get(name);
        if (value !== null) response.setHeader(name, value);
      }
      response.statusCode = answer.status;
      const start = Math.max(body.indexOf('<main'), 0);
      response.write(body.subarray(0, start));
      for (let at = start; start > 0 && at < body.length; at += PART) {
        response.write(body.subarray(at, at + PART));
        await pause(20);
      }
      response.end(start > 0 ? '' : body);
    };
    send().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
