import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SOURCE_FORMATS } from '#sources/formats.ts';
import { headings } from '../support/markdown-table.ts';

describe('docs/reference/sources.md', () => {
  for (const { name, title, load } of SOURCE_FORMATS) {
    if (load === null) continue;
    it(`has a section for ${name}`, async () => {
      assert.ok((await headings('docs/reference/sources.md', 2)).includes(title), title);
    });
  }
});
