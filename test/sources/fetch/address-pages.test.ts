import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { addressInput } from '#sources/fetch/address-input.js';
import { Fetcher } from '#sources/fetch/fetch.js';
import { FetchFailure } from '#sources/fetch/fetch-failure.js';
import type { Input } from '#sources/file-input.js';
import type { FurtherAsk } from '#sources/format.js';
import { temporaryFolder } from '../../support/folder.js';
import { strangeServer, wholeBody } from '../../support/strange-server.js';
import type { StrangeServer } from '../../support/strange-server.js';

describe('pages of a source', () => {
  const folder = temporaryFolder();
  let server: StrangeServer;
  let fetcher: Fetcher;
  let first = 'first';
  let said = '"1"';
  let broken = 0;

  before(async () => {
    server = await strangeServer({
      '/': (response) => response.end(first),
      '/2': (response) => response.end('second'),
      '/said': (response, { headers }) => {
        if (headers['if-none-match'] === said) response.writeHead(304).end();
        else response.writeHead(200, { etag: said }).end(`said ${said}`);
      },
      '/breaks': (response, _, socket) => {
        if (broken++ > 0) response.end('whole');
        else socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
      },
    });
    fetcher = new Fetcher({ allowedHosts: new Set(['127.0.0.1']), userAgent: 'Lectern', limits: { pause: 0 } });
  });

  after(async () => {
    fetcher.close();
    await server.close();
  });

  /** The source, its first page read. */
  async function begun(cacheFolder: string | null = folder): Promise<Input> {
    const input = addressInput(`${server.origin}/`, { fetcher, cacheFolder });
    assert.equal((await wholeBody(input.chunks())).toString(), first);
    return input;
  }

  async function further(input: Input, path: string, ask?: FurtherAsk): Promise<string> {
    const file = (await input.further?.(new URL(path, server.origin).href, ask)) ?? assert.fail('it has no pages');
    return `${(await wholeBody(file.chunks)).toString()}${file.isKept ? ', kept' : ''}`;
  }

  const kept = (): string[] => readdirSync(folder).filter((name) => name.startsWith('lectern-pages-'));

  it('are kept until all is done', async () => {
    assert.equal(await further(await begun(), '/2'), 'second');
    const again = await begun();
    assert.equal(await further(again, '/2'), 'second, kept');
    await again.done?.();
    assert.deepEqual(kept(), []);
    assert.equal(await further(await begun(), '/2'), 'second');
  });

  it('are asked for anew when the first is another, or a day has passed', async () => {
    assert.equal(await further(await begun(), '/2'), 'second, kept');
    first = 'another first';
    assert.equal(await further(await begun(), '/2'), 'second');
    assert.equal(await further(await begun(), '/2'), 'second, kept');
    const [name = ''] = kept();
    const longAgo = Date.now() / 1000 - 25 * 3600;
    utimesSync(join(folder, name, 'first'), longAgo, longAgo);
    assert.equal(await further(await begun(), '/2'), 'second');
  });

  it('of a source that nobody asks for any more go when another is read', async () => {
    const old = join(folder, 'lectern-pages-0000');
    mkdirSync(old);
    writeFileSync(join(old, 'page'), 'old');
    const longAgo = Date.now() / 1000 - 25 * 3600;
    utimesSync(old, longAgo, longAgo);
    first = 'yet another first';
    await further(await begun(), '/2');
    assert.ok(!existsSync(old));
    assert.equal(kept().length, 1);
  });

  it('that last are asked for with conditions by the next import, and with none after a month', async () => {
    const ask = { isLasting: true, accept: 'text/html' };
    const read = async (): Promise<readonly (string | undefined)[]> => {
      const input = await begun();
      const text = await further(input, '/said', ask);
      await input.done?.();
      const { headers } = server.asked.at(-1) ?? assert.fail('nothing was asked');
      return [text, headers['if-none-match'], headers.accept];
    };
    assert.deepEqual(await read(), ['said "1"', undefined, 'text/html']);
    assert.deepEqual(await read(), ['said "1"', '"1"', 'text/html']);
    said = '"2"';
    assert.deepEqual(await read(), ['said "2"', '"1"', 'text/html']);
    assert.deepEqual(await read(), ['said "2"', '"2"', 'text/html']);
    const known = readdirSync(folder).find((name) => name.startsWith('lectern-known-')) ?? assert.fail('none is kept');
    const [file = ''] = readdirSync(join(folder, known));
    const longAgo = Date.now() / 1000 - 31 * 86_400;
    utimesSync(join(folder, known, file), longAgo, longAgo);
    assert.deepEqual(await read(), ['said "2"', undefined, 'text/html']);
  });

  it('that last are asked for plainly where what was kept is broken', async () => {
    const known = readdirSync(folder).find((name) => name.startsWith('lectern-known-')) ?? assert.fail('none is kept');
    for (const file of readdirSync(join(folder, known))) writeFileSync(join(folder, known, file), '["\n');
    assert.equal(await further(await begun(), '/said', { isLasting: true }), 'said "2"');
    assert.equal(server.asked.at(-1)?.headers['if-none-match'], undefined);
  });

  it('are read all the same where none can be kept', async () => {
    for (const nowhere of [null, '/dev/null/folder']) {
      assert.equal(await further(await begun(nowhere), '/2'), 'second');
    }
  });

  it('are asked for again when the connection breaks', async () => {
    assert.equal(await further(await begun(null), '/breaks'), 'whole');
    assert.equal(broken, 2);
  });

  it('stay with the host that was asked', async () => {
    const input = await begun(null);
    await assert.rejects(further(input, 'http://elsewhere.example/2'), (error) => {
      assert.ok(error instanceof FetchFailure);
      assert.equal(error.problem.code, 'other-host');
      assert.match(error.problem.what, /^Its pages go on at another place, http:\/\/elsewhere\.example, than http:/);
      return true;
    });
  });
});
