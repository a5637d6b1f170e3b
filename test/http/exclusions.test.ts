import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { organisation, person, series, slugOf, talk, topic, venue } from '../support/catalogue/wire-records.ts';
import { valueAt } from '../support/json-value.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { titlesFound } from '../support/http/titles-found.ts';

const MOSS = 'http://topics.example.org/moss';

const server = testServer([
  organisation('place:1', { name: 'University' }),
  organisation('place:2', { name: 'Botany', parent: 'place:1' }),
  venue('place:5', { name: 'Great Hall' }),
  venue('place:6', { name: 'Gallery', parent: 'place:5' }),
  person(slugOf(60), { name: 'Ada Zimmer' }),
  series(slugOf(50), { title: 'Bogs' }),
  topic(MOSS, { label: 'Mosses' }),
  talk(slugOf(1), '2041-03-01T10:00:00Z', { title: 'Speaker', speakers: [slugOf(60)] }),
  talk(slugOf(2), '2041-03-02T10:00:00Z', { title: 'Series', series: slugOf(50) }),
  talk(slugOf(3), '2041-03-03T10:00:00Z', { title: 'Venue', venue: 'place:6' }),
  talk(slugOf(4), '2041-03-04T10:00:00Z', { title: 'Department', organising_department: 'place:2' }),
  talk(slugOf(5), '2041-03-05T10:00:00Z', { title: 'Topic', topics: [MOSS] }),
  talk(slugOf(6), '2041-03-06T10:00:00Z', { title: 'Other', status: 'cancelled' }),
]);

const ALL = ['Speaker', 'Series', 'Venue', 'Department', 'Topic', 'Other'];

const titles = (query: string) => titlesFound(server, query);

describe('the exclusions of a search', () => {
  it('may be written with a hyphen', async () => {
    assert.deepEqual(
      await titles(`-series=${slugOf(50)}`),
      ALL.filter((one) => one !== 'Series'),
    );
    assert.equal(
      valueAt(
        await server.read(`/api/talks/search?from=2041-01-01&-series=${slugOf(50)}&count=1`),
        '_links',
        'self',
        'href',
      ),
      `https://talks.example.org/api/talks/search?from=2041-01-01&without_series=${slugOf(50)}&count=1`,
    );
  });

  it('omit talks with one of the values, including those of places below a place', async () => {
    for (const [query, title] of [
      [`without_speaker=${slugOf(60)}`, 'Speaker'],
      [`without_series=${slugOf(50)}`, 'Series'],
      ['without_venue=place:5', 'Venue'],
      ['without_organising_department=place:1', 'Department'],
      [`without_topic=${encodeURIComponent(MOSS)}`, 'Topic'],
    ] as const)
      assert.deepEqual(
        await titles(query),
        ALL.filter((one) => one !== title),
        query,
      );
    assert.deepEqual(
      await titles(`without_series=${slugOf(50)}&without_series=${slugOf(99)}&without_venue=place:6&cancelled=omit`),
      ['Speaker', 'Department', 'Topic'],
    );
    assert.deepEqual(await titles(`series=${slugOf(50)}&without_series=${slugOf(50)}`), []);
    assert.deepEqual(await titles(`without_series=${slugOf(50)}&q=other`), ['Other']);
    assert.deepEqual(await titles('without_series='.concat(slugOf(99))), ALL);
  });

  it('apply to facets, changes, feeds and pages and are shown on the search page', async () => {
    const facets = await server.read(`/api/talks/search?from=2041-01-01&facets=series&without_series=${slugOf(50)}`);
    assert.deepEqual(valueAt(facets, 'facets', 'series'), []);
    const changes = await server.read(
      `/api/talks/search?from=2041-01-01&updated_since=beginning&without_series=${slugOf(50)}`,
    );
    assert.equal((valueAt(changes, '_embedded', 'talks') as readonly unknown[]).length, ALL.length - 1);
    for (const path of ['/api/talks/search.ics', '/search', '/embed/talks', '/agenda']) {
      const query = `from=2041-03-01&without_series=${slugOf(50)}`;
      const text = textOf(await server.ask(`${path}?${query}`, { headers: { accept: '*/*' } }));
      assert.ok(text.includes(slugOf(3)), path);
      assert.ok(!text.includes(slugOf(2)), path);
    }
    const page = textOf(await server.ask(`/search?from=2041-01-01&without_series=${slugOf(50)}`));
    assert.match(page, /not Bogs/);
    assert.ok(page.includes(`name="without_series" value="${slugOf(50)}"`));
  });

  it('are validated like other parameters', async () => {
    const answer = await server.ask(
      '/api/talks/search?from=2041-01-01&without_series=bogs&without_venue=hall&-kind=x&strict=1',
    );
    assert.equal(answer.status, 400);
    assert.deepEqual(textOf(answer).match(/"parameter":"[^"]*"/g), [
      '"parameter":"without_series"',
      '"parameter":"without_venue"',
      '"parameter":"-kind"',
    ]);
  });
});
