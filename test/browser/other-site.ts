import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third-party site, on an origin of its own. */
interface OtherSite {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves one page whose policy allows only scripts, data and frames of one service: no inline script or style, and no
 * writing of markup.
 * @param service the origin of the service
 */
export async function startOtherSite(service: string, body: string): Promise<OtherSite> {
  const policy =
    `default-src 'none'; script-src ${service}; connect-src ${service}; frame-src ${service}; ` +
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  const server = createServer((request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    const isPage = request.url === '/';
    response.statusCode = isPage ? 200 : 204;
    response.end(
      isPage
        ? `<!DOCTYPE html><html lang="en"><title>Elsewhere</title><body><main><h1>Elsewhere</h1>${body}</main></body></html>`
        : '',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
