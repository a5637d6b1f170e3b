import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';

const { stylesheet, script } = makeBrand(NO_BRAND);

/** The files of a folder of src/pages, each without the comment at its head. */
function partsIn(folder: string): string[] {
  const files = readdirSync(`src/pages/${folder}`);
  return files.map((file) => readFileSync(`src/pages/${folder}/${file}`, 'utf8').replace(/^\/\*[^]*?\*\/\s*/, ''));
}

describe('what every page loads', () => {
  it('is one stylesheet of every file in style/, as it is now, and nothing else', () => {
    let css = stylesheet.content.toString();
    for (const part of partsIn('style')) css = css.replace(part, () => '');
    assert.equal(css, '');
  });

  it('is one script of every file in script/, as it is now, each with names of its own', () => {
    let js = script.content.toString();
    for (const part of partsIn('script')) js = js.replace(`{\n${part.trim()}\n}\n`, () => '');
    assert.equal(js, '');
  });
});
