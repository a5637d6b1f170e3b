import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { plainProse, shownProse } from '#pages/prose/prose.ts';
import { RUNS } from '../../support/property-runs.ts';

/** The HTML of a text of one paragraph, without its <p>. */
function shown(text: string): string {
  return shownProse(text, 3).html.replace(/^<p dir="auto">|<\/p>$/g, '');
}

/** Asserts that texts stay unchanged. */
function assertAsWritten(texts: readonly string[]): void {
  for (const text of texts) assert.equal(plainProse(text, 1_000), text);
}

describe('TeX in text', () => {
  it('renders accents as letters', () => {
    for (const [tex, text] of [
      ["Erd\\H{o}s--R\\'enyi, Erd\\H os, {\\H O}", 'Erdős–Rényi, Erdős, Ő'],
      [
        'G\\"odel, G{\\"o}del, G\\"{o}del, \\"Uber, na\\"\\i ve, na{\\"\\i}ve',
        'Gödel, Gödel, Gödel, Über, naïve, naïve',
      ],
      ["Poincar\\'e's, \\'etale, {\\'E}tale, Bia{\\l}y\\'nski", "Poincaré's, étale, Étale, Białyński"],
      ['pas \\`a pas, o\\`u, C\\^ote, S\\~ao, Espa\\~na', 'pas à pas, où, Côte, São, España'],
      [
        "Fran\\c{c}ois, Fran\\c cois, \\v Cech, Dvo\\v{r}\\'ak, Erdo\\u{g}an",
        'François, François, Čech, Dvořák, Erdoğan',
      ],
      ['J\\o rgensen, J{\\o}rgensen, \\AA ngstr\\"om, \\L{}ukasz', 'Jørgensen, Jørgensen, Ångström, Łukasz'],
      ["\\L\\'od\\'z, Stra\\ss e, Schlo\\ss Dagstuhl, Wei\\ss.", 'Łódź, Straße, Schloß Dagstuhl, Weiß.'],
      ["d\\'ecrit et d\\'etaill\\'ee, L\\'evy", 'décrit et détaillée, Lévy'],
    ] as const)
      assert.equal(shown(tex), text);
  });

  it('renders commands for emphasis and footnotes as HTML or text', () => {
    assert.equal(
      shown('\\emph{very \\textbf{old}} \\textit{moss}, {\\it wet} {\\bf green} \\textsc{Ferns} \\texttt{a\\_b}'),
      '<em>very <strong>old</strong></em> <em>moss</em>, <em>wet</em> <strong>green</strong> Ferns <code>a_b</code>',
    );
    assert.equal(shown('\\textbf{F}erns a\\textsuperscript{b}'), '<strong>F</strong>erns a<sup>b</sup>');
    assert.match(shown('\\emph{at most $x^2$ moss}'), /^<em>at most <math>.*<\/math> moss<\/em>$/);
    assert.equal(shown('Moss\\footnote{And ferns.} grows'), 'Moss (And ferns.) grows');
  });

  it('renders links whose address is safe', () => {
    const rel = 'rel="nofollow noopener"';
    assert.equal(
      shown('\\url{https://x.example/a\\_b}'),
      `<a href="https://x.example/a_b" ${rel}>https://x.example/a_b</a>`,
    );
    assert.equal(
      shown('\\href{https://x.example/}{moss \\emph{here}}'),
      `<a href="https://x.example/" ${rel}>moss <em>here</em></a>`,
    );
    assert.equal(shown('\\href{javascript:x}{here}'), '\\href{javascript:x}{here}');
    assert.equal(shown('\\url{javascript:x}'), 'javascript:x');
  });

  it('renders quotes, dashes, ties and escapes as Unicode characters', () => {
    for (const [tex, text] of [
      [
        "``Moss'' and `ferns', 1990--2000, Navier--Stokes, one---two",
        '“Moss” and ‘ferns’, 1990–2000, Navier–Stokes, one—two',
      ],
      ['50\\% of R\\&D, gettext\\_lazy, item \\#1, \\$5', '50% of R&amp;D, gettext_lazy, item #1, $5'],
      ['Theorem~1 of D.~Knuth', 'Theorem\u00a01 of D.\u00a0Knuth'],
      ['moss \\dots{} 90\\deg, 20{\\deg}C, \\LaTeX', 'moss … 90°, 20°C, LaTeX'],
    ] as const)
      assert.equal(shown(`${tex} \\'e`).replace(" \\'e", ''), text);
  });

  it('renders unambiguous formulas without dollars and formulas next to letters', () => {
    assert.equal(
      plainProse('an \\alpha-stable process in \\mathbb{R}^n, 10\\times 10, {\\Delta}E, \\mathcal{O}(n)', 400),
      'an α-stable process in ℝⁿ, 10×10, ΔE, 𝒪(n)',
    );
    assert.equal(plainProse('CO$_2$, 11$^{th}$, image$\\to$text', 400), 'CO₂, 11ᵗʰ, image→text');
  });

  it('is recognised inside Markdown, Textile and HTML', () => {
    assert.equal(
      shown('**Note:** G\\"odel, Poincar\\\'e and \\emph{moss}'),
      '<strong>Note:</strong> Gödel, Poincaré and <em>moss</em>',
    );
    assert.match(shownProse('h2. G\\"odel\n\n_On_ \\emph{moss}', 3).html, /<h3[^>]*>Gödel<\/h3>.*<em>moss<\/em>/s);
    assert.match(shownProse('<p>Erd\\H{o}s &amp; \\textbf{moss}</p>', 3).html, /Erdős &amp; <strong>moss<\/strong>/);
    assert.match(shown("**Note:** ``moss'' and ``ferns''"), /“moss” and “ferns”/);
  });

  it('stays unchanged if a command is unknown or unclosed', () => {
    assertAsWritten([
      '\\cite{moss2011} and \\ref{a}, \\unknown{x}',
      '\\emph{never closed',
      '{\\em never closed',
      '\\emph and \\textbf alone',
      '\\begin{itemize} \\item moss \\end{itemize}',
    ]);
  });
});

