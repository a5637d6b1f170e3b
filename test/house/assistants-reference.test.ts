import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PARAMETERS } from '#search/query/parameters.ts';
import { SEARCH_ARGUMENTS } from '#server/mcp/talk-tools.ts';
import { TOOLS } from '#server/mcp/mcp-server.ts';
import { valueAt } from '../support/json-value.ts';
import { definitionsUnder } from '../support/docs/markdown-table.ts';

const PAGE = 'docs/reference/assistants.md';
const RULES = { timeZone: 'Europe/London', defaultCount: 20, maximumCount: 1000 };

/**
 * Search parameters that no tool has: those for clients that keep a copy or show facets, for those who keep the lists, and
 * redundant ones.
 */
const LEFT_OUT = ['missing', 'talk', 'updated_since', 'facets', 'fields', 'cancelled', 'strict'];

describe('docs/reference/assistants.md', () => {
  it('lists the same tools as the code', async () => {
    const expected = TOOLS.map(({ name, description }) => [name, description]);
    assert.deepEqual(await definitionsUnder(PAGE, 'Tools'), expected);
  });

  for (const { name, inputSchema } of TOOLS)
    it(`lists the same arguments of ${name} as the code`, async () => {
      const expected = Object.entries(inputSchema(RULES).properties).map(([argument, schema]) => {
        const parameter = name === 'search_talks' ? (SEARCH_ARGUMENTS[argument]?.parameter.name ?? '') : argument;
        return [argument, ...(parameter === argument ? [] : [parameter]), valueAt(schema, 'description')];
      });
      assert.deepEqual(await definitionsUnder(PAGE, name), expected);
    });
});

describe('search_talks', () => {
  it('accepts every search parameter that is useful to an assistant', () => {
    const taken = Object.values(SEARCH_ARGUMENTS).map(({ parameter }) => parameter.name);
    const all = PARAMETERS.filter(({ operations }) => operations.includes('search')).map(({ name }) => name);
    assert.deepEqual([...taken, ...LEFT_OUT].toSorted(), all.toSorted());
  });
});
