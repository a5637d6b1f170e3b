import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CORRECTIONS_SCHEMA } from '#harvest/corrections/corrections-file.ts';
import { tableUnder } from '../support/docs/markdown-table.ts';

it('docs/reference/corrections-file.md lists the same fields as the schema', async () => {
  const rows = await tableUnder('docs/reference/corrections-file.md', 'Fields');
  assert.deepEqual(
    rows.map(([name]) => name),
    Object.keys(CORRECTIONS_SCHEMA.properties.corrections.items.properties),
  );
});
