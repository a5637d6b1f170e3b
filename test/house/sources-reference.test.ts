import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SOURCE_FORMATS } from '#sources/source-formats.ts';
import { headings, tableUnder } from '../support/docs/markdown-table.ts';

const FOLDER = 'docs/reference/sources';

describe('docs/reference/sources/', async () => {
  const rows = await tableUnder(join(FOLDER, 'README.md'), 'Sources');
  const formats = SOURCE_FORMATS.filter(({ load }) => load !== null);

  it('lists the same formats as the code', () => {
    assert.deepEqual(rows.map(([name]) => name).sort(), formats.map(({ name }) => name).sort());
  });

  for (const { name, title } of formats) {
    it(`has a page or section for ${name}`, async () => {
      const link = rows.find(([listed]) => listed === name)?.[2] ?? '';
      const [, page = ''] = /\]\(([\w.-]+)/.exec(link) ?? [];
      const titles = await Promise.all([1, 2].map((level) => headings(join(FOLDER, page), level)));
      assert.ok(titles.flat().includes(title), `${page}: ${title}`);
    });
  }

  it('links to every page from README.md', () => {
    const first = readFileSync(join(FOLDER, 'README.md'), 'utf8');
    const others = readdirSync(FOLDER).filter((name) => name !== 'README.md');
    assert.deepEqual(
      others.filter((name) => !first.includes(`](${name}`)),
      [],
    );
  });
});
