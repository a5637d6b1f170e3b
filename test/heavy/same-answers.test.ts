import assert from 'node:assert/strict';
import { after, before, describe, it, mock } from 'node:test';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { openStore } from '#store/open.ts';
import { lastingHeaders, type HttpAnswer } from '../support/http/http-answer.ts';
import { startTestServer, type TestServer } from '../support/http/server.ts';
import { sampleRecords } from '../support/catalogue/sample-records.ts';
import { ENGINES } from './engines.ts';
import { everyRequest, type AskedRequest } from './every-request.ts';
import { oddCatalogue } from './odd-catalogue.ts';

/** The content of the store, as an export writes it. */
async function exported({ database }: TestServer): Promise<string> {
  const store = await openStore(database.address, { mode: 'read' });
  const lines: string[] = [];
  for await (const record of store.records()) lines.push(recordLine(record));
  await store.close();
  return lines.join('');
}

async function answersOf(server: TestServer, requests: readonly AskedRequest[]): Promise<HttpAnswer[]> {
  const answers: HttpAnswer[] = [];
  for (const [n, { path, options }] of requests.entries()) {
    const answer = await server.ask(path, options);
    answers.push(answer);
    const { etag } = answer.headers;
    if (etag === undefined || n % 4 !== 0) continue;
    const headers = { ...options.headers, 'if-none-match': etag };
    answers.push(await server.ask(path, { ...options, headers }));
  }
  return answers;
}

/**
 * Asserts that all answers have the same status, headers and body, byte for byte. Entity tags tell catalogues apart that
 * were imported each on its own.
 */
function assertSame(name: string, answers: readonly HttpAnswer[], expected: readonly HttpAnswer[]): void {
  assert.equal(answers.length, expected.length);
  for (const [n, answer] of answers.entries()) {
    const wanted = expected[n] ?? assert.fail();
    assert.deepEqual(withoutTag(answer), withoutTag(wanted), name);
  }
}

function withoutTag(answer: HttpAnswer): readonly unknown[] {
  const { etag, ...headers } = lastingHeaders(answer);
  return [answer.status, etag !== undefined, headers, answer.body.toString('latin1')];
}

const skip = ENGINES.length > 1 ? false : 'PostgreSQL is not installed: there is nothing to compare with';

describe('on 27 March 2026', () => {
  // So that “today” is the same day for all servers.
  before(() => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-27T11:00:00Z') });
  });
  after(() => {
    mock.timers.reset();
  });

  describe('the same catalogue on several engines', { skip }, () => {
    const servers: TestServer[] = [];
    const catalogue = [...sampleRecords({ talks: 200, day: '2026-03-27' }), ...oddCatalogue()];

    before(async () => {
      for (const { database } of ENGINES) servers.push(await startTestServer(catalogue, {}, await database()));
    });
    after(async () => {
      for (const server of servers) await server.close();
    });

    /** Sends the same requests to all servers, and compares their answers and exports. */
    async function compare(requests: readonly AskedRequest[]): Promise<readonly HttpAnswer[]> {
      const [first = assert.fail(), ...others] = servers;
      const expected = await answersOf(first, requests);
      for (const [n, server] of others.entries()) {
        assertSame(ENGINES[n + 1]?.name ?? '', await answersOf(server, requests), expected);
      }
      const [due, ...exports] = await Promise.all(servers.map(exported));
      for (const [n, text] of exports.entries()) assert.ok(text === due, `the export of ${ENGINES[n + 1]?.name ?? ''}`);
      return expected;
    }

    it('answers several hundred requests with the same bytes and headers', async (t) => {
      const requests = everyRequest(catalogue);
      const answers = await compare(requests);
      const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
      t.diagnostic(`${requests.length} requests to each of ${servers.length} servers`);
      assert.ok(requests.length > 400 && count(200) > 400 && count(304) > 100 && count(404) > 3 && count(400) > 1);
    });

    it('gives the same answers after records are added, changed and removed', async () => {
      const later = sampleRecords({ talks: 200, day: '2026-03-30' });
      for (const server of servers) await server.import([...later, ...oddCatalogue().slice(0, -1)], { replace: true });
      // Each record has three requests, so every third would be of the same kind.
      await compare(everyRequest(later).filter((_, n) => n % 4 === 0));
      const people = later.filter(({ type }, n) => type === 'person' && n % 3 === 0);
      const renamed = people.map((person) => ({ ...person, name: `${String(person.name)} of Kraków` }));
      for (const server of servers) await server.import(renamed);
      await compare(everyRequest(later).filter((_, n) => n % 5 === 0));
    });
  });
});
