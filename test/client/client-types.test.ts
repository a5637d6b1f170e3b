import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { CLIENT_TYPES, clientTypes } from '../support/docs/client-types.ts';

it('the types of lectern/client are those of the OpenAPI document (npm run client:types writes them)', async () => {
  assert.equal(readFileSync(CLIENT_TYPES, 'utf8'), await clientTypes());
});
