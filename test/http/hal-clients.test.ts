import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import halfred from 'halfred';
import { Client } from 'ketting';
import { textOf } from '../support/http/http-answer.ts';
import { universityServer } from '../support/http/server.ts';
import { isMembers, textAt, valueAt } from '../support/json-value.ts';
import { ADA, BARE, GARDEN, MOSS_TOPIC, NAME_LISTS, PLANTS, RICH } from '../support/catalogue/university.ts';

const server = universityServer();
const HAL = { accept: 'application/hal+json' };

const DOCUMENTS = [
  '/api',
  '/api/talks/search?from=2015-01-01',
  '/api/talks/search?from=2015-01-01&count=2&page=2&facets=series',
  '/api/talks/search?from=2015-01-01&fields=title,various_speakers,topics',
  '/api/talks/search?from=2015-01-01&updated_since=beginning',
  `/api/talks/${RICH}`,
  `/api/talks/${BARE}`,
  `/api/series/${PLANTS}`,
  `/api/collections/id/${GARDEN}`,
  `/api/person/${ADA}`,
  '/api/departments/place:2000',
  '/api/venues/place:1001',
  `/api/topics?uri=${encodeURIComponent(MOSS_TOPIC)}`,
  ...NAME_LISTS,
];

async function hal(path: string): Promise<unknown> {
  const answer = await server.ask(path, { headers: HAL });
  assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'application/hal+json'], path);
  return JSON.parse(textOf(answer));
}

describe('a response as application/hal+json', () => {
  for (const path of DOCUMENTS) {
    it(`is valid for halfred: ${path}`, async () => {
      halfred.enableValidation();
      assert.deepEqual(halfred.parse(await hal(path)).validationIssues(), []);
    });

    it(`is read by ketting without a warning, with every resource that it embeds: ${path}`, async (t) => {
      const warn = t.mock.method(console, 'warn', () => undefined);
      const { port } = await server.started();
      const client = new Client(`http://127.0.0.1:${port}/`);
      client.use(async (request, next) => {
        request.headers.set('Accept', 'application/hal+json');
        return next(request);
      });
      const state = await client.go(path).get();
      assert.deepEqual(
        warn.mock.calls.map(({ arguments: told }) => told),
        [],
      );
      const embedded = valueAt(await hal(path), '_embedded');
      const count = isMembers(embedded) ? Object.values(embedded).flat().length : 0;
      assert.equal(state.getEmbedded().length, count);
    });
  }

  it('has various_speakers beside what is embedded, and topics with a link to themselves', async () => {
    const talk = await hal(`/api/talks/${RICH}`);
    assert.equal(valueAt(talk, 'various_speakers'), true);
    assert.equal(valueAt(talk, '_embedded', 'various_speakers'), undefined);
    const topic = textAt(talk, '_embedded', 'topics', '0', '_links', 'self', 'href');
    assert.equal(textAt(await hal(topic), 'uri'), textAt(talk, '_embedded', 'topics', '0', 'uri'));
    const plain = await server.read(`/api/talks/${RICH}`);
    assert.equal(valueAt(plain, 'various_speakers'), undefined);
    assert.equal(valueAt(plain, '_embedded', 'various_speakers'), true);
    assert.deepEqual(Object.keys(valueAt(plain, '_embedded', 'topics', '0') ?? {}), ['uri', 'label']);
  });
});
