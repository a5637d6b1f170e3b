import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownProse } from '#pages/prose/prose.ts';

function html(text: string, topLevel = 3): string {
  return shownProse(text, topLevel).html;
}

const LINK = 'rel="nofollow noopener"';

describe('plain text', () => {
  it('keeps its lines and paragraphs', () => {
    assert.equal(
      html('On moss.\n\nAnd on ferns;\r\nboth green.\n \n\n  Bring boots. \n'),
      '<p dir="auto">On moss.</p><p dir="auto">And on ferns;<br/>\nboth green.</p><p dir="auto">Bring boots. </p>',
    );
  });

  it('joins lines that a program wrapped and keeps intended line breaks', () => {
    const wrapped = [
      'Lichens are partnerships of fungi and algae that have colonised every',
      'shore of the northern hemisphere. This talk is about those which live',
      'on breakwaters, and what the tides do to them.',
    ];
    assert.equal(html(wrapped.join('\n')), `<p dir="auto">${wrapped.join(' ')}</p>`);
    const programme = [
      'Wednesday, 5 pm: the lichens of the northern breakwater, an overview of the shore',
      'Thursday, 5 pm: barnacles',
      'Friday: a walk',
    ];
    assert.equal(html(programme.join('\n')), `<p dir="auto">${programme.join('<br/>\n')}</p>`);
  });

  it('is not mistaken for markup because of stray *, _, <, # or ~', () => {
    for (const text of [
      'We meet at 5 * 3 o’clock * and then go home',
      'snake_case and other_names',
      'If a < b & b > c, then {braces}, \\backslashes\\ and 5 > 3',
      'Free* entry (*members only)',
      'Room #3, door -2-, at 10~12',
      'p. 25 of the book',
      'From 1986. A great year',
      'an “ordinary” quotation: "this one": and more',
      'mail a@b.example or c@d.example',
      '~50 people',
    ]) {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      assert.equal(html(text), `<p dir="auto">${escaped.replaceAll('"', '&quot;')}</p>`);
    }
  });

  it('links addresses without the punctuation around them', () => {
    assert.equal(
      html('See (https://x.example/a_(b)_c?d=1&e=2), or https://y.example.'),
      `<p dir="auto">See (<a href="https://x.example/a_(b)_c?d=1&amp;e=2" ${LINK}>https://x.example/a_(b)_c?d=1&amp;e=2</a>), ` +
        `or <a href="https://y.example/" ${LINK}>https://y.example</a>.</p>`,
    );
  });

  it('renders nothing if it has no visible characters', () => {
    for (const text of ['', ' \n\n ', '\u200b', '\0', '\ufdd0']) assert.equal(html(text), '');
  });
});

describe('Markdown', () => {
  it('renders emphasis, links, code, quotes and rules', () => {
    assert.equal(
      html(
        '**Bring** *boots*, `a_b` and [the map](https://x.example/m "title").\n\n> Green,\n> he said.\n\n---\n\nEnd.',
      ),
      `<p dir="auto"><strong>Bring</strong> <em>boots</em>, <code>a_b</code> and <a href="https://x.example/m" ${LINK}>the map</a>.</p>` +
        '<blockquote dir="auto"><p>Green,<br/>\nhe said.</p></blockquote><hr/><p dir="auto">End.</p>',
    );
  });

  it('renders tight, loose and nested lists', () => {
    assert.equal(
      html('We shall look at:\n- moss\n- ferns\n  1. green\n  2. brown\n- lichen'),
      '<p dir="auto">We shall look at:</p><ul dir="auto"><li>moss</li><li>ferns<ol><li>green</li><li>brown</li></ol></li><li>lichen</li></ul>',
    );
    assert.equal(
      html('3. c\n\n4. d\n\n**e**'),
      '<ol dir="auto" start="3"><li><p>c</p></li><li><p>d</p></li></ol><p dir="auto"><strong>e</strong></p>',
    );
  });

  it('renders headings below those of the page, without skipped levels', () => {
    assert.equal(
      html('# A\n\n### B\n\ntext\n\n# C\n\n## D'),
      '<h3 dir="auto">A</h3><h4 dir="auto">B</h4><p dir="auto">text</p><h3 dir="auto">C</h3><h4 dir="auto">D</h4>',
    );
    assert.equal(html('#### A\n\n## B', 2), '<h2 dir="auto">A</h2><h2 dir="auto">B</h2>');
  });

  it('renders images as links', () => {
    assert.equal(
      html('![A fern](https://x.example/f.png) and ![](https://x.example/g.png)'),
      `<p dir="auto"><a href="https://x.example/f.png" ${LINK}>A fern</a> and ` +
        `<a href="https://x.example/g.png" ${LINK}>https://x.example/g.png</a></p>`,
    );
  });

  it('keeps asterisks inside words and indented paragraphs as text', () => {
    assert.equal(
      html('**Note** that 2*3*4 = 24.\n\n    Indented, and no code.'),
      '<p dir="auto"><strong>Note</strong> that 2*3*4 = 24.</p><p dir="auto">Indented, and no code.</p>',
    );
  });

  it('links only to http, https and mailto addresses', () => {
    assert.equal(
      html('[a](javascript:alert(1)) [b](mailto:b@x.example) [c](/relative) [d](https://x.example) <javascript:x>'),
      `<p dir="auto">[a](javascript:alert(1)) <a href="mailto:b@x.example" ${LINK}>b</a> c <a href="https://x.example/" ${LINK}>d</a> ` +
        '&lt;javascript:x&gt;</p>',
    );
  });
});

