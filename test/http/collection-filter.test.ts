import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { collection, organisation, series, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { valueAt } from '../support/json-value.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { BASE_URL, testServer } from '../support/http/server.ts';
import { titlesFound } from '../support/http/titles-found.ts';

const CHOSEN = slugOf(70);
const PRIVATE = slugOf(71);
const EMPTY = slugOf(72);
const OTHER = slugOf(73);

const server = testServer([
  organisation('place:1', { name: 'University' }),
  organisation('place:2', { name: 'Botany', parent: 'place:1' }),
  series(slugOf(50), { title: 'Bogs' }),
  talk(slugOf(1), '2041-03-01T10:00:00Z', { title: 'Named' }),
  talk(slugOf(2), '2041-03-02T10:00:00Z', { title: 'Of the series', series: slugOf(50) }),
  talk(slugOf(3), '2041-03-03T10:00:00Z', { title: 'Of the department', organising_department: 'place:2' }),
  talk(slugOf(4), '2041-03-04T10:00:00Z', { title: 'Of nothing' }),
  talk(slugOf(5), '2041-03-05T10:00:00Z', { title: 'Called off', status: 'cancelled', series: slugOf(50) }),
  collection(CHOSEN, {
    title: 'Chosen',
    talks: [slugOf(1)],
    series: [slugOf(50)],
    organising_departments: ['place:1'],
  }),
  collection(PRIVATE, { title: 'Private', public: false, talks: [slugOf(4)] }),
  collection(EMPTY, { title: 'Empty' }),
  collection(OTHER, { title: 'Other', talks: [slugOf(4)] }),
]);

const titles = (query: string) => titlesFound(server, query);

describe('the collection parameter', () => {
  it('finds the talks of collections and combines with all other filters', async () => {
    const all = ['Named', 'Of the series', 'Of the department', 'Called off'];
    assert.deepEqual(await titles(`collection=${CHOSEN}`), all);
    assert.deepEqual(await titles(`collection=${CHOSEN}&collection=${OTHER}`), [
      ...all.slice(0, 3),
      'Of nothing',
      'Called off',
    ]);
    assert.deepEqual(await titles(`collection=${CHOSEN}&to=2041-03-02`), all.slice(0, 2));
    assert.deepEqual(await titles(`collection=${CHOSEN}&series=${slugOf(50)}&cancelled=omit`), ['Of the series']);
    assert.deepEqual(await titles(`collection=${CHOSEN}&q=department`), ['Of the department']);
  });

  it('finds nothing for private, empty or unknown collections', async () => {
    for (const slug of [PRIVATE, EMPTY, slugOf(99)]) assert.deepEqual(await titles(`collection=${slug}`), []);
  });

  it('applies to feeds, pages, calendars and embedded lists, which show the title of the collection', async () => {
    const query = `collection=${CHOSEN}&from=2041-03-01`;
    const paths = ['/api/talks/search.ics', '/search', '/embed/talks', '/digest', '/agenda', '/calendar/month/2041-03'];
    for (const path of paths) {
      const answer = await server.ask(`${path}?${query}`, { headers: { accept: '*/*' } });
      assert.equal(answer.status, 200, path);
      const text = textOf(answer).replaceAll('\r\n ', '');
      assert.match(text, /Of the department/, path);
      assert.doesNotMatch(text, /Of nothing/, path);
      if (!path.endsWith('.ics')) assert.match(text, /Chosen/, path);
    }
  });

  it('works in the embed builder and in oEmbed, which hides private collections', async () => {
    const page = textOf(await server.ask(`/user/lists/id/${CHOSEN}/`));
    assert.ok(page.includes(`/embed?collection=${CHOSEN}`));
    const builder = textOf(await server.ask(`/embed?collection=${CHOSEN}`));
    assert.match(builder, /Chosen/);
    assert.ok(builder.includes(`collection=&quot;${CHOSEN}`) || builder.includes(`collection=${CHOSEN}`));
    const url = encodeURIComponent(`${BASE_URL}/user/lists/id/${CHOSEN}/`);
    const oembed = jsonOf(await server.ask(`/oembed?url=${url}`));
    assert.equal(valueAt(oembed, 'title'), 'Chosen');
    const secret = encodeURIComponent(`${BASE_URL}/user/lists/id/${PRIVATE}/`);
    assert.equal((await server.ask(`/oembed?url=${secret}`)).status, 404);
  });

  it('accepts at most 50 collections, since each has to be loaded', async () => {
    const slugs = Array.from({ length: 51 }, (_, at) => slugOf(100 + at));
    assert.deepEqual(await titles(`collection=${[CHOSEN, OTHER].join(',')}&to=2041-03-01`), ['Named']);
    assert.deepEqual(await titles(`collection=${slugs.slice(1).join(',')}`), []);
    const answer = await server.ask(`/api/talks/search?from=2041-01-01&collection=${slugs.join(',')}`);
    assert.equal(answer.status, 400);
    assert.match(textOf(answer), /more than 50 values/);
  });

  it('cannot be combined with updated_since', async () => {
    const answer = await server.ask(`/api/talks/search?from=2041-01-01&collection=${CHOSEN}&updated_since=beginning`);
    assert.equal(answer.status, 400);
    assert.match(textOf(answer), /There are no changes of a collection alone/);
  });
});
