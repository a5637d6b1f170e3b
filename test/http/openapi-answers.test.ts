import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, mock } from 'node:test';
import { Overload } from '#server/http/request-handler.ts';
import { EXAMPLES } from '#server/openapi/examples.ts';
import { readinessAnswer } from '#server/ops/health.ts';
import { OldAddresses } from '#server/routes/old-addresses.ts';
import type { AskOptions } from '../support/http/ask.ts';
import {
  addressOf as addressWith,
  documentedOperations,
  DocumentedSchemas,
  type DocumentedContent,
  type DocumentedOperation,
} from '../support/http/documented-operations.ts';
import { temporaryFolder } from '../support/folder.ts';
import { mediaTypeOf, textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { answersIn, exchange } from '../support/http/raw-exchange.ts';
import { testServer, type LazyServer } from '../support/http/server.ts';
import { collection, organisation, person, series, talk, topic, venue } from '../support/catalogue/wire-records.ts';
import { NOBODY } from '../support/catalogue/university.ts';
import { valueAt } from '../support/json-value.ts';
import { elementOf } from '../support/sources/xml-element.ts';

// Every request is made from the document: its paths, and the examples of its parameters.

const { getTalk, getSeries, getPerson, getDepartment, getVenue, getCollection } = EXAMPLES.ids;
const TOPIC = 'http://id.worldcat.org/fast/1012163';

/** What the examples of the document name. */
const RECORDS = [
  organisation(String(getDepartment)),
  venue(String(getVenue)),
  topic(TOPIC, { label: 'Lighthouses' }),
  person(String(getPerson), { name: 'Ada Núñez' }),
  series(String(getSeries)),
  talk(String(getTalk), '2027-01-18T17:00:00Z', {
    series: getSeries,
    venue: getVenue,
    organising_department: getDepartment,
    topics: [TOPIC],
    speakers: [getPerson],
  }),
  collection(String(getCollection), { talks: [getTalk] }),
];

const NOWHERE = 'place:99999999';

const folder = temporaryFolder();
const redirects = join(folder, 'redirects.csv');
const server = testServer(RECORDS);
/** Answers one request a second. */
const limited = testServer(RECORDS, { rateLimit: 1 });
const impatient = testServer(RECORDS, {}, { timeouts: { request: 500, stall: 5_000 } });
/** None of its responses is in memory yet. */
const fresh = testServer(RECORDS, { oldAddresses: redirects });

let operations: readonly DocumentedOperation[] = [];
let schemas: DocumentedSchemas;

before(async () => {
  await writeFile(redirects, '/old,/talks\n');
  const document = await server.read('/openapi.json');
  operations = documentedOperations(document);
  schemas = new DocumentedSchemas(document);
  assert.ok(operations.length > 100);
});

/** The address of an operation; that of topics with the topic whose talks it has. */
function addressOf(operation: DocumentedOperation, values: Readonly<Record<string, unknown>> = {}): string {
  return addressWith(operation, { uri: TOPIC, ...values });
}

/** What is wrong with a response that should be as the document describes it; undefined if nothing is. */
function faultIn(answer: HttpAnswer, content: DocumentedContent | undefined): string | undefined {
  if (content === undefined) return `the status ${String(answer.status)} is not documented`;
  const type = mediaTypeOf(answer);
  if (answer.status === 304) return type === '' ? undefined : `a 304 as ${type}`;
  const { [type]: schema } = content;
  if (schema === undefined) return `${type} is not documented for ${String(answer.status)}`;
  const text = textOf(answer);
  if (/[/+]xml$/.test(type)) elementOf(Buffer.from(text));
  return schemas.faultIn(/[/+]json$/.test(type) ? JSON.parse(text) : text, schema);
}

/** Makes a request one of a client that is not on this machine, whose requests are counted. */
const FORWARDED = { 'x-forwarded-for': '198.51.100.1' };

/** Clients that take anything, as JSON if possible, and as XML. */
const ACCEPTS = ['*/*', 'application/xml, */*;q=0.1'];

/** Asks for each operation as JSON and as XML. Returns the media types of the answers by path, and checks each answer. */
async function typesGiven(
  status: string,
  ask: (operation: DocumentedOperation, accept: string) => Promise<readonly HttpAnswer[]>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const given = new Map<string, Set<string>>();
  for (const operation of operations) {
    const { path, responses } = operation;
    if (responses[status] === undefined) continue;
    const types = new Set<string>();
    for (const accept of ACCEPTS) {
      for (const answer of await ask(operation, accept)) {
        assert.equal(faultIn(answer, responses[status]), undefined, `${path} as ${accept}`);
        if (status !== 'default') assert.equal(String(answer.status), status, `${path} as ${accept}`);
        types.add(mediaTypeOf(answer));
      }
    }
    given.set(path, types);
  }
  return given;
}

/** Checks that a status is answered in the media types that are documented for it, in each of them, and in no other. */
async function assertGiven(
  status: string,
  ask: (operation: DocumentedOperation, accept: string) => Promise<readonly HttpAnswer[]>,
): Promise<void> {
  const given = await typesGiven(status, ask);
  assert.ok(given.size > 0);
  for (const { path, responses } of operations) {
    const types = given.get(path);
    if (types !== undefined) assert.deepEqual([...types].sort(), Object.keys(responses[status] ?? {}).sort(), path);
  }
}

/** Sends a request without a Host header, which only HTTP/1.0 allows, or with another line instead. */
async function raw(to: LazyServer, path: string, accept: string, line = ''): Promise<HttpAnswer> {
  const { port } = await to.started();
  const lines = [`GET ${path} HTTP/1.1`, `Accept: ${accept}`, 'Connection: close', line];
  const bytes = await exchange(port, `${lines.filter((one) => one !== '').join('\r\n')}\r\n\r\n`);
  const [answer] = answersIn(bytes, ['GET']);
  assert.ok(answer !== undefined);
  return answer;
}

const asking = (options: AskOptions, values?: Readonly<Record<string, unknown>>) => {
  return async (operation: DocumentedOperation, accept: string): Promise<readonly HttpAnswer[]> => [
    await server.ask(addressOf(operation, values), { ...options, headers: { accept, ...options.headers } }),
  ];
};

/** The values that a schema lists. */
function listedIn(schema: unknown): readonly unknown[] {
  const values = valueAt(schema, 'enum') ?? valueAt(schema, 'items', 'enum');
  return Array.isArray(values) ? values : [];
}

/** What the readiness check answers before the catalogue is loaded. */
async function notReady(): Promise<HttpAnswer> {
  const replica = { index: undefined, damaged: { damage: [], more: 0 }, sources: undefined } as never;
  const instance = { replica, draining: () => false };
  const { status, contentType, body } = await readinessAnswer({
    instance: { ...instance, corrections: undefined, worker: undefined },
  });
  assert.ok(Buffer.isBuffer(body));
  return { status, headers: { 'content-type': contentType }, body };
}

describe('every path of the OpenAPI document', () => {
  it('answers 200 in each media type that is documented, as its schema says', async () => {
    for (const operation of operations) {
      const content = operation.responses['200'] ?? {};
      for (const accept of Object.keys(content)) {
        const answer = await server.ask(addressOf(operation), { headers: { accept } });
        assert.deepEqual([answer.status, mediaTypeOf(answer)], [200, accept], operation.path);
        assert.equal(faultIn(answer, content), undefined, `${operation.path} as ${accept}`);
      }
    }
  });

  it('answers with all topics where `uri` is not required, in the media types of lists of names', async () => {
    const topics = operations.filter(({ id }) => id === 'getTopic' || id === 'getTopicAsXml');
    const people = operations.find(({ id }) => id === 'listPeople');
    for (const operation of topics) {
      const { '200': content = {}, '406': refused } = operation.responses;
      for (const accept of Object.keys(content)) {
        const answer = await server.ask(addressWith(operation), { headers: { accept } });
        const isOfNames = people?.responses['200']?.[accept] !== undefined;
        assert.deepEqual(
          [answer.status, faultIn(answer, isOfNames ? content : refused)],
          [isOfNames ? 200 : 406, undefined],
        );
        if (isOfNames) assert.equal(mediaTypeOf(answer), accept, operation.path);
      }
    }
    assert.equal(topics.length, 2);
  });

  it('answers in no other media type', async () => {
    const types = new Set(operations.flatMap(({ responses }) => Object.keys(responses['200'] ?? {})));
    for (const operation of operations) {
      const { '200': content = {} } = operation.responses;
      const others = [...types].filter((type) => !(type in content)).join(', ');
      for (const accept of [others, 'text/html', 'image/png', '*/*', 'text/html,application/xml;q=0.9,*/*;q=0.8']) {
        const answer = await server.ask(addressOf(operation), { headers: { accept } });
        const expected = answer.status === 200 ? content : operation.responses['406'];
        assert.equal(faultIn(answer, expected), undefined, `${operation.path} as ${accept}`);
      }
    }
  });

  it('answers 200 to the example of each parameter, and to each value that is listed for one', async () => {
    for (const operation of operations) {
      for (const { name, schema, example } of operation.parameters) {
        assert.equal(schemas.faultIn(example, schema), undefined, `${operation.path}: the example of ${name}`);
        for (const value of [example, ...listedIn(schema)]) {
          const address = addressOf(operation, { [name]: value });
          const answer = await server.ask(address);
          assert.equal(answer.status, 200, address);
          // Of the members that the schemas require, the answer has only those that are asked for.
          if (name !== 'fields') assert.equal(faultIn(answer, operation.responses['200']), undefined, address);
        }
      }
    }
  });

  it('answers 304 to a client that has the response', async () => {
    for (const operation of operations) {
      const { '304': unchanged } = operation.responses;
      const address = addressOf(operation);
      const { etag } = (await server.ask(address)).headers;
      assert.equal(etag !== undefined, unchanged !== undefined, address);
      if (etag === undefined) continue;
      const answer = await server.ask(address, { headers: { 'if-none-match': etag } });
      assert.deepEqual([answer.status, faultIn(answer, unchanged)], [304, undefined], address);
    }
  });

  it('answers 400 to a malformed request', async () => {
    await assertGiven('400', async (operation, accept) => {
      const answer = await raw(server, addressOf(operation), accept);
      if (!operation.parameters.some(({ name }) => name === 'strict')) return [answer];
      const address = addressOf(operation, { strict: true });
      const query = `${address.includes('?') ? '&' : '?'}no_such_parameter=1`;
      return [answer, await server.ask(address + query, { headers: { accept } })];
    });
  });

  it('answers 404 to an identifier that nothing has', async () => {
    await assertGiven('404', async (operation, accept) => {
      const id = /\/(?:departments|venues)\//.test(operation.path) ? NOWHERE : NOBODY;
      return asking({}, { id, uri: 'http://topics.example.org/none', under: NOWHERE })(operation, accept);
    });
  });

  it('answers 406 to a client that accepts nothing', async () => {
    await assertGiven('406', asking({ headers: { 'accept-encoding': 'identity;q=0' } }));
  });

  it('answers 429 to a client that asks too often', async () => {
    await assertGiven('429', async (operation, accept) => {
      for (let time = 0; time < 100; time += 1) {
        const answer = await limited.ask(addressOf(operation), { headers: { accept, ...FORWARDED } });
        if (answer.status !== 200) return [answer];
      }
      throw new Error('no request was too many');
    });
  });

  it('answers 503 while the service is overloaded', async () => {
    await fresh.started();
    const unready = await notReady();
    const overload = mock.getter(Overload.prototype, 'isOverloaded', () => true);
    try {
      await assertGiven('503', async (operation, accept) => [
        await fresh.ask(addressOf(operation), { headers: { accept } }),
        ...(operation.id === 'getReadiness' ? [unready] : []),
      ]);
    } finally {
      overload.mock.restore();
    }
  });

  it('answers with any other error in the media types that are documented for them', async () => {
    await fresh.started();
    const bug = mock.method(OldAddresses.prototype, 'find', () => {
      throw new Error('a bug');
    });
    try {
      await assertGiven('default', async (operation, accept) => {
        const address = addressOf(operation);
        const answers = [
          await server.ask(address, { method: 'POST', headers: { accept } }),
          await raw(server, address, accept, `X-Long: ${'x'.repeat(40_000)}`),
          await fresh.ask(address, { headers: { accept } }),
        ];
        assert.deepEqual(
          answers.map(({ status }) => status),
          [405, 431, 500],
        );
        return answers;
      });
    } finally {
      bug.mock.restore();
    }
  });

  it('answers 408 to a request that does not arrive in time', async () => {
    const { port } = await impatient.started();
    const all = operations.map(async (operation) => {
      const [answer] = answersIn(await exchange(port, `GET ${addressOf(operation)} HTTP/1.1\r\nHost: x\r\n`), ['GET']);
      assert.ok(answer !== undefined);
      assert.deepEqual([answer.status, faultIn(answer, operation.responses.default)], [408, undefined], operation.path);
    });
    await Promise.all(all);
  });
});
