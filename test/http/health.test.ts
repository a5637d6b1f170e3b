import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonOf } from '../support/http/http-answer.ts';
import { isMembers, textAt, valueAt } from '../support/json-value.ts';
import { universityServer } from '../support/http/server.ts';

const server = universityServer();

describe('the health endpoints', () => {
  it('report at /healthz that the process is alive', async () => {
    const answer = await server.ask('/healthz');
    assert.deepEqual([answer.status, jsonOf(answer)], [200, { status: 'alive' }]);
  });

  it('report at /readyz that the server is ready, with the version and size of its catalogue', async () => {
    const answer = await server.ask('/readyz');
    const { catalogue } = { catalogue: valueAt(jsonOf(answer), 'catalogue') };
    assert.ok(isMembers(catalogue));
    assert.match(textAt(catalogue, 'store_seen'), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual([answer.status, valueAt(jsonOf(answer), 'status')], [200, 'ready']);
    assert.deepEqual([catalogue.version, catalogue.talks], [1, 5]);
  });
});
