import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PARAMETERS } from '#search/query/parameters.ts';
import { ERRORS } from '#server/http/errors.ts';
import { ROUTES } from '#server/routes/routes.ts';
import { definitionsUnder, tableUnder } from '../support/docs/markdown-table.ts';

const PAGE = 'docs/reference/http.md';

function plain(text: string): string {
  return text.replaceAll('`', '');
}

describe('docs/reference/http.md', () => {
  it('lists the same addresses as the code', async () => {
    assert.deepEqual(
      await tableUnder(PAGE, 'Addresses'),
      ROUTES.map(({ path, summary }) => [path, summary]),
    );
  });

  it('lists the same parameters as the code', async () => {
    assert.deepEqual(
      await definitionsUnder(PAGE, 'Parameters'),
      PARAMETERS.map(({ name, operations, requiredBy, repeatable, description, example }) => [
        name,
        operations
          .map((operation) => (requiredBy.includes(operation) ? `${operation}, required` : operation))
          .join('; '),
        ...(repeatable ? ['repeatable'] : []),
        `example ${plain(String(example))}`,
        plain(description),
      ]),
    );
  });

  it('lists the same errors as the code', async () => {
    assert.deepEqual(
      await definitionsUnder(PAGE, 'Errors'),
      Object.entries(ERRORS).map(([code, { status, when }]) => [code, String(status), plain(when)]),
    );
  });
});
