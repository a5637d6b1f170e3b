import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CATALOGUE_SCHEMA } from '#representations/catalogue-schema.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { universityServer } from '../support/http/server.ts';

const server = universityServer();

describe('/schema/catalogue.json', () => {
  it('serves the schema of catalogue files to any origin', async () => {
    const answer = await server.ask('/schema/catalogue.json');
    assert.deepEqual(
      [answer.status, answer.headers['content-type'], answer.headers['access-control-allow-origin']],
      [200, 'application/schema+json', '*'],
    );
    assert.deepEqual(jsonOf(answer), CATALOGUE_SCHEMA);
    const headers = { 'if-none-match': answer.headers.etag ?? '' };
    assert.equal((await server.ask('/schema/catalogue.json', { headers })).status, 304);
  });
});
