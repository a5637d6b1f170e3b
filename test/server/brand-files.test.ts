import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { BrandUnusable } from '#server/unusable.ts';
import { readBrand } from '#server/pages/brand-files.ts';
import type { BrandSettings } from '#server/pages/brand-files.ts';

const NONE: BrandSettings = {
  brandName: 'Talks',
  brandLogo: null,
  brandColour: null,
  brandLinks: [],
  brandCss: null,
  brandPicture: null,
  brandPictureAlt: '',
  brandWelcome: '',
  featured: null,
  terms: [],
  images: null,
  imageHosts: [],
  privacyUrl: null,
  privacyContact: null,
  accessLog: 'off',
  accessLogPersonal: 'off',
};

describe('the brand files', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-brand-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function file(name: string, content: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  it('include the logo with a type from its extension and the CSS unchanged', async () => {
    const logo = await file('logo.PNG', 'picture');
    const css = await file('more.css', 'p { margin: 0 }');
    const brand = await readBrand({ ...NONE, brandLogo: logo, brandCss: css }, true);
    assert.deepEqual([brand.logo?.content.toString(), brand.logo?.contentType], ['picture', 'image/png']);
    assert.match(brand.stylesheet.content.toString(), /p \{ margin: 0 \}$/);
  });

  it('are rejected if the CSS is over 100 KiB, since every page would wait for it', async () => {
    const css = await file('large.css', 'x'.repeat(100 * 1024 + 1));
    await assert.rejects(readBrand({ ...NONE, brandCss: css }, true), BrandUnusable);
  });

  it('must exist', async () => {
    await assert.rejects(readBrand({ ...NONE, brandLogo: join(folder, 'none.svg') }, true), { code: 'ENOENT' });
  });
});
