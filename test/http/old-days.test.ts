import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../support/http/http-answer.ts';
import { universityServer } from '../support/http/server.ts';

const server = universityServer();

describe('a date address of the old service', () => {
  const DAY = '/search?from=2026-03-29&to=2026-03-29';

  it('redirects to the talks of that day, month or year', async () => {
    for (const path of ['/talks/date/2026/03/29/', '/talks/date/2026/03/29', '/talks/date/2026/3/29']) {
      const { status, headers } = await server.ask(path);
      assert.deepEqual([status, headers.location], [301, DAY], path);
      assert.equal(headers['cache-control'], 'public, max-age=86400');
    }
    const month = await server.ask('/talks/date/2026/03/');
    assert.deepEqual([month.status, month.headers.location], [301, '/calendar/month/2026-03']);
    const year = await server.ask('/talks/date/2026/');
    assert.equal(year.headers.location, '/search?from=2026-01-01&to=2026-12-31');
  });

  it('keeps ?lang=', async () => {
    const { headers } = await server.ask('/talks/date/2026/03/29/?lang=de');
    assert.equal(headers.location, `${DAY}&lang=de`);
  });

  it('answers 404 and names the date if it is invalid', async () => {
    for (const path of ['2026/02/30', '2026/13/01', '2026/00/10', '26/01/01', '2026/1/1/1', '2026/013/01', 'x/y/z']) {
      const answer = await server.ask(`/talks/date/${path}/`);
      assert.equal(answer.status, 404, path);
    }
    assert.match(textOf(await server.ask('/talks/date/2026/02/30/')), /2026\/02\/30 is not a valid date/);
  });
});
