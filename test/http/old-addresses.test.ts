import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../support/http/http-answer.ts';
import { textsOf } from '../support/render/page-markup.ts';
import { testServer, type AskableServer, universityServer } from '../support/http/server.ts';
import { ADA, GARDEN, MOSS_TOPIC, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';

const server = universityServer();
/** Redirects are the same with strict and lenient parameters. */
const lenient = testServer(UNIVERSITY, { parameters: 'lenient', links: 'absolute' });
const SERVERS: readonly AskableServer[] = [server, lenient];

const uri = encodeURIComponent(MOSS_TOPIC);

/** Addresses of the old service, and the heading of the page here. */
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

/** Redirects that translate the query. */
const MOVED_WITH_A_QUESTION: readonly (readonly [path: string, to: string])[] = [
  ['/browse', '/search'],
  ['/dates', '/search'],
  ['/index', '/search'],
  ['/browse?start_date=2016-02-01', '/search?from=2016-02-01'],
  ['/browse?start_date=01/02/2016&to=29/02/2016', '/search?from=2016-02-01&to=2016-02-29'],
  ['/browse?start_date=1/2/2016&to=&venue=&seriesid=', '/search?from=2016-02-01'],
  ['/browse?start_date=1/2/16&page=2&count=5', '/search?from=2016-02-01&page=2&count=5'],
  ['/browse?start_date=2015-01-01&venue=oxpoints:1002', '/search?from=2015-01-01&venue=oxpoints:1002'],
  [
    '/browse?start_date=2016-01-01&organising_department=oxpoints%3A2002',
    '/search?from=2016-01-01&organising_department=oxpoints:2002&subdepartments=false',
  ],
  [
    '/browse?start_date=2016-01-01&organising_department=place:2000&include_subdepartments=on',
    '/search?from=2016-01-01&organising_department=place:2000',
  ],
  ['/browse?limit_to_collections=on', '/search'],
  ['/browse?seriesid=12&lang=de', '/search?lang=de'],
  ['/search_past', '/search?from=1970-01-01&to=today'],
  ['/search_past/?q=garden+law', '/search?q=garden%20law&from=1970-01-01&to=today'],
  ['/talk/index/4711', '/search'],
  ['/show/index/4711', '/search'],
  ['/list/ics/4711', '/search'],
  ['/feeds/xml/4711', '/search'],
];

const LONG_AGO = 'from=1970-01-01';

const AS_TEXT: readonly (readonly [path: string, to: string])[] = [
  [`/talks/id/${RICH}?format=txt`, `/api/talks/${RICH}.txt`],
  [`/talks/series/id/${PLANTS}?format=txt`, `/api/series/${PLANTS}.txt?from=today`],
  [`/talks/series/id/${PLANTS}?format=txt&show_all=True`, `/api/series/${PLANTS}.txt?${LONG_AGO}`],
  [`/user/lists/id/${GARDEN}?format=txt`, `/api/collections/id/${GARDEN}.txt?from=today`],
  [`/talks/persons/id/${ADA}?format=txt`, `/api/person/${ADA}.txt?${LONG_AGO}`],
  ['/talks/department/id/oxpoints%3A2002?format=txt', '/api/departments/oxpoints:2002.txt?from=today'],
  [
    `/talks/topics/id/?uri=${uri}&format=txt`,
    `/api/topics.txt?uri=http://topics.example.org/moss%3Fform%3Ddry%26wet&from=today`,
  ],
];

/** Addresses of pages without their last segments. */
const CUT_SHORT: readonly (readonly [path: string, to: string])[] = [
  ['/calendar/month', '/calendar?view=month'],
  ['/calendar/week', '/calendar'],
  ['/calendar/day', '/calendar?view=day'],
  ['/calendar/rooms', '/calendar?view=rooms'],
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
    it(`shows the same page with and without a trailing slash: ${path}`, async () => {
      const [before = '', query] = path.split('?');
      for (const form of [before.replace(/\/$/, ''), `${before.replace(/\/$/, '')}/`]) {
        const answer = await server.ask(query === undefined ? form : `${form}?${query}`);
        assert.equal(answer.status, 200, form);
        assert.deepEqual(textsOf(textOf(answer), 'h1'), [heading]);
      }
    });

  for (const [path, to] of [...MOVED, ...CUT_SHORT])
    it(`redirects permanently if it has moved or lacks its last segments: ${path}`, async () => {
      for (const form of [path, `${path}/`]) {
        const { status, headers, body } = await server.ask(form);
        assert.deepEqual([status, headers.location, body.length], [301, to, 0], form);
        assert.equal(headers['cache-control'], 'public, max-age=86400');
        assert.equal(headers.etag, undefined);
      }
      // The calendar redirects to the current week or month.
      assert.equal((await server.ask(to)).status, to.startsWith('/calendar') && !/\d/.test(to) ? 303 : 200, to);
    });

  for (const [path, to] of MOVED_WITH_A_QUESTION)
    it(`redirects with its query translated: ${path}`, async () => {
      for (const one of SERVERS) {
        const { status, headers } = await one.ask(path);
        assert.deepEqual([status, headers.location], [301, to]);
        assert.equal((await one.ask(to)).status, 200);
      }
    });

  for (const [path, to] of AS_TEXT)
    it(`redirects ?format=txt to plain text from the API: ${path}`, async () => {
      for (const one of SERVERS) {
        const { status, headers } = await one.ask(path);
        assert.deepEqual([status, headers.location], [303, to]);
        const text = await one.ask(to);
        assert.deepEqual([text.status, text.headers['content-type']], [200, 'text/plain; charset=utf-8']);
      }
    });

  it('answers 404 to ?format=txt for a malformed identifier', async () => {
    for (const path of [
      '/talks/id/x y?format=txt',
      '/talks/id/%0d%0aSet-Cookie:x?format=txt',
      `/talks/id/x"?format=txt`,
    ])
      assert.equal((await server.ask(encodeURI(path).replaceAll('%25', '%'))).status, 404, path);
  });

  it('redirects GET and HEAD even with If-None-Match: *', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await server.ask('/talks/series/', { method, headers: { 'if-none-match': '*' } });
      assert.deepEqual([answer.status, answer.headers.location], [301, '/browse/series'], method);
    }
  });

  it('never redirects to another host', async () => {
    for (const path of [
      '/talks/department/id///evil.example/descendants',
      '/talks/department/id/%2F%2Fevil/descendants',
    ]) {
      const { headers } = await server.ask(path);
      assert.match(headers.location ?? '/', /^\/(?![/\\])/);
    }
  });
});
