import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listAt, textAt } from '../support/json-value.ts';
import { universityServer } from '../support/http/server.ts';
import { ADA, GARDEN, MOSS_TOPIC } from '../support/catalogue/university.ts';

const server = universityServer();

async function namesFor(query: string): Promise<string[]> {
  return listAt(await server.read(`/api/suggest?${query}`), '_embedded', 'suggestions').map((one) =>
    textAt(one, 'name'),
  );
}

describe('/api/suggest', () => {
  it('suggests names with links and the identifiers that a search accepts', async () => {
    assert.deepEqual(await server.read('/api/suggest?kind=person&q=nun'), {
      _links: { self: { href: 'https://talks.example.org/api/suggest?q=nun&kind=person' } },
      _embedded: {
        suggestions: [
          {
            _links: { self: { href: `/api/person/${ADA}` }, talks_page: { href: `/talks/persons/id/${ADA}` } },
            kind: 'person',
            id: ADA,
            name: 'Ada Núñez',
            talks: 1,
            upcoming: 0,
          },
        ],
      },
    });
    const topic = listAt(await server.read('/api/suggest?q=moss'), '_embedded', 'suggestions')[0];
    assert.equal((await server.ask(textAt(topic, '_links', 'self', 'href'))).status, 200);
    assert.equal(textAt(topic, 'id'), MOSS_TOPIC);
  });

  it('suggests every kind of record but no private collections', async () => {
    assert.deepEqual(await namesFor('q=gar'), ['Garden Site', 'Garden talks']);
    assert.deepEqual(await namesFor('q=nobody'), []);
    assert.deepEqual(await namesFor('q=garden&kind=collection&kind=person'), ['Garden talks']);
    assert.equal((await server.ask(`/user/lists/id/${GARDEN}/`)).status, 200);
    assert.deepEqual(await namesFor('q='), []);
  });

  it('answers 400 and names every malformed parameter', async () => {
    for (const [query, parameters] of [
      ['', ['q']],
      ['q=%FF', ['q']],
      ['q=%E2%80%A6', ['q']],
      [`q=${'a'.repeat(501)}`, ['q']],
      ['q=a&q=b&kind=talk&count=1.5', ['q', 'count', 'kind']],
      ['q=a&count=0', ['count']],
      ['q=a&from=today&strict=1', ['from']],
    ] as const) {
      const answer = await server.ask(`/api/suggest?${query}`);
      assert.equal(answer.status, 400, query);
      assert.deepEqual(
        listAt(JSON.parse(answer.body.toString()), 'errors').map((one) => textAt(one, 'parameter')),
        parameters,
      );
    }
  });

  it('may be cached and answers 304 to its ETag', async () => {
    const { headers } = await server.ask('/api/suggest?q=gar');
    assert.match(String(headers['cache-control']), /^public, max-age=/);
    const again = await server.ask('/api/suggest?q=gar', { headers: { 'if-none-match': String(headers.etag) } });
    assert.equal(again.status, 304);
  });
});
