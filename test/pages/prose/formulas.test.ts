import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { Insertions } from '#pages/prose/insertions.ts';
import { mathml } from '#pages/prose/mathml.ts';
import { shownProse } from '#pages/prose/prose.ts';

/** The TeX of each formula that is found; that of a display formula is between dollars. */
function formulas(text: string): string[] {
  const insertions = new Insertions();
  return insertions
    .parts(insertions.lift(text, 'none'))
    .flatMap((part) =>
      typeof part === 'string' || part.kind !== 'formula' ? [] : [part.display ? `$${part.tex}$` : part.tex],
    );
}

function written(tex: string, display = false): string | undefined {
  return mathml({ kind: 'formula', tex, display, source: `$${tex}$` });
}

describe('mathematics in text', () => {
  it('is found between all delimiters of TeX', () => {
    assert.deepEqual(formulas('Let $x \\in X$, \\(y\\) and the $n$th, $n$-fold $2n$.'), [
      'x \\in X',
      'y',
      'n',
      'n',
      '2n',
    ]);
    assert.deepEqual(formulas('$$\na = b\n$$ and \\[ c\n= d \\]'), ['$\na = b\n$', '$ c\n= d $']);
    assert.deepEqual(formulas('\\begin{align*}\na &= b\n\\end{align*}'), ['$\\begin{align*}\na &= b\n\\end{align*}$']);
    assert.deepEqual(formulas('($\\alpha$), “$\\beta$”, $\\$5$'), ['\\alpha', '\\beta', '\\$5']);
  });

  const TOUCHING: readonly (readonly [text: string, formulas: readonly string[]])[] = [
    ['Only joined: $a$$b$$c$ end.', ['a', 'b', 'c']],
    ['About $\\sim$70 AU and $\\sim$5$\\sigma$.', ['\\sim', '\\sim', '\\sigma']],
    ['BD+45$^{\\circ}$598', ['^{\\circ}']],
    ['An $\\alpha$2 thing and 2.2$\\mu$m.', ['\\alpha', '\\mu']],
    ['$x_{1}$2 and $$y$$', ['x_{1}', '$y$']],
    ['$x$$$y$$', ['x', '$y$']],
    ['$5$$10$', ['5', '10']],
    ['from $HOME_DIR/$5', []],
    ['$a$5 and $b', []],
  ];
  for (const [text, found] of TOUCHING) {
    it(`is found beside digits and other formulas: ${text}`, () => assert.deepEqual(formulas(text), found));
  }

  it('does not include amounts of money, shell variables or unmatched delimiters', () => {
    for (const text of [
      'It costs $5 and $10.',
      '$5, or $10 for two',
      '$5/$10',
      '$20-$30',
      'US$5 or A$6',
      'from $5 to 10$',
      '$5 for members and 10$ for others',
      '$HOME and $PATH',
      'a $ sign, another $ sign',
      '\\$5 and \\$6',
      '$a\n\nb$',
      '$',
      '$$',
      '$$$$',
      '\\(\\)',
      'the \\( beginning',
    ])
      assert.deepEqual(formulas(text), [], text);
  });

  it('keeps characters that Markdown would interpret', () => {
    const { html } = shownProse('**Note:** $a_1*b_2*c_3$ and $$\n\\{x\n=\n\\}$$', 3);
    assert.doesNotMatch(html, /<em>|<h|<code>/);
    assert.equal(html.match(/<math/g)?.length, 2);
    assert.match(html, /<math[^>]* display="block"/);
  });

  it('stays unchanged inside code', () => {
    assert.equal(
      shownProse('`$HOME` and `$PATH` and *this*', 3).html,
      '<p dir="auto"><code>$HOME</code> and <code>$PATH</code> and <em>this</em></p>',
    );
    assert.equal(
      shownProse('```\n$x^2$ https://x.example\n```', 3).html,
      '<pre dir="auto" tabindex="0"><code>$x^2$ https://x.example</code></pre>',
    );
  });
});

describe('a formula', () => {
  it('renders as MathML without style, href or event attributes', () => {
    for (const tex of [
      'x^2',
      '\\frac{1}{\\sqrt[3]{x}}',
      '\\sum_{i=1}^{\\infty} \\int_0^1 f(x)\\,dx',
      '\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
      '\\begin{aligned}a&=b\\\\c&=d\\end{aligned}',
      '\\mathbb{R} \\to \\mathcal{O}(n \\log n)',
      '\\left( \\frac a b \\right)',
      '\\text{if } x < y \\& z',
      '\\overline{AB} \\hat{x} \\binom n k',
      '\\cancel{x} \\boxed{y}',
    ]) {
      const markup = written(tex);
      assert.match(markup ?? '', /^<math[ >].*<\/math>$/su, tex);
      assert.doesNotMatch(markup ?? '', /\sstyle=|href|\son\w+=/);
    }
  });

  it('can break after its operators inside a line of text, but not as a display formula', () => {
    assert.equal(
      written('a+b=c'),
      '<math><mrow><mi>a</mi><mo>+</mo></mrow><mrow><mi>b</mi><mo>=</mo></mrow><mrow><mi>c</mi></mrow></math>',
    );
    assert.match(written('a+b=c', true) ?? '', /^<math display="block"><mrow><mi>a<\/mi><mo>\+<\/mo><mi>b/);
  });

  it('is shown as TeX if it is invalid, unsafe or too complex', () => {
    for (const tex of [
      '\\frac{1}{2',
      '\\unknowncommand',
      '}{',
      '\\def\\a{\\a\\a}\\a',
      '\\gdef\\a{b}\\a',
      '\\newcommand{\\a}{b}\\a',
      '\\let\\a=b\\a',
      `${'{'.repeat(60)}x${'}'.repeat(60)}`,
      `${'\\sqrt'.repeat(200)}x`,
      `${'x^{'.repeat(30)}${'}'.repeat(30)}`,
      '\\href{javascript:alert(1)}{x}',
      '\\includegraphics{https://x.example/i.png}',
      '\\htmlStyle{color:red}{x}',
      '{}',
      '\\,',
    ])
      assert.equal(written(tex), undefined, tex);
    assert.equal(shownProse('$\\frac{1}{2$ & more', 3).html, '<p dir="auto"><code>$\\frac{1}{2$</code> &amp; more</p>');
  });

  it('drops colours and sizes that its TeX sets', () => {
    assert.doesNotMatch(written('\\color{red}x \\textcolor{#fff}{y} \\colorbox{red}{z}') ?? '', /color|red|#fff/);
    assert.doesNotMatch(written('\\rule{9999em}{9999em} x \\kern9999em y \\hspace{9999em}') ?? '', /9999/);
  });

  it('leaves later formulas intact if it is too long to render', () => {
    const { html } = shownProse(`a $${'x+'.repeat(2_000)}x$ b $y^2$`, 3);
    assert.equal(html.match(/<math/g)?.length, 1);
  });

  it('loads the package that writes it only for the first formula, since a start should not wait for it', () => {
    const program = `
      import { createRequire } from 'node:module';
      import { mathml } from ${JSON.stringify(import.meta.resolve('#pages/prose/mathml.ts'))};
      await import(${JSON.stringify(import.meta.resolve('#server/serve-copy.ts'))});
      const { cache } = createRequire(import.meta.url);
      const isLoaded = () => Object.keys(cache).some((path) => path.includes('temml'));
      const before = isLoaded();
      mathml({ kind: 'formula', tex: 'x', display: false, source: '$x$' });
      console.log(before, isLoaded());`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    assert.equal(printed, 'false true\n');
  });
});
