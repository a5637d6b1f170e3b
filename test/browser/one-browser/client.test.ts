import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { LONG_SERIES } from '../catalogue.ts';
import { sharedSuite } from '../suite.ts';

const { skip, origin, browser } = await sharedSuite();

/** A page without a bundler: the guide says to copy dist/client/ next to it. */
const PAGE =
  '<!DOCTYPE html><html lang="en"><title>Elsewhere</title><script type="module" src="/page.js"></script></html>';

/** Reads a series page by page and makes a malformed request, then shows the results. */
function script(service: string): string {
  return `import { Lectern, LecternError } from './client/client.js';
const lectern = new Lectern('${service}');
const titles = [];
for await (const { title } of lectern.search({ from: '2041-09-01', series: '${LONG_SERIES}', count: 20 })) titles.push(title);
const error = await lectern.search({ from: 'someday' }).toArray().catch((reason) => reason);
const found = [titles.length, titles[0], titles.at(-1), error instanceof LecternError, error.errors[0].parameter];
document.body.textContent = JSON.stringify(found);
`;
}

/** Serves the page, its script and the client from another origin. */
async function startElsewhere(service: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const answer = async (path: string): Promise<string> => {
    if (path === '/') return PAGE;
    return path === '/page.js' ? script(service) : readFile(`dist${path}`, 'utf8');
  };
  const server = createServer((request, response) => {
    const { url = '/' } = request;
    response.setHeader('Content-Type', url === '/' ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8');
    answer(url).then(
      (body) => response.end(body),
      () => response.writeHead(204).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

describe('lectern/client in a browser on another origin', { skip }, () => {
  it('reads pages of talks and errors without a bundler', async () => {
    const elsewhere = await startElsewhere(await origin());
    const context = await browser().newContext();
    try {
      const page = await context.newPage();
      await page.goto(elsewhere.origin);
      await page.getByText('[').waitFor({ timeout: 10_000 });
      const found: unknown = JSON.parse(await page.locator('body').innerText());
      assert.deepEqual(found, [60, 'Tide table 1', 'Tide table 60', true, 'from']);
    } finally {
      await context.close();
      await elsewhere.close();
    }
  });
});
