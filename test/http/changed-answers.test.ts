import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testServer } from '../support/http/server.ts';
import { ADA, BARE, GARDEN, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { collection, person, series, slugOf, talk } from '../support/catalogue/wire-records.ts';
import { etagOf } from '../support/http/etag-of.ts';

const server = testServer(UNIVERSITY);

describe('an import', () => {
  const WATCHED = {
    talk: `/api/talks/${RICH}`,
    otherTalk: `/api/talks/${BARE}`,
    series: `/api/series/${PLANTS}`,
    otherSeries: '/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a1',
    collection: `/api/collections/id/${GARDEN}`,
    search: '/api/talks/search?from=2015-01-01&to=2015-12-31',
    otherSearch: '/api/talks/search?from=2016-01-01&to=2016-12-31',
    page: `/talks/id/${RICH}`,
  };
  const names = Object.keys(WATCHED);

  async function tags(accept: string): Promise<Readonly<Record<string, string>>> {
    const found: Record<string, string> = {};
    for (const [name, path] of Object.entries(WATCHED)) {
      for (let time = 0; time < 2; time += 1) found[name] = await etagOf(server, path, { accept });
    }
    return found;
  }

  const rich = UNIVERSITY.find((record) => record.slug === RICH) ?? talk(RICH, '2015-10-06T10:00:00Z');
  const garden = UNIVERSITY.find((record) => record.slug === GARDEN) ?? collection(GARDEN);
  const plants = UNIVERSITY.find((record) => record.slug === PLANTS) ?? series(PLANTS);
  const ada = UNIVERSITY.find((record) => record.slug === ADA) ?? person(ADA);

  for (const [what, records, changed] of [
    ['of the same talk changes no tag', [rich, talk(slugOf(77), '2020-01-01T00:00:00Z')], []],
    ['of another year’s talk changes no tag here', [talk(slugOf(78), '2020-01-01T00:00:00Z')], []],
    [
      'of a talk changes the tags of what it is in',
      [{ ...rich, cost: '£6' }],
      ['talk', 'series', 'collection', 'search', 'page'],
    ],
    [
      'of a speaker changes the tags of the talks',
      [{ ...ada, name: 'Ada Nunez' }],
      ['talk', 'series', 'collection', 'search', 'page'],
    ],
    [
      'of a series changes its tag and those of its talks',
      [{ ...plants, title: 'Plants' }],
      ['talk', 'series', 'collection', 'search', 'page'],
    ],
    ['of a collection changes its tag alone', [{ ...garden, description: 'Chosen anew' }], ['collection']],
    ['of one more talk in the window changes the search', [talk(slugOf(79), '2016-05-01T12:00:00Z')], ['otherSearch']],
  ] as const) {
    it(what, async () => {
      for (const accept of ['application/json', 'application/xml']) {
        const before = await tags(accept);
        const note = accept === 'application/json' ? '' : ' again';
        await server.import([
          ...records.map((record) => (changed.length === 0 ? record : { ...record, ...renamed(record, note) })),
          talk(slugOf(0x1000), '1999-01-01T00:00:00Z', { title: `${what}${note}` }),
        ]);
        const now = await tags(accept);
        assert.deepEqual(
          names.filter((name) => now[name] !== before[name]),
          changed,
          accept,
        );
      }
    });
  }

  /** The second import of a record must change it too. */
  function renamed(record: Readonly<Record<string, unknown>>, note: string): Readonly<Record<string, unknown>> {
    const field = record.type === 'person' ? 'name' : 'title';
    return { [field]: `${String(record[field])}${note}` };
  }

  it('that removes a talk removes it from every response at once', async () => {
    await server.read(WATCHED.talk);
    const rest = UNIVERSITY.filter((record) => record.slug !== RICH && record.type !== 'collection');
    await server.import(rest, { replace: true });
    assert.equal((await server.ask(WATCHED.talk)).status, 404);
    assert.equal((await server.ask(WATCHED.page)).status, 404);
    assert.equal((await server.ask(WATCHED.collection)).status, 404);
    assert.ok(!(await server.ask(WATCHED.series)).body.includes(RICH));
    assert.ok(!(await server.ask(WATCHED.search)).body.includes(RICH));
  });
});
