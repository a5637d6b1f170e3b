import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { isMembers, valueAt } from '../support/json-value.ts';
import { testServer } from '../support/server.ts';
import { UNIVERSITY } from '../support/university.ts';

const server = testServer(UNIVERSITY, { defaultCount: 7, maximumCount: 77 });

const folder = temporaryFolder();

describe('the OpenAPI document', () => {
  it("passes Redocly's recommended rules without a word", async () => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, (await server.ask('/openapi.json')).body);
    const { status, output } = await redocly(
      ['lint', '--format=stylish', '--extends=recommended-strict', file],
      folder,
    );
    assert.deepEqual([status, /(\d+) (?:problem|error|warning)/.exec(output)?.[0]], [0, undefined], output);
  });

  it('has the settings of the service that gives it', async () => {
    const document = await server.read('/openapi.json');
    assert.deepEqual(valueAt(document, 'servers'), [{ url: 'https://talks.example.org' }]);
    const parameters = valueAt(document, 'paths', '/api/talks/search', 'get', 'parameters');
    assert.ok(Array.isArray(parameters));
    const count: unknown = parameters.find((one) => valueAt(one, 'name') === 'count');
    assert.deepEqual(valueAt(count, 'schema'), { type: 'integer', minimum: 1, maximum: 77, default: 7 });
  });

  it('has examples that its own schemas accept', async () => {
    const document = await server.read('/openapi.json');
    let seen = 0;
    for (const [path, item] of entriesOf(valueAt(document, 'paths'))) {
      const content = valueAt(item, 'get', 'responses', '200', 'content', 'application/json');
      const example = valueAt(content, 'example');
      const xml = valueAt(item, 'get', 'responses', '200', 'content', 'application/xml');
      if (content === undefined || xml === undefined) continue;
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
    assert.ok(seen >= 6);
  });

  it('documents nothing that is not served', async () => {
    const document = await server.read('/openapi.json');
    for (const [path] of entriesOf(valueAt(document, 'paths'))) {
      const answer = await server.ask(path.replace('{id}', 'x'), { method: 'OPTIONS' });
      assert.equal(answer.status, 204, path);
    }
  });
});

function entriesOf(value: unknown): [string, unknown][] {
  return isMembers(value) ? Object.entries(value) : [];
}

/** Runs the linter without telemetry and without asking for updates. */
function redocly(args: readonly string[], cwd: string): Promise<{ status: number; output: string }> {
  const program = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    CI: 'true',
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd, env }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ status, output: stdout + stderr });
    });
  });
}