describe('lines that a program wrapped', () => {
  const WRAPPED =
    'Mosses are small plants without flowers that grow in dense green clumps\n' +
    'or mats, often in damp or shady places, and hardly anybody looks closely\n' +
    'at them, which this evening will change for everybody who comes to see.';
  const JOINED = WRAPPED.replaceAll('\n', ' ');

  it('are joined in plain text and in paragraphs, quotes and lists of Markdown', () => {
    assert.equal(html(WRAPPED), `<p dir="auto">${JOINED}</p>`);
    const list = '-  A walk through the woods behind the house, slow enough for everybody\n   to follow\n- tea';
    assert.equal(
      html(`**Plan**\n\n${WRAPPED}\n\n${list}\n\n${WRAPPED.replaceAll(/^/gm, '> ')}`),
      `<p dir="auto"><strong>Plan</strong></p><p dir="auto">${JOINED}</p>` +
        '<ul dir="auto"><li>A walk through the woods behind the house, slow enough for everybody to follow</li><li>tea</li></ul>' +
        `<blockquote dir="auto"><p>${JOINED}</p></blockquote>`,
    );
  });

  it('are distinguished from lines that the author broke', () => {
    const poem =
      'I have seen them at the foot of the wall in the rain and frost\nof March\nwaiting for us\nand for the sun';
    assert.equal(html(`**Poem**\n\n${poem}`).split('<br/>').length, 4);
    assert.equal(html(`${WRAPPED}\n\nBring:\nboots\ntea`).split('<br/>').length, 3);
  });
});

describe('reStructuredText', () => {
  it('renders ~~~ and ^^^ underlines as headings and ~~~ fences as code', () => {
    assert.equal(
      html('Moss\n====\n\nWhere it grows\n~~~~~~~~~~~~~~\n\n- walls\n- roofs\n\nOn walls\n^^^^^^^^\n\nGreen.'),
      '<h3 dir="auto">Moss</h3><h4 dir="auto">Where it grows</h4><ul dir="auto"><li>walls</li><li>roofs</li></ul>' +
        '<h5 dir="auto">On walls</h5><p dir="auto">Green.</p>',
    );
    assert.match(html('Run this:\n\n~~~\na = 1\n~~~'), /<pre dir="auto" tabindex="0"><code>a = 1<\/code><\/pre>$/);
  });

  it('renders literal blocks as code, or as quotes if they are prose', () => {
    assert.equal(
      html(
        'We type::\n\n    grow(moss)\n      water = 1\n\nand wait. They say\n\n::\n\n    It will be green.\n\nSoon.',
      ),
      '<p dir="auto">We type:</p><pre dir="auto" tabindex="0"><code>grow(moss)\n  water = 1</code></pre>' +
        '<p dir="auto">and wait. They say</p><blockquote dir="auto"><p>It will be green.</p></blockquote><p dir="auto">Soon.</p>',
    );
  });

  it('renders tables as preformatted text', () => {
    const table = '+------+------+\n| Moss | Fern |\n+======+======+\n| 1    | 2    |\n+------+------+';
    assert.equal(
      html(`Counted:\n\n${table}\n\nEnd.`),
      `<p dir="auto">Counted:</p><pre dir="auto" tabindex="0"><code>${table}</code></pre><p dir="auto">End.</p>`,
    );
  });
});

