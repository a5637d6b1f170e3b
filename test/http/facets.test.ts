import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { organisation, person, series, slugOf, talk, topic, venue } from '../support/catalogue/wire-records.ts';
import { valueAt } from '../support/json-value.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';

const MOSS = 'http://topics.example.org/moss';

const server = testServer([
  organisation('place:1', { name: 'Botany' }),
  venue('place:5', { name: 'Great Hall' }),
  person(slugOf(60), { name: 'Ada Zimmer' }),
  series(slugOf(50), { title: 'Bogs' }),
  series(slugOf(51), { title: 'Ferns' }),
  topic(MOSS, { label: 'Mosses' }),
  ...[1, 2, 3].map((n) =>
    talk(slugOf(n), `2041-03-0${String(n)}T10:00:00Z`, {
      series: slugOf(n < 3 ? 50 : 51),
      organising_department: 'place:1',
      venue: 'place:5',
      speakers: [slugOf(60)],
      topics: [MOSS],
      online_url: n === 1 ? 'https://meet.example.org/1' : '',
      status: n === 3 ? 'cancelled' : 'published',
    }),
  ),
]);

async function facets(query: string): Promise<unknown> {
  return valueAt(await server.read(`/api/talks/search?from=2041-01-01&${query}`), 'facets');
}

const BOGS = { value: slugOf(50), name: 'Bogs' };
const FERNS = { value: slugOf(51), name: 'Ferns' };

describe('the facets of a search', () => {
  it('list the values of the named parameters with the number of talks for each', async () => {
    assert.deepEqual(await facets('facets=series'), {
      series: [
        { ...BOGS, count: 2 },
        { ...FERNS, count: 1 },
      ],
    });
    assert.deepEqual(await facets('facets=organising_department,venue&facets=topic,speaker'), {
      organising_department: [{ value: 'place:1', name: 'Botany', count: 3 }],
      speaker: [{ value: slugOf(60), name: 'Ada Zimmer', count: 3 }],
      topic: [{ value: MOSS, name: 'Mosses', count: 3 }],
      venue: [{ value: 'place:5', name: 'Great Hall', count: 3 }],
    });
    const attributes = (await facets('facets=status,attendance,evening')) as object;
    assert.deepEqual(valueAt(attributes, 'status'), [{ value: 'cancelled', count: 1 }]);
    assert.ok((valueAt(attributes, 'attendance') as readonly unknown[]).length > 0);
    assert.deepEqual(valueAt(attributes, 'evening'), []);
  });

  it('ignore the filter of their own parameter and apply all others', async () => {
    assert.deepEqual(await facets(`facets=series&series=${slugOf(51)}`), {
      series: [
        { ...BOGS, count: 2 },
        { ...FERNS, count: 1 },
      ],
    });
    assert.deepEqual(await facets('facets=series&status=published'), { series: [{ ...BOGS, count: 2 }] });
    assert.deepEqual(await facets('facets=series&q=nothing-has-this'), { series: [] });
  });

  it('are in XML too and absent unless requested', async () => {
    const xml = textOf(await server.ask('/api/talks/search.xml?from=2041-01-01&facets=series'));
    assert.match(
      xml,
      /<facets><series><list-item><value>[^<]+<\/value><name>Bogs<\/name><count>2<\/count><\/list-item>/,
    );
    assert.equal(await facets('count=1'), undefined);
  });

  it('are rejected for other parameters and with updated_since', async () => {
    for (const query of ['facets=colour', 'facets=series,colour', 'facets=series&updated_since=beginning']) {
      const answer = await server.ask(`/api/talks/search?from=2041-01-01&${query}`);
      assert.equal(answer.status, 400, query);
      assert.match(textOf(answer), /"parameter":"facets"/);
    }
  });
});
