import assert from 'node:assert/strict';
import { GRID_RULES } from '#pages/calendar/grid-rules.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';
import { FONT } from '#pages/frame/assets.ts';

const { stylesheet, script } = makeBrand(NO_BRAND);

/** The files of a folder of src/pages, each without its head comment. */
function partsIn(folder: string): string[] {
  const files = readdirSync(`src/pages/${folder}`);
  return files.map((file) => readFileSync(`src/pages/${folder}/${file}`, 'utf8').replace(/^\/\*[^]*?\*\/\s*/, ''));
}

describe('assets of every page', () => {
  it('bundle exactly the current files of style/ and the rules of grids into one stylesheet', () => {
    let css = stylesheet.content
      .toString()
      .replace(GRID_RULES, () => '')
      .replace(/@font-face \{ font-family: 'Lectern Sans'.*\n/, '');
    for (const part of partsIn('style')) css = css.replace(part, () => '');
    assert.equal(css, '');
  });

  it('include one typeface for Latin of at most 60 kB, beside the stylesheet, which delays nothing', () => {
    assert.ok(FONT !== null && FONT.content.length <= 60_000, String(FONT?.content.length));
    const { assets, frame } = makeBrand(NO_BRAND);
    assert.equal(assets.get(FONT.name), FONT);
    for (const one of [stylesheet, frame.stylesheet]) {
      const css = one.content.toString();
      assert.deepEqual(css.match(/url\([^)]*\)/g), [`url(${FONT.name})`]);
      assert.match(css, /font-display: optional/);
    }
  });

  it('bundle exactly the current files of script/ into one script, each in its own scope', () => {
    let js = script.content.toString();
    for (const part of partsIn('script')) js = js.replace(`{\n${part.trim()}\n}\n`, () => '');
    assert.equal(js, '');
  });
});
