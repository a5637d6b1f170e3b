import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { CLIENT_TYPES, clientTypes } from '../support/docs/client-types.ts';
import { NO_OXFMT } from '../support/docs/oxc-installed.ts';

const skip = NO_OXFMT;

it('the types of lectern/client match the OpenAPI document (npm run client:types updates them)', { skip }, async () => {
  assert.equal(readFileSync(CLIENT_TYPES, 'utf8'), await clientTypes());
});
