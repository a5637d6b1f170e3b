import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastingHeaders, textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { GARDEN, NOBODY, PRIVATE, RICH, UNIVERSITY } from '../support/catalogue/university.ts';

const server = testServer(UNIVERSITY, { privateCalendars: 'unlisted' });
const list = '/api/collections/id/';

const unfolded = (text: string) => text.replaceAll('\r\n ', '');

describe('the calendar of a private collection with --private-calendars unlisted', () => {
  for (const [path, headers, type] of [
    [`${list}${PRIVATE}.ics`, {}, 'text/calendar; charset=utf-8'],
    [`${list}${PRIVATE}.ics?alarm=1h&from=2015-01-01`, {}, 'text/calendar; charset=utf-8'],
    [`${list}${PRIVATE}`, { accept: 'text/calendar' }, 'text/calendar; charset=utf-8'],
    [`${list}${PRIVATE}.jcal.json`, {}, 'application/calendar+json'],
    [`${list}${PRIVATE}.jscal.json`, {}, 'application/jscalendar+json;type=group'],
  ] as const)
    it(`is served at its address, without links to hidden pages: ${path} ${type}`, async () => {
      const answer = await server.ask(path, { headers });
      assert.deepEqual([answer.status, answer.headers['content-type']], [200, type]);
      assert.equal(answer.headers.link, undefined);
      const text = unfolded(textOf(answer));
      assert.match(text, /Nobody else is to see this/);
      assert.equal(text.includes(`/user/lists/id/${PRIVATE}`), false);
      const again = await server.ask(path, { headers: { ...headers, 'if-none-match': answer.headers.etag ?? '' } });
      assert.equal(again.status, 304);
    });

  it('contains the talks of the collection', async () => {
    const text = textOf(await server.ask(`${list}${PRIVATE}.ics?from=2015-01-01`));
    assert.match(text, new RegExp(`^UID:${RICH}\\r$`, 'm'));
    assert.equal(text.match(/^BEGIN:VEVENT\r$/gm)?.length, 2);
  });

  it('leaves the collection hidden in every other format, even after a request', async () => {
    assert.equal((await server.ask(`${list}${PRIVATE}.ics`)).status, 200);
    for (const [path, rest] of [
      [list, ''],
      [list, '.json'],
      [list, '.xml'],
      [list, '.atom'],
      [list, '.csv'],
      [list, '.schedule.xml'],
      [list, '.txt'],
      ['/user/lists/id/', ''],
    ] as const) {
      const hidden = await server.ask(path + PRIVATE + rest);
      const absent = await server.ask(path + NOBODY + rest);
      assert.deepEqual(
        [hidden.status, lastingHeaders(hidden), textOf(hidden).replaceAll(PRIVATE, NOBODY)],
        [404, lastingHeaders(absent), textOf(absent)],
      );
    }
    assert.equal(textOf(await server.ask('/browse/collections')).includes(PRIVATE), false);
  });

  it('is a 404 for an unknown collection and a 400 with a malformed parameter', async () => {
    assert.equal((await server.ask(`${list}${NOBODY}.ics`)).status, 404);
    assert.equal((await server.ask(`${list}x.ics`)).status, 404);
    assert.equal((await server.ask(`${list}${PRIVATE}.ics?from=soon`)).status, 400);
  });

  it('does not affect the calendar of a public collection', async () => {
    const answer = await server.ask(`${list}${GARDEN}.ics`);
    assert.ok(unfolded(textOf(answer)).includes(`\r\nURL:https://talks.example.org/user/lists/id/${GARDEN}/\r\n`));
    assert.match(answer.headers.link ?? '', /rel="?alternate/);
  });
});
