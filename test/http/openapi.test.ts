import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { programOf, run, type Ran } from '../support/docs/generated-client.ts';
import { documentedOperations, entriesOf, followed } from '../support/http/documented-operations.ts';
import { membersOf } from '../support/http/documented-paths.ts';
import { textAt, valueAt } from '../support/json-value.ts';
import { testServer } from '../support/http/server.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const server = testServer(UNIVERSITY, { defaultCount: 7, maximumCount: 77 });

const folder = temporaryFolder();

describe('the OpenAPI document', () => {
  it("passes Redocly's recommended-strict rules without warnings", async () => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, (await server.ask('/openapi.json')).body);
    const { status, output } = await redocly(
      ['lint', '--format=stylish', '--extends=recommended-strict', file],
      folder,
    );
    assert.deepEqual([status, /(\d+) (?:problem|error|warning)/.exec(output)?.[0]], [0, undefined], output);
  });

  it('has the version of the package', async () => {
    const file: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    assert.equal(valueAt(await server.read('/openapi.json'), 'info', 'version'), valueAt(file, 'version'));
  });

  it('contains the base URL and count settings of the service', async () => {
    const document = await server.read('/openapi.json');
    assert.deepEqual(valueAt(document, 'servers'), [{ url: 'https://talks.example.org' }]);
    const counts = ['countQuery', 'feedCountQuery', 'topicCountQuery', 'namesCountQuery', 'suggestionsCountQuery'];
    assert.deepEqual(
      counts.map((name) => {
        const count = valueAt(document, 'components', 'parameters', name);
        assert.deepEqual([valueAt(count, 'schema', 'minimum'), valueAt(count, 'schema', 'maximum')], [1, undefined]);
        return [valueAt(count, 'schema', 'default'), valueAt(count, 'description')];
      }),
      [
        [7, 'Talks per page. More than 77 is 77.'],
        [77, 'How many talks. More than 77 is 77.'],
        [
          undefined,
          'With `uri`, talks per page: 7 unless given. More than 77 is 77. ' +
            'Without it, topics per page: 100 unless given. More than 200 is 200.',
        ],
        [100, 'Names per page. More than 200 is 200.'],
        [8, 'How many names. More than 20 is 20.'],
      ],
    );
  });

  it('is under 300 KB', async () => {
    const { body } = await server.ask('/openapi.json');
    assert.ok(body.length < 300_000, `it has ${String(body.length)} bytes`);
  });

  it('uses $ref for every parameter, header and error', async () => {
    const document = await server.read('/openapi.json');
    const written = operationsOf(document).flatMap(({ id, get }) => {
      const responses = entriesOf(valueAt(get, 'responses'));
      const headers = responses.flatMap(([, one]) => entriesOf(valueAt(one, 'headers')));
      // A 503 from getReadiness is a regular response.
      const errors = responses.filter(([status]) => !(status === '200' || (status === '503' && id === 'getReadiness')));
      const shared = [...entriesOf(valueAt(get, 'parameters')), ...headers, ...errors];
      return shared.filter(([, one]) => valueAt(one, '$ref') === undefined).map(([name]) => `${id}: ${name}`);
    });
    assert.deepEqual(written, []);
  });

  it('describes every operation and parameter', async () => {
    const undescribed = documentedOperations(await server.read('/openapi.json')).flatMap((operation) =>
      [{ name: '', description: operation.description }, ...operation.parameters].flatMap(({ name, description }) =>
        typeof description === 'string' && description !== '' ? [] : [`${operation.id} ${name}`],
      ),
    );
    assert.deepEqual(undescribed, []);
  });

  it('has names that differ when only letters and digits count, and not their case', async () => {
    const document = await server.read('/openapi.json');
    const operations = documentedOperations(document);
    const components = Object.values(membersOf(valueAt(document, 'components'))).flatMap((one) =>
      Object.keys(membersOf(one)),
    );
    assertDistinct([...components, ...operations.map(({ id }) => id)]);
    for (const { parameters } of operations) assertDistinct(parameters.map(({ name }) => name));
  });

  it('has a path for each format of a talk, search, series and collection', async () => {
    const document = await server.read('/openapi.json');
    const names = (path: string) =>
      operationsOf(document).flatMap((one) => (one.path.startsWith(path) ? [one.path.slice(path.length)] : []));
    const ofTalk = ['', ...['xml', 'ics', 'atom', 'rss', 'feed.json', 'csv', 'jsonld', 'jcal.json', 'jscal.json']];
    const ofList = [...ofTalk, 'schedule.xml', 'schedule.json', 'txt', 'md'];
    const suffixes = (list: readonly string[]) => list.map((suffix) => (suffix === '' ? '' : `.${suffix}`));
    assert.deepEqual(names('/api/talks/{id}'), suffixes([...ofTalk, 'txt', 'md']));
    for (const path of ['/api/talks/search', '/api/series/{id}', '/api/collections/id/{id}'])
      assert.deepEqual(names(path), suffixes(ofList), path);
  });

  it('allows additional properties in every object', async () => {
    const { body } = await server.ask('/openapi.json');
    assert.doesNotMatch(body.toString(), /"additionalProperties":\s*false/);
  });

  it('has examples that match its schemas', async () => {
    const document = await server.read('/openapi.json');
    let seen = 0;
    for (const [path, item] of entriesOf(valueAt(document, 'paths'))) {
      const success = followed(document, valueAt(item, 'get', 'responses', '200'));
      const content = valueAt(success, 'content', 'application/json');
      const example = valueAt(content, 'example');
      if (valueAt(content, 'schema', '$ref') === undefined) continue;
      assert.ok(example !== undefined, `${path} has no example`);
      seen += 1;
      const body = Buffer.from(JSON.stringify(example));
      const headers = {
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public',
        'content-security-policy': 'x',
        'content-type': 'application/json',
        'content-length': String(body.length),
      };
      (await server.started()).contract.check(
        { method: 'GET', target: path.replace('{id}', 'x') },
        { status: 200, headers, body },
      );
    }
    assert.equal(seen, 14);
  });

  it('documents only paths that are served', async () => {
    const document = await server.read('/openapi.json');
    for (const [path] of entriesOf(valueAt(document, 'paths'))) {
      const answer = await server.ask(path.replace('{id}', 'x'), { method: 'OPTIONS' });
      assert.equal(answer.status, 204, path);
    }
  });
});

function operationsOf(document: unknown): { path: string; id: string; get: unknown }[] {
  return entriesOf(valueAt(document, 'paths')).map(([path, item]) => {
    const get = valueAt(item, 'get');
    return { path, id: textAt(get, 'operationId'), get };
  });
}

function assertDistinct(names: readonly string[]): void {
  const plain = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  assert.deepEqual(
    names.filter((_, at) => plain.indexOf(plain[at] ?? '') !== at),
    [],
  );
}

/** Runs the linter without telemetry or update checks. */
function redocly(args: readonly string[], cwd: string): Promise<Ran> {
  const program = programOf('@redocly/cli', 'bin/cli.js');
  const variables = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
  return run(process.execPath, [program, ...args], cwd, variables);
}
