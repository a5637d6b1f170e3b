import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EMBEDDED_FIELDS, TALK_FIELDS } from '#search/query/value-forms.ts';
import { SCHEMAS } from '#server/openapi/schemas.ts';
import { organisation, person, series, slugOf, talk, venue } from '../support/catalogue/wire-records.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { membersOf } from '../support/http/documented-paths.ts';
import { valueAt } from '../support/json-value.ts';

const server = testServer([
  organisation('place:1', { name: 'Botany' }),
  venue('place:5', { name: 'Great Hall' }),
  person(slugOf(60), { name: 'Ada Zimmer' }),
  series(slugOf(50), { title: 'Bogs' }),
  talk(slugOf(1), '2041-03-01T10:00:00Z', {
    title: 'Mosses',
    series: slugOf(50),
    organising_department: 'place:1',
    venue: 'place:5',
    speakers: [slugOf(60)],
  }),
  talk(slugOf(2), '2041-03-02T10:00:00Z', { title: 'Ferns', series: slugOf(50) }),
]);

const SEARCH = '/api/talks/search?from=2041-01-01';
const SELF = { self: { href: `/api/talks/${slugOf(1)}` } };

async function firstTalk(path: string): Promise<unknown> {
  return valueAt(await server.read(path), '_embedded', 'talks', 0);
}

describe('the fields parameter', () => {
  it('returns only the named fields, in the order of the API, with the link to the talk', async () => {
    const asked = { _links: SELF, title_display: 'Mosses', slug: slugOf(1), start: '2041-03-01T10:00:00Z' };
    assert.deepEqual(await firstTalk(`${SEARCH}&fields=start,slug&fields=title_display`), asked);
    assert.deepEqual(Object.keys(membersOf(await firstTalk(`${SEARCH}&fields=slug,_links`))), ['_links', 'slug']);
    assert.deepEqual(Object.keys(membersOf(valueAt(await firstTalk(`${SEARCH}&fields=_links`), '_links'))), [
      'self',
      'talks_page',
      'ics',
    ]);
  });

  it('accepts the embedded resources of a talk', async () => {
    const found = await firstTalk(`${SEARCH}&fields=speakers,various_speakers`);
    assert.deepEqual(Object.keys(membersOf(found)), ['_links', '_embedded']);
    assert.deepEqual(Object.keys(membersOf(valueAt(found, '_embedded'))), ['speakers', 'various_speakers']);
    assert.equal(valueAt(found, '_embedded', 'speakers', 0, 'name'), 'Ada Zimmer');
  });

  it('works in every list of talks, with updated_since, in HAL and in XML', async () => {
    for (const path of [
      `/api/series/${slugOf(50)}?`,
      '/api/departments/place:1?',
      '/api/venues/place:5?',
      `/api/person/${slugOf(60)}?`,
      `${SEARCH}&updated_since=beginning&`,
    ])
      assert.deepEqual(await firstTalk(`${path}fields=title_display`), { _links: SELF, title_display: 'Mosses' }, path);
    const hal = await server.ask(`${SEARCH}&fields=venue`, { headers: { accept: 'application/hal+json' } });
    const embedded = [0, 1].map((at) => valueAt(JSON.parse(textOf(hal)), '_embedded', 'talks', at, '_embedded'));
    assert.equal(valueAt(embedded[0], 'venue', 'name'), 'Great Hall');
    assert.deepEqual(embedded[1], {});
    const xml = textOf(await server.ask(`${SEARCH}&fields=title_display`, { headers: { accept: 'application/xml' } }));
    assert.match(
      xml,
      /<list-item><_links><self><href>[^<]*<\/href><\/self><\/_links><title_display>Mosses<\/title_display><\/list-item>/,
    );
  });

  it('leaves the rest of the response alone and changes its ETag', async () => {
    const [whole, sparse] = [await server.ask(SEARCH), await server.ask(`${SEARCH}&fields=slug`)];
    const [all, some] = [whole, sparse].map((answer): unknown => JSON.parse(textOf(answer)));
    assert.equal(valueAt(some, 'total'), valueAt(all, 'total'));
    assert.match(String(valueAt(some, '_links', 'self', 'href')), /fields=slug/);
    assert.doesNotMatch(String(valueAt(some, '_links', 'ics', 'href')), /fields/);
    assert.notEqual(whole.headers.etag, sparse.headers.etag);
    assert.equal(textOf(await server.ask(SEARCH)), textOf(whole));
  });

  it('returns 400 for an unknown field', async () => {
    const answer = await server.ask(`${SEARCH}&fields=slug,titel`);
    assert.equal(answer.status, 400);
    assert.match(textOf(answer), /"fields"/);
  });

  it('accepts exactly the fields of the Talk schema', () => {
    const schema = membersOf(membersOf(SCHEMAS.Talk).properties);
    const { _embedded, ...members } = schema;
    const embedded = Object.keys(membersOf(valueAt(_embedded, 'properties')));
    assert.deepEqual([...EMBEDDED_FIELDS].sort(), embedded.sort());
    assert.deepEqual([...TALK_FIELDS].sort(), [...Object.keys(members), ...embedded].sort());
  });
});
