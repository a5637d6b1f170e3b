import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { talkItem } from '#pages/lists/talk-list.ts';
import { sharedTalk } from '#pages/frame/shared-page.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { shortTitle, titleHtml, titleText } from '#pages/prose/title.ts';
import { talkPage } from '#pages/talk.ts';
import { bareTalk } from '../../support/catalogue/talk-details.ts';
import { proseText } from '../../support/hostile/prose-text.ts';
import { RUNS } from '../../support/property-runs.ts';
import { fragmentTree, oneOf, pageTree, seenText } from '../../support/render/page-tree.ts';
import { elementsWithin } from '../../support/render/markup.ts';
import { talkContent } from '../../support/render/talk-content.ts';
import { view } from '../../support/render/view.ts';

const TITLE = "Erd\\H{o}s--R\\'enyi graphs in $\\mathbb{R}^{n}$ and \\emph{beyond}";

describe('a title with TeX', () => {
  it('renders formulas, accents and emphasis', () => {
    assert.equal(titleHtml(TITLE).markup, 'Erdős–Rényi graphs in ℝ<sup>n</sup> and <em>beyond</em>');
    assert.equal(titleText(TITLE), 'Erdős–Rényi graphs in ℝⁿ and beyond');
  });

  it('renders formulas as readable Unicode', () => {
    for (const [tex, text] of [
      ['O(n \\log n)', 'O(n log n)'],
      ['\\tilde{O}(\\sqrt{1+D_T})', 'Õ(√(1+D_T))'],
      ['\\overline{M}_{g,n}', 'M̄_(g,n)'],
      ['\\mathrm{GL}_n(\\mathbb Z)', 'GLₙ(ℤ)'],
      ['\\sum_{i=1}^n a_{ij} \\le \\infty', '∑ᵢ₌₁ⁿaᵢⱼ ≤ ∞'],
      ['f\\colon X\\to Y', 'f: X → Y'],
      ['\\frac{1}{2}', '1/2'],
      ['\\frac{a+b}{c}', '(a+b)/c'],
      ['10^{-3}', '10⁻³'],
      ['2^{n/2}', '2^(n/2)'],
      ["f'(x), A^*, 90^\\circ", 'f′(x), A*, 90°'],
      ['\\lim_{n\\to\\infty} x_n', 'lim_(n→∞) xₙ'],
      ['\\texttt{moss}', 'moss'],
      ['\\mathbf{x} \\in \\mathcal{O}, \\mathfrak{sl}_2', 'x ∈ 𝒪, 𝔰𝔩₂'],
      ['x \\bmod p', 'x mod p'],
      ['\\langle x, y\\rangle \\neq -1', '⟨x, y⟩ ≠ −1'],
      ['\\hat{x} = \\text{moss if } y', 'x̂ = moss if y'],
      ['a<b', 'a < b'],
    ] as const)
      assert.equal(titleText(`$${tex}$`), text);
    assert.equal(titleHtml('$x_{a<b}^2$').markup, 'x<sub>a&lt;b</sub><sup>2</sup>');
  });

  it('keeps the TeX of a formula that is unknown or does not fit in a line', () => {
    for (const title of [
      '$\\cO(n)$',
      '$\\binom{n}{k}$',
      '$\\begin{pmatrix}1&2\\end{pmatrix}$',
      '$\\frac{1}{2$',
      '$\\widehat{ABC}$',
    ])
      assert.equal(titleText(title), title);
  });

  it('leaves money, paths, HTML and Markdown unchanged', () => {
    for (const title of [
      '$5 and $10',
      'C:\\Users\\o',
      'Moss & <b>ferns</b>',
      'A\\B',
      '*moss* _and_ ferns',
      'a --b',
      '',
    ]) {
      assert.equal(titleText(title), title);
      assert.equal(seenText(pageTree(`<p>${titleHtml(title).markup}</p>`)), title);
    }
  });

  it('keeps its markup unless it is truncated', () => {
    assert.equal(shortTitle('Moss in $L_{p,q}$', 40).markup, 'Moss in L<sub>p,q</sub>');
    assert.equal(shortTitle('Moss in $L_{p,q}$ spaces', 20).markup, 'Moss in L_(p,q) spac…');
  });

  it('is well-formed HTML for arbitrary text', () => {
    fc.assert(
      fc.property(proseText, (title) => {
        const { root, faults } = fragmentTree(
          titleHtml(oneLine(title).replace(/\p{Noncharacter_Code_Point}/gu, '')).markup,
        );
        assert.deepEqual(faults, []);
        for (const { name, attributes } of [...elementsWithin(root)].slice(1)) {
          assert.match(name, /^(?:em|strong|del|code|su[bp])$/);
          assert.deepEqual(Object.keys(attributes), []);
        }
      }),
      { numRuns: RUNS.quick },
    );
  });
});

describe('the title of a talk', () => {
  const details: TalkDetails = { ...bareTalk, talk: { ...bareTalk.talk, title: TITLE } };

  it('reads the same on its page, in the title bar, in previews and in lists', () => {
    const page = pageTree(talkPage(talkContent(details), view));
    assert.equal(seenText(oneOf(page, 'h1')), 'Erdős–Rényi graphs in ℝn and beyond');
    assert.match(seenText(oneOf(page, 'title')), /^Erdős–Rényi graphs in ℝⁿ and beyond – /);
    const title = sharedTalk(details, view).openGraph.find(({ property }) => property === 'og:title');
    assert.equal(title?.content, 'Erdős–Rényi graphs in ℝⁿ and beyond');
    assert.match(talkItem(details, view).markup, />Erdős–Rényi graphs in ℝ<sup>n<\/sup> and <em>beyond<\/em><\/a>/);
  });

  it('stays unchanged in the JSON-LD of its page', () => {
    const page = talkPage(talkContent(details), view);
    assert.ok(page.includes(JSON.stringify(TITLE).slice(1, -1)));
  });
});