describe('text that is not TeX', () => {
  it('stays unchanged: paths, escapes and regular expressions', () => {
    assertAsWritten([
      "C:\\Users\\'etc C:\\emph{x} C:\\o{} \\\\server\\L ukasz %APPDATA%\\alpha ..\\beta",
      'HKEY_LOCAL_MACHINE\\Software, A\\B tests, I\\O, and\\or, dir\\alpha',
      'he said \\"our\\" thing',
      '"\\"over there\\""',
      "it\\'s what we\\'re told, don\\'t",
      "l\\'eau d\\'une source",
      "\\d+\\.\\w* [\\^a-z]+ (?:\\'e) file\\.exe *\\.zip \\bmoss\\b",
      'L^2(GL_n(F)\\GL_n(E))',
    ]);
  });

  it('stays unchanged: money and shell variables', () => {
    assertAsWritten(['$5 and $10', 'US$5 or A$6', 'from 5$-10$ to $20-$30', '$5/$10', '$HOME and $PATH']);
  });

  it('stays unchanged: other hyphens, tildes and quotation marks', () => {
    assertAsWritten([
      'moss --help, i--, a -- b, foo--bar, languages--Latin too--have, xn--moss-kva',
      '| --- | --- |',
      '~5, ~/bin, y~x, a~b \\unknown',
      "rock 'n' roll, the '90s, ''moss''",
      "``code`` and ``print('')``",
    ]);
  });

  it('stays unchanged: code', () => {
    assert.equal(shown('`\\emph{x}` and *moss*'), '<code>\\emph{x}</code> and <em>moss</em>');
    assert.equal(
      shownProse('```\nG\\"odel $x$\n```', 3).html,
      '<pre dir="auto" tabindex="0"><code>G\\&quot;odel $x$</code></pre>',
    );
    assert.equal(shown('<code>\\emph{x}</code> <b>b</b>'), '<code>\\emph{x}</code> <strong>b</strong>');
    assert.equal(
      shownProse('<pre>G\\"odel</pre>', 3).html,
      '<pre dir="auto" tabindex="0"><code>G\\&quot;odel</code></pre>',
    );
    assert.match(shownProse('_On_ moss\n\n@\\emph{x}@\n\nh2. a', 3).html, /<code>\\emph\{x\}<\/code>/);
  });

  it('stays unchanged: addresses', () => {
    assert.match(shown("https://x.example/A--B/~C?\\'e \\emph{x}"), /href="https:\/\/x\.example\/A--B\/~C"/);
    assert.match(shown('[moss](https://x.example/A--B) \\emph{x}'), /href="https:\/\/x\.example\/A--B"/);
  });
});

describe('hostile TeX', () => {
  const pieces = fc.constantFrom(
    ...[
      '\\emph{',
      '{\\it ',
      '\\textbf{',
      '\\href{https://x.example}{',
      '}',
      '``',
      "''",
      '`',
      "'",
      '$',
      '$x}$',
      '<b>',
      '*',
    ],
    ...[
      "\\'e",
      '\\"o',
      '\\H{o}',
      '\\mathbb{R}^n',
      '--',
      '---',
      '~',
      '\\',
      '{',
      'moss',
      ' ',
      '\n\n',
      'https://x.example/{}',
    ],
  );

  it('renders only closed elements when mixed with other markup', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (all) => {
        const { html } = shownProse(all.join(''), 3);
        const open: string[] = [];
        for (const [, slash, name = '', closed] of html.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
          if (slash === '/') assert.equal(open.pop(), name);
          else if (closed === '') open.push(name);
        }
        assert.deepEqual(open, []);
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('limits emphasis to its braces if a formula or code overlaps them', () => {
    assert.match(shown('\\emph{a $x} y$ b'), /<\/em> b$/);
    assert.equal(shown('\\emph{a `b} c` d *e*'), '<em>a <code>b} c</code></em> d <em>e</em>');
  });

  it('stays unchanged after more commands than any abstract has', () => {
    const { html } = shownProse('\\emph{a} '.repeat(2_000), 3);
    assert.match(html, /<em>a<\/em>/);
    assert.match(html, /\\emph\{a\}/);
    assert.doesNotMatch(html, /<em>[^<]*$/);
  });

  it('stays unchanged if it opens 170,000 commands without closing them', () => {
    const text = '\\emph{'.repeat(170_000);
    assert.ok(shownProse(text, 3).html.includes(text));
  });
});

describe('the first line of text', () => {
  it('includes the words of a command that is closed later', () => {
    assert.equal(plainProse(`\\emph{${'moss '.repeat(100)}} and ferns`, 50), 'moss moss moss moss moss moss moss moss');
  });

  it('keeps TeX unchanged for assistants, with readsTex set to false', () => {
    assert.equal(plainProse("Poincar\\'e and $x^2$", 400, false), "Poincar\\'e and x^2");
  });
});
