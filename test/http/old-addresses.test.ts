import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { textOf } from '../support/http-answer.ts';
import { textsOf } from '../support/page-markup.ts';
import { startTestServer } from '../support/server.ts';
import { ADA, GARDEN, MOSS_TOPIC, PLANTS, RICH, UNIVERSITY } from '../support/university.ts';

const server = await startTestServer(UNIVERSITY);
after(() => server.close());

const uri = encodeURIComponent(MOSS_TOPIC);

/** What the existing service has under each address, as the heading of the page here. */
const PAGES: readonly (readonly [path: string, heading: string])[] = [
  [`/talks/id/${RICH}/`, 'Moss "in the dark": β < γ & 日本語?'],
  [`/talks/series/id/${PLANTS}`, 'Plants & people'],
  [`/talks/persons/id/${ADA}`, 'Ada Núñez'],
  ['/talks/department/id/oxpoints:2002', 'Faculty of Law'],
  ['/talks/department/id/oxpoints%3A2002', 'Faculty of Law'],
  [`/talks/topics/id/?uri=${uri}`, 'Moss'],
  [`/user/lists/id/${GARDEN}/`, 'Garden talks'],
];

const MOVED: readonly (readonly [path: string, to: string])[] = [
  ['/talks', '/agenda'],
  ['/talks/series', '/browse/series'],
  ['/user/lists/public', '/browse/collections'],
  ['/user/lists/browse-public', '/browse/collections'],
  ['/talks/department/id/oxpoints:2002/descendants', '/talks/department/id/oxpoints:2002'],
];

/** What is left of the addresses of pages when their ends are taken away. */
const CUT_SHORT: readonly (readonly [path: string, to: string])[] = [
  ['/calendar', '/agenda'],
  ['/calendar/month', '/agenda'],
  ['/calendar/week', '/agenda'],
  ['/browse', '/browse/series'],
  ['/talks/id', '/agenda'],
  ['/talks/date', '/agenda'],
  ['/talks/series/id', '/browse/series'],
  ['/talks/persons', '/browse/people'],
  ['/talks/persons/id', '/browse/people'],
  ['/talks/department', '/browse/departments'],
  ['/talks/department/id', '/browse/departments'],
  ['/talks/venues', '/browse/venues'],
  ['/talks/venues/id', '/browse/venues'],
  ['/talks/topics', '/browse/topics'],
  ['/user/lists', '/browse/collections'],
  ['/user/lists/id', '/browse/collections'],
];

describe('an address of the old service', () => {
  for (const [path, heading] of PAGES)
    it(`shows the same here, with a final slash and without: ${path}`, async () => {
      const [before = '', query] = path.split('?');
      for (const form of [before.replace(/\/$/, ''), `${before.replace(/\/$/, '')}/`]) {
        const answer = await server.ask(query === undefined ? form : `${form}?${query}`);
        assert.equal(answer.status, 200, form);
        assert.deepEqual(textsOf(textOf(answer), 'h1'), [heading]);
      }
    });

  for (const [path, to] of [...MOVED, ...CUT_SHORT])
    it(`that has another here, or one cut short, leads there for good: ${path}`, async () => {
      for (const form of [path, `${path}/`]) {
        const { status, headers, body } = await server.ask(form);
        assert.deepEqual([status, headers.location, body.length], [301, to, 0], form);
        assert.equal(headers['cache-control'], 'public, max-age=86400');
        assert.equal(headers.etag, undefined);
      }
      assert.equal((await server.ask(to)).status, 200, to);
    });

  it('leads to the same place whatever the reader has already, and by HEAD too', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await server.ask('/talks/series/', { method, headers: { 'if-none-match': '*' } });
      assert.deepEqual([answer.status, answer.headers.location], [301, '/browse/series'], method);
    }
  });

  it('never leads to another host', async () => {
    for (const path of [
      '/talks/department/id///evil.example/descendants',
      '/talks/department/id/%2F%2Fevil/descendants',
    ]) {
      const { headers } = await server.ask(path);
      assert.match(headers.location ?? '/', /^\/(?![/\\])/);
    }
  });
});
