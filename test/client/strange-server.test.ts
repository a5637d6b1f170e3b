import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lectern } from '#client/client.ts';
import { strangeServer } from '../support/http/strange-server.ts';
import { failure } from './failure.ts';

const EVERYTHING = { from: '2000-01-01' };

describe('lectern/client with a server that is not Lectern', () => {
  it('reports the address and status of an unexpected answer', async () => {
    const strange = await strangeServer({
      '/down/api/talks/search': (response) =>
        response.writeHead(502, { 'retry-after': '7' }).end('<h1>Bad gateway</h1>'),
      '/page/api/talks/search': (response) => response.writeHead(200).end('<h1>Welcome</h1>'),
      '/null/api/talks/search': (response) => response.writeHead(200).end('null'),
    });
    const ask = (path: string) => new Lectern(`${strange.origin}${path}`).searchPage(EVERYTHING);
    try {
      const down = await failure(ask('/down'));
      assert.deepEqual([down.status, down.code, down.retryAfter, down.requestId], [502, '', 7, undefined]);
      assert.equal(down.message, `${strange.origin}/down/api/talks/search?from=2000-01-01 answered 502 Bad Gateway`);
      for (const path of ['/page', '/null']) {
        const page = await failure(ask(path));
        const url = `${strange.origin}${path}/api/talks/search?from=2000-01-01`;
        assert.deepEqual([page.status, page.message], [200, `${url} answered not with JSON`]);
        assert.equal(page.retryAfter, undefined);
      }
    } finally {
      await strange.close();
    }
  });

  it('sends the given headers with every request and only to the given host', async () => {
    const next = { href: 'https://elsewhere.example.org/api/talks/search?page=2' };
    const answer = (links: object) =>
      JSON.stringify({ _links: links, total: 2, _embedded: { talks: [{ slug: 'x' }] } });
    const strange = await strangeServer({
      '/api/talks/search': (response, { url }) =>
        response.end(answer({ next: url?.endsWith('?page=2') === true ? null : next })),
    });
    try {
      const headers = { Authorization: 'Basic bGVjdGVybg==' };
      const talks = await new Lectern(new URL(strange.origin), { headers }).search(EVERYTHING).toArray();
      assert.equal(talks.length, 2);
      assert.deepEqual(
        strange.asked.map((one) => [one.path, one.headers.authorization, one.headers.accept]),
        ['?from=2000-01-01', '?page=2'].map((query) => [
          `/api/talks/search${query}`,
          headers.Authorization,
          'application/json',
        ]),
      );
    } finally {
      await strange.close();
    }
  });
});
