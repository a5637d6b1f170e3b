import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { accentRules, channelsOf, contrast } from '#pages/frame/accent.ts';
import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';
import { FONT, STYLES } from '#pages/frame/assets.ts';
import { aboutPage } from '#pages/help.ts';
import { htmlFaults } from '../support/render/html.ts';
import { elementsWithin, textOf } from '../support/render/markup.ts';
import { find, ofClass, pageOf } from '../support/render/page.ts';
import { testView } from '../support/render/view.ts';

describe('an operator’s brand', () => {
  const brand = makeBrand({
    ...NO_BRAND,
    name: 'Talks & <more>',
    logo: { content: Buffer.from('<svg/>'), ending: 'svg', contentType: 'image/svg+xml' },
    colour: '#ffcc00',
    links: [{ label: 'Privacy <&>', href: 'https://example.org/p?a=1&b=2' }],
    css: 'h1 { color: red; }\n',
  });
  const html = aboutPage(testView({ brand }));

  it('is in the title and header of a page, with the logo and icon', () => {
    assert.equal(textOf(find(html, 'title')), 'About – Talks & <more>');
    const [head] = ofClass(html, 'brand');
    assert.equal(head === undefined ? '' : textOf(head), 'Talks & <more>');
    assert.deepEqual(find(html, 'img').attributes, { src: `/assets/${brand.logo?.name ?? ''}`, alt: '', height: '32' });
    const sized = { content: Buffer.from('<svg viewBox="0 0 40 30"/>'), ending: 'svg', contentType: 'image/svg+xml' };
    const page = aboutPage(testView({ brand: makeBrand({ ...NO_BRAND, logo: sized }) }));
    const { width, height } = find(page, 'img').attributes;
    assert.deepEqual([width, height], ['40', '30'], 'browsers reserve space for it');
    const icon = [...elementsWithin(pageOf(html))].find(({ attributes }) => attributes.rel === 'icon');
    assert.equal(icon?.attributes.href, `/assets/${brand.logo?.name ?? ''}`);
  });

  it('keeps a contrast of 7:1 between hints and every background, light and dark', () => {
    const pair = (name: string): string[] =>
      (new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(STYLES) ?? []).slice(1);
    const quiet = pair('quiet');
    assert.equal(quiet.length, 2);
    for (const name of ['ground', 'panel'])
      for (const [at, ground] of pair(name).entries()) {
        const ratio = contrast(channelsOf(quiet[at] ?? ''), channelsOf(ground));
        assert.ok(ratio >= 7, `${quiet[at] ?? ''} on ${ground}: ${String(ratio)}`);
      }
  });

  it('draws an icon in its colour if it has no logo', () => {
    const svg = (colour: string | null): string => makeBrand({ ...NO_BRAND, colour }).icon.content.toString();
    assert.match(svg('#7a1f3d'), /fill="#7a1f3d"\/>[^]*fill="#fbfaf6"\/>[^]*stroke="#fbfaf6"/);
    assert.match(svg('#ffcc00'), /fill="#ffcc00"\/>[^]*fill="#1c1b1a"\/>[^]*stroke="#1c1b1a"/);
    assert.match(svg(null), /fill="#14545f"/);
  });

  it('uses its accent for marks, including one that its own CSS sets', () => {
    assert.match(STYLES, /--mark: var\(--accent\);/);
  });

  it('adds its links to the footer', () => {
    const link = [...elementsWithin(find(html, 'footer'))].find(({ name }) => name === 'a');
    assert.deepEqual(
      [link?.attributes.href, link === undefined ? '' : textOf(link)],
      ['https://example.org/p?a=1&b=2', 'Privacy <&>'],
    );
  });

  it('keeps the page valid', async () => {
    assert.deepEqual(await htmlFaults(html), []);
  });

  it('appends its CSS to the stylesheet, which gets another name', () => {
    const css = brand.stylesheet.content.toString();
    assert.ok(css.endsWith('h1 { color: red; }\n'));
    assert.match(css, /--accent: light-dark\(#[0-9a-f]{6}, #ffcc00\)/);
    assert.notEqual(brand.stylesheet.name, makeBrand(NO_BRAND).stylesheet.name);
    assert.deepEqual(
      [...brand.assets.keys()].sort(),
      [brand.logo, brand.script, brand.stylesheet, brand.frame.script, brand.frame.stylesheet, FONT]
        .map((one) => one?.name)
        .sort(),
    );
  });
});

describe('a brand’s colour', () => {
  it('gets a contrast of 4.5:1 in light and dark and stays unchanged if it has that', () => {
    const digits = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    fc.assert(
      fc.property(digits, (colour) => {
        const [, light = '', dark = ''] = /light-dark\((#\w{6}), (#\w{6})\)/.exec(accentRules(colour)) ?? [];
        assert.ok(contrast(channelsOf(light), channelsOf('#f2efe7')) >= 4.5, light);
        assert.ok(contrast(channelsOf(dark), channelsOf('#24272b')) >= 4.5, dark);
      }),
    );
    assert.equal(/#\w{6}/.exec(accentRules('#14545f'))?.[0], '#14545f');
  });

  it('is the colour of marks', () => {
    assert.match(accentRules('#aa0000'), /--mark: var\(--accent\)/);
  });

  it('is compared by the contrast ratio of WCAG', () => {
    assert.equal(contrast([0, 0, 0], [255, 255, 255]), 21);
    assert.equal(Math.round(contrast([255, 0, 0], [255, 255, 255]) * 100) / 100, 4);
  });
});

describe('the about page', () => {
  it('names the hosts from which pictures are loaded', () => {
    const about = (hosts: readonly string[]): string =>
      aboutPage(testView({ brand: makeBrand({ ...NO_BRAND, pictures: { hosts, hasFolder: false } }) }));
    assert.match(about([]), /load nothing from other sites/);
    const allowed = about(['img.example.org', '*.example.net']);
    assert.doesNotMatch(allowed, /load nothing from other sites/);
    assert.match(allowed, /loaded from img\.example\.org, \*\.example\.net;/);
  });
});
