import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PARAMETERS } from '#search/parameters.js';
import { ERRORS } from '#server/errors.js';
import { ROUTES } from '#server/routes.js';
import { tableUnder } from '../support/markdown-table.js';

const PAGE = 'docs/reference/http.md';

function plain(text: string): string {
  return text.replaceAll('`', '');
}

describe('docs/reference/http.md', () => {
  it('lists the addresses as the code has them', async () => {
    assert.deepEqual(
      await tableUnder(PAGE, 'Addresses'),
      ROUTES.map(({ path, summary }) => [path, summary]),
    );
  });

  it('lists the parameters as the code has them', async () => {
    assert.deepEqual(
      await tableUnder(PAGE, 'Parameters'),
      PARAMETERS.map(({ name, operations, requiredBy, repeatable, description, example }) => [
        name,
        operations
          .map((operation) => (requiredBy.includes(operation) ? `${operation}, required` : operation))
          .join('; '),
        repeatable ? 'yes' : '',
        plain(description),
        String(example),
      ]),
    );
  });

  it('lists the errors as the code has them', async () => {
    assert.deepEqual(
      await tableUnder(PAGE, 'Errors'),
      Object.entries(ERRORS).map(([code, { status, when }]) => [code, String(status), plain(when)]),
    );
  });
});