describe('Textile', () => {
  it('renders headings, phrases, links and quotes', () => {
    assert.equal(
      html(
        'h2. The *moss*\n\np(note). An _evening_ with @a_b@, ??Flora?? and "the map":https://x.example/m.\nBring boots.\n\nbq. Green.',
      ),
      '<h3 dir="auto">The <strong>moss</strong></h3>' +
        `<p dir="auto">An <em>evening</em> with <code>a_b</code>, <cite>Flora</cite> and <a href="https://x.example/m" ${LINK}>the map</a>.<br/>\nBring boots.</p>` +
        '<blockquote dir="auto"><p>Green.</p></blockquote>',
    );
  });

  it('renders nested ordered and unordered lists', () => {
    assert.equal(
      html('h1. Plan\n\nFirst:\n# one\n## deeper\n# two\n\n* a\n** b\n*# c\n* d'),
      '<h3 dir="auto">Plan</h3><p dir="auto">First:</p><ol dir="auto"><li>one<ol><li>deeper</li></ol></li><li>two</li></ol>' +
        '<ul dir="auto"><li>a<ul><li>b</li></ul><ol><li>c</li></ol></li><li>d</li></ul>',
    );
  });

  it('keeps asterisks, dashes and quotation marks that are not markup', () => {
    assert.equal(
      html('h2. T\n\nthe mid- and late-1950s, 5 * 3, pre-war "and" a_b_c, a@b.example -5 to -3'),
      '<h3 dir="auto">T</h3><p dir="auto">the mid- and late-1950s, 5 * 3, pre-war &quot;and&quot; a_b_c, a@b.example -5 to -3</p>',
    );
  });

  it('renders images as links', () => {
    assert.equal(
      html('h2. T\n\n!https://x.example/f.png(A fern)! !>https://x.example/g.png!'),
      `<h3 dir="auto">T</h3><p dir="auto"><a href="https://x.example/f.png" ${LINK}>A fern</a> <a href="https://x.example/g.png" ${LINK}>https://x.example/g.png</a></p>`,
    );
  });

  it('links to mailto but not to javascript: addresses', () => {
    assert.equal(
      html('"a":javascript:x "b":mailto:b@x.example'),
      `<p dir="auto">&quot;a&quot;:javascript:x <a href="mailto:b@x.example" ${LINK}>b</a></p>`,
    );
  });
});

describe('HTML', () => {
  it('is reduced to allowed elements and attributes', () => {
    assert.equal(
      html(
        '<p class=x style="color:red">An <b onclick="x">evening</b> with <i>moss</i><br>and <a href="https://x.example/?a=1&amp;b=2" target=_blank>ferns</a>.</p><script>alert(1)</script><ul><li>a<li>b</ul>',
      ),
      `<p dir="auto">An <strong>evening</strong> with <em>moss</em><br/>\nand <a href="https://x.example/?a=1&amp;b=2" ${LINK}>ferns</a>.</p>` +
        '<ul dir="auto"><li>a</li><li>b</li></ul>',
    );
  });

  it('keeps the lines and paragraphs of the plain text around it', () => {
    assert.equal(
      html('On <i>Bryum</i>\nand <b>ferns</b>.\n\nBring 2 < 3 boots.'),
      '<p dir="auto">On <em>Bryum</em><br/>\nand <strong>ferns</strong>.</p><p dir="auto">Bring 2 &lt; 3 boots.</p>',
    );
  });

  it('is repaired if its elements are misnested', () => {
    assert.equal(
      html('<em>a<p>b</em>c<h1>d<h5>e</h5><li>f</li>'),
      '<p dir="auto"><em>a</em></p><p dir="auto"><em>b</em></p><p dir="auto">c</p><h3 dir="auto">d</h3><h4 dir="auto">e</h4><ul dir="auto"><li>f</li></ul>',
    );
  });

  it('renders nested links one after the other', () => {
    assert.equal(
      html('<a href="https://x.example">a <a href="https://y.example">b</a> https://z.example</a><br>'),
      `<p dir="auto"><a href="https://x.example/" ${LINK}>a </a><a href="https://y.example/" ${LINK}>b</a> ` +
        `<a href="https://z.example/" ${LINK}>https://z.example</a></p>`,
    );
  });

  it('separates table cells by dots and renders images as links', () => {
    assert.equal(
      html(
        '<table><tr><th>When<th>Who</tr><tr><td>11:00</td><td>Ada</td></tr></table><img src="https://x.example/f.png" alt="A fern">',
      ),
      `<p dir="auto">When · Who</p><p dir="auto">11:00 · Ada</p><p dir="auto"><a href="https://x.example/f.png" ${LINK}>A fern</a></p>`,
    );
  });
});

describe('a summary', () => {
  it('has the first words without markup, with formulas as text', () => {
    const { summary } = shownProse('# Moss\n\n**Green** and $x^2$\n\n- [a](https://x.example)\n- b', 3);
    assert.equal(summary, 'Moss Green and x² a b');
  });

  it('has at most 800 characters', () => {
    assert.ok(shownProse('word '.repeat(10_000), 3).summary.length <= 800);
  });
});
