import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LANGUAGES } from '#pages/frame/language.ts';
import { withoutForbidden } from '#representations/json/xml-text.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { htmlFaults } from '../support/render/html.ts';
import { elementsWithin } from '../support/render/markup.ts';
import { allOf, oneOf, pageTree, submitted } from '../support/render/page-tree.ts';
import { RUNS } from '../support/property-runs.ts';
import { BRIEF, SLUG, TOPIC, brief, content, full, page } from '../support/render/search-page.ts';
import { testView } from '../support/render/view.ts';

describe('a search page in any language', () => {
  for (const language of LANGUAGES) {
    it(`is valid HTML with and without results: ${language}`, async () => {
      const here = testView({ language, languageInAddress: true, here: '/search' });
      const left = { name: 'q', value: 'moss & "dark"' };
      const values = [TOPIC, SLUG].map((key, at) => ({ key, name: 'Moss & fern', count: 2, isAsked: at === 0 }));
      const facets = [{ group: 'topics', parameter: 'topic', values }] as const;
      const long = { ...brief, asked: [...BRIEF, { name: 'topic', value: TOPIC }], facets };
      const ways = [{ kind: 'without', left, changes: {}, total: 3 }] as const;
      for (const found of [full, brief, content(), long, { ...full, total: 0, shown: 0, ways }]) {
        const html = page(found, here);
        assert.deepEqual(await htmlFaults(html), []);
        assert.equal(pageTree(html).attributes.lang, language);
      }
    });
  }

  it('keeps ?lang= of the address in every search link and form', () => {
    const tree = pageTree(page(full, testView({ language: 'de', languageInAddress: true, here: '/search' })));
    const main = oneOf(tree, 'main');
    const searches = allOf(main, 'a')
      .map(({ attributes }) => new URL(attributes.href ?? '', 'https://talks.example.org'))
      .filter(({ pathname }) => pathname === '/search');
    assert.ok(searches.length > 0);
    for (const { searchParams } of searches) assert.deepEqual(searchParams.getAll('lang'), ['de']);
    const forms = allOf(main, 'form');
    assert.equal(forms.length, 2);
    for (const form of forms) assert.ok(submitted(form).some(([name, value]) => name === 'lang' && value === 'de'));
  });
});

describe('arbitrary text on a search page', () => {
  it('is escaped and keeps the page valid', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (words, name) => {
        const facets = [
          { group: 'series', parameter: 'series', values: [{ key: SLUG, name: `N${name}`, count: 1, isAsked: false }] },
        ] as const;
        const found = content({ asked: [{ name: 'q', value: words }], nameOf: () => name, facets });
        const html = page(found);
        const tree = pageTree(html);
        for (const { name: tag, attributes } of elementsWithin(tree)) {
          assert.ok(!['b', 'style'].includes(tag), tag);
          for (const attribute of Object.keys(attributes)) assert.doesNotMatch(attribute, /^on/);
        }
        const clean = withoutForbidden(words).replace(/\r\n?/g, '\n');
        const inputs = allOf(tree, 'input', ({ attributes }) => attributes.name === 'q');
        assert.ok(inputs.length > 0);
        for (const input of inputs) assert.equal(input.attributes.value?.replace(/\r\n?/g, '\n'), clean);
        assert.deepEqual(await htmlFaults(html), []);
      }),
      { numRuns: RUNS.slow },
    );
  });
});
