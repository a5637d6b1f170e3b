import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { GARDEN, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { until } from '../support/until.ts';

const SEARCH = '/api/talks/search?from=2015-01-01';
const PAGE = `/talks/id/${RICH}`;
/** Paths of catalogue data that is asked for before, and only while the store is away; of other data; and of errors. */
const OF_CATALOGUE = [SEARCH, `/api/talks/${RICH}`, '/api/talks/search?from=2100-01-01', PAGE];
const OF_ITSELF = ['/api', '/openapi.json', '/schema/catalogue.json', '/docs/api', '/healthz', '/readyz'];
const FIRST_ASKED = [`/api/collections/id/${GARDEN}`, `/api/series/${PLANTS}`];
const ERRORS = ['/nowhere', '/api/talks/search', '/api/talks/x'];

const GZIP = { headers: { 'accept-encoding': 'gzip' } };

/** A server that has cached the responses of OF_CATALOGUE and has then lost its store. */
async function withoutStore(): Promise<{ readonly server: TestServer; readonly mend: () => Promise<void> }> {
  const database = await freshDatabase();
  const server = await startTestServer(UNIVERSITY, {}, database);
  for (let time = 0; time < 3; time += 1)
    for (const path of OF_CATALOGUE) for (const options of [{}, GZIP]) await server.ask(path, options);
  await database.hide();
  await until(
    async () => valueAt(jsonOf(await server.ask('/readyz')), 'store_unavailable_since') !== undefined,
    'the server to notice that the store is unavailable',
  );
  return { server, mend: () => database.show() };
}

async function ageOf(server: TestServer, path: string): Promise<string | undefined> {
  return (await server.ask(path)).headers.age;
}

describe('a server that cannot read its store', () => {
  it('sends Age with catalogue data only', async (t) => {
    const { server } = await withoutStore();
    t.after(() => server.close());
    for (const path of [...OF_CATALOGUE, ...FIRST_ASKED])
      assert.match((await ageOf(server, path)) ?? '', /^\d+$/, path);
    for (const path of [...OF_ITSELF, ...ERRORS]) assert.equal(await ageOf(server, path), undefined, path);
  });

  it('sets Age to the time since the store was last seen, also on cached and compressed responses and 304s', async (t) => {
    const { server } = await withoutStore();
    t.after(() => server.close());
    const etag = (await server.ask(SEARCH)).headers.etag ?? '';
    const seen = Date.parse(String(valueAt(jsonOf(await server.ask('/readyz')), 'catalogue', 'store_seen')));
    const known = { headers: { 'if-none-match': etag } };
    let oldest = 0;
    while (oldest < 2) {
      for (const options of [{}, GZIP, known, { method: 'HEAD' }]) {
        const earliest = Math.floor((Date.now() - seen) / 1000);
        const { status, headers } = await server.ask(SEARCH, options);
        const latest = (Date.now() - seen) / 1000;
        assert.equal(status, options === known ? 304 : 200);
        oldest = Number(headers.age);
        assert.ok(
          oldest >= earliest && oldest <= latest,
          `${String(headers.age)} in ${String(earliest)}–${String(latest)}`,
        );
      }
    }
  });

  it('logs the outage and the recovery once each, then stops sending Age', async (t) => {
    const { server, mend } = await withoutStore();
    t.after(() => server.close());
    await until(() => server.log.length > 0, 'a line in the log');
    await mend();
    await until(() => server.log.length > 1, 'a second line in the log');
    assert.deepEqual(
      server.log.map((line) => valueAt(JSON.parse(line), 'msg')),
      ['the store cannot be read; serving from the copy', 'the store can be read again'],
    );
    for (const path of [...OF_CATALOGUE, ...OF_ITSELF]) assert.equal(await ageOf(server, path), undefined, path);
  });
});
