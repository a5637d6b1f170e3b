import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hostList } from '#cli/settings/source-settings.ts';
import { addressInput } from '#sources/fetch/address-input.ts';
import { Fetcher } from '#sources/fetch/fetch.ts';
import { FetchFailure } from '#sources/fetch/fetch-failure.ts';
import type { Input } from '#sources/file-input.ts';
import type { FurtherAsk } from '#sources/source-format.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { strangeServer, wholeBody, type StrangeServer } from '../../support/http/strange-server.ts';

describe('further pages of a source', () => {
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

  /** The source, after its first page has been read. */
  async function begun(cacheFolder: string | null = folder): Promise<Input> {
    const input = addressInput(`${server.origin}/`, { fetcher, cacheFolder });
    assert.equal((await wholeBody(input.chunks())).toString(), first);
    return input;
  }

  const kept = (): string[] => readdirSync(folder).filter((name) => name.startsWith('lectern-pages-'));

  it('are cached until the import is done', async () => {
    assert.equal(await further(await begun(), '/2'), 'second');
    const again = await begun();
    assert.equal(await further(again, '/2'), 'second, kept');
    await again.done?.();
    assert.deepEqual(kept(), []);
    assert.equal(await further(await begun(), '/2'), 'second');
  });

  it('are cached even if the given address is not found, as with the OxTalks API', async () => {
    const cacheFolder = join(folder, 'rootless');
    const missing = async (): Promise<Input> => {
      const input = addressInput(`${server.origin}/nowhere`, { fetcher, cacheFolder });
      await assert.rejects(wholeBody(input.chunks()), FetchFailure);
      return input;
    };
    assert.equal(await further(await missing(), '/2'), 'second');
    assert.equal(await further(await missing(), '/2'), 'second, kept');
  });

  it('share a time limit, and those fetched in time stay cached for the next import', async () => {
    const hasty = new Fetcher({
      allowedHosts: new Set(['127.0.0.1']),
      userAgent: 'Lectern',
      limits: { pause: 0, allPages: 0 },
    });
    const cacheFolder = join(folder, 'slow');
    const slow = addressInput(`${server.origin}/`, { fetcher: hasty, cacheFolder });
    await wholeBody(slow.chunks());
    assert.equal(await further(slow, '/2'), 'second');
    await assert.rejects(further(slow, '/said'), (error) => {
      assert.ok(error instanceof FetchFailure && error.isTemporary);
      assert.deepEqual(
        [error.problem.code, error.problem.what],
        ['too-slow', 'Its pages have taken more than 0 hours.'],
      );
      return true;
    });
    hasty.close();
    assert.equal(await further(await begun(cacheFolder), '/2'), 'second, kept');
  });

  it('are fetched again if the first page has changed or a day has passed', async () => {
    assert.equal(await further(await begun(), '/2'), 'second, kept');
    first = 'another first';
    assert.equal(await further(await begun(), '/2'), 'second');
    assert.equal(await further(await begun(), '/2'), 'second, kept');
    const [name = ''] = kept();
    const longAgo = Date.now() / 1000 - 25 * 3600;
    utimesSync(join(folder, name, 'first'), longAgo, longAgo);
    assert.equal(await further(await begun(), '/2'), 'second');
  });

  it('are deleted after a day without use when another source is read', async () => {
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

  it('marked isLasting are revalidated with If-None-Match, and fetched in full after a month', async () => {
    const ask = { isLasting: true, accept: 'text/html' };
    const read = async (): Promise<readonly (string | undefined)[]> => {
      const input = await begun();
      const text = await further(input, '/said', ask);
      await input.done?.();
      const { headers } = server.asked.at(-1) ?? assert.fail('no request was made');
      return [text, headers['if-none-match'], headers.accept];
    };
    assert.deepEqual(await read(), ['said "1"', undefined, 'text/html']);
    assert.deepEqual(await read(), ['said "1"', '"1"', 'text/html']);
    said = '"2"';
    assert.deepEqual(await read(), ['said "2"', '"1"', 'text/html']);
    assert.deepEqual(await read(), ['said "2"', '"2"', 'text/html']);
    const known =
      readdirSync(folder).find((name) => name.startsWith('lectern-known-')) ?? assert.fail('no answer is cached');
    const [file = ''] = readdirSync(join(folder, known));
    const longAgo = Date.now() / 1000 - 31 * 86_400;
    utimesSync(join(folder, known, file), longAgo, longAgo);
    assert.deepEqual(await read(), ['said "2"', undefined, 'text/html']);
  });

  it('marked isLasting are fetched in full if the cached answer is broken', async () => {
    const known =
      readdirSync(folder).find((name) => name.startsWith('lectern-known-')) ?? assert.fail('no answer is cached');
    for (const file of readdirSync(join(folder, known))) writeFileSync(join(folder, known, file), '["\n');
    assert.equal(await further(await begun(), '/said', { isLasting: true }), 'said "2"');
    assert.equal(server.asked.at(-1)?.headers['if-none-match'], undefined);
  });

  it('are read even if the cache folder is missing or unusable', async () => {
    for (const nowhere of [null, '/dev/null/folder']) {
      assert.equal(await further(await begun(nowhere), '/2'), 'second');
    }
  });

  it('are requested again if the connection breaks', async () => {
    assert.equal(await further(await begun(null), '/breaks'), 'whole');
    assert.equal(broken, 2);
  });

  it('are refused from another host', async () => {
    await refused(further(await begun(null), 'http://elsewhere.example/2'), 'http://elsewhere.example', server.origin);
  });
});

describe('further pages of a source that redirects', () => {
  let asked: StrangeServer;
  let found: StrangeServer;
  let third: StrangeServer;

  before(async () => {
    third = await strangeServer({ '/2': (response) => response.end('third') });
    found = await strangeServer({
      '/api': (response) => response.end('first'),
      '/2': (response) => response.end('second'),
    });
    asked = await strangeServer({
      '/': (response) => response.writeHead(302, { location: `${found.origin}/api` }).end(),
      '/2': (response) => response.end('asked'),
    });
  });

  after(() => Promise.all([asked, found, third].map((server) => server.close())));

  const own = { 'x-key': 'secret' };

  /** The source, after its first page has been read by a fetcher that may reach the given servers. */
  async function begun(allowed: readonly StrangeServer[]): Promise<Input & { readonly close: () => void }> {
    const hosts = hostList(allowed.map(({ port }) => `127.0.0.1:${String(port)}`).join(', '), '--allow-host');
    assert.ok(hosts.ok);
    const limits = { pause: 0 };
    const fetcher = new Fetcher({ allowedHosts: hosts.value, userAgent: 'Lectern', headers: own, limits });
    const address = `${asked.origin.replace('//', '//name:password@')}/`;
    const input = addressInput(address, { fetcher, cacheFolder: null });
    assert.equal((await wholeBody(input.chunks())).toString(), 'first');
    return { ...input, close: () => fetcher.close() };
  }

  /** Path, own header and Basic credentials of the last request. Only the original host may get the latter two. */
  function secrets({ asked: requests }: StrangeServer): readonly unknown[] {
    const { path, headers } = requests.at(-1) ?? assert.fail('no request was made');
    return [path, headers['x-key'], headers.authorization?.startsWith('Basic ')];
  }

  it('are read from the new host, without the header and credentials of the original one', async () => {
    const input = await begun([asked, found]);
    assert.equal(await further(input, '/2'), 'second');
    assert.deepEqual(secrets(found), ['/2', undefined, undefined]);
    input.close();
  });

  it('may be on the original host, which gets its header and credentials', async () => {
    const input = await begun([asked, found]);
    assert.equal(await further(input, `${asked.origin}/2`), 'asked');
    assert.deepEqual(secrets(asked), ['/2', 'secret', true]);
    input.close();
  });

  it('are refused from a third host, even an allowed one', async () => {
    const input = await begun([asked, found, third]);
    await refused(further(input, `${third.origin}/2`), third.origin, found.origin);
    assert.deepEqual(third.asked, []);
    input.close();
  });

  it('are not requested if the new host is inside the network and not allowed', async () => {
    await assert.rejects(begun([asked]), (error) => {
      assert.ok(error instanceof FetchFailure);
      assert.equal(error.problem.code, 'inside-network');
      return true;
    });
  });
});

/** @param address may be relative to the final address of the first page */
async function further(input: Input, address: string, ask?: FurtherAsk): Promise<string> {
  const file =
    (await input.further?.(new URL(address, input.foundAt?.()).href, ask)) ??
    assert.fail('the input has no further pages');
  return `${(await wholeBody(file.chunks)).toString()}${file.isCached ? ', kept' : ''}`;
}

async function refused(page: Promise<unknown>, there: string, here: string): Promise<void> {
  await assert.rejects(page, (error) => {
    assert.ok(error instanceof FetchFailure);
    assert.equal(error.problem.code, 'other-host');
    assert.equal(error.problem.what, `Its other pages are on ${there}, not on ${here}.`);
    return true;
  });
}
