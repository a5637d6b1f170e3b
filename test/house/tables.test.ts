import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { markdownFiles } from '../support/docs/markdown-files.ts';
import { tablesOf } from '../support/docs/markdown-table.ts';

/** Characters. Longer cells, or columns that do not fit side by side, should be a list. */
const WIDEST_CELL = 110;
const WIDEST_TABLE = 160;

describe('the tables of the documentation', () => {
  it('fit on a screen', async () => {
    const tooWide: string[] = [];
    for (const path of await markdownFiles()) {
      for (const { line, columns } of tablesOf(readFileSync(path, 'utf8'))) {
        const table = columns.reduce((sum, width) => sum + width, 0);
        const cell = Math.max(...columns);
        if (cell > WIDEST_CELL || table > WIDEST_TABLE)
          tooWide.push(`${path}:${String(line)}: ${String(table)} characters wide, a cell of ${String(cell)}`);
      }
    }
    assert.deepEqual(tooWide, []);
  });

  it('are measured as rendered, without the markup of links, code and bold', () => {
    const text = ['# Of `a|b`', '', '| a | `bc` |', '| --- | --- |', '| **def** | [gh](i.md#j) \\| k |', ''].join('\n');
    assert.deepEqual(tablesOf(text), [{ line: 3, columns: [3, 6] }]);
    assert.deepEqual(tablesOf(`\`\`\`\n${text}\`\`\`\n`), []);
  });
});
