import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { proseHtml, proseText } from '#representations/prose-text.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

/** A description, its text, and its HTML; undefined: it is not HTML. */
const TEXTS: readonly (readonly [description: string, text: string, html: string | undefined])[] = [
  ['On moss.\n\nAnd fern.', 'On moss.\n\nAnd fern.', undefined],
  ['x < y &amp; z > 1', 'x < y & z > 1', undefined],
  [
    '<p>Moss &amp; fern</p><p>Two<br>lines</p>',
    'Moss & fern\n\nTwo\nlines',
    '<p>Moss &amp; fern</p>\n<p>Two<br/>\nlines</p>',
  ],
  ['<div>One</div>\n<div>two</div>', 'One\ntwo', 'One<br/>\ntwo'],
  [
    'See <ul><li>one</li><li>two<ol><li>a<li>b</ol></ul>end',
    'See\n\n- one\n- two\n1. a\n2. b\n\nend',
    'See <ul>\n<li>one</li>\n<li>two<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n</li>\n</ul>\nend',
  ],
  [
    '<a href="https://moss.example.org/?a=1&amp;b=2">Our site</a> or <a href="https://fern.example.org/">https://fern.example.org/</a>',
    'Our site (https://moss.example.org/?a=1&b=2) or https://fern.example.org/',
    '<a href="https://moss.example.org/?a=1&amp;b=2">Our site</a> or <a href="https://fern.example.org/">https://fern.example.org/</a>',
  ],
  [
    'Write to <a href="mailto:ada@example.org">Ada</a>',
    'Write to Ada (ada@example.org)',
    'Write to <a href="mailto:ada@example.org">Ada</a>',
  ],
  [
    'A <b>bold</b>\nline\n\nand <em>more</em>',
    'A bold\nline\n\nand more',
    'A <b>bold</b><br/>\nline<br/>\n<br/>\nand <i>more</i>',
  ],
  ['<p onclick="x()">Hi<script>alert(1)</script> <a href="javascript:x()">you</a></p>', 'Hi you', '<p>Hi you</p>'],
  ['<html><head><title>T</title></head><body><p>Moss</p></body></html>', 'Moss', '<p>Moss</p>'],
  ['<table><tr><td>10:00</td><td>Moss</td></tr></table>', '10:00 Moss', '10:00 Moss'],
];

describe('a description', () => {
  for (const [description, text, html] of TEXTS) {
    it(`has a text, and HTML if it is HTML: ${description}`, () => {
      assert.equal(proseText(description), text);
      assert.equal(proseHtml(description)?.replace(/>\n</gu, '><'), html?.replace(/>\n</gu, '><'));
    });
  }

  it('is well-formed HTML whatever the source has, without scripts', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const html = proseHtml(`<p>${text}</p>`);
        assert.ok(html !== undefined);
        const parser = new SaxesParser();
        parser.on('error', (error) => assert.fail(`${error.message} in ${html}`));
        parser.write(`<div>${html}</div>`).close();
        assert.ok(!/<script|javascript:[^<]*"|onclick/iu.test(html), html);
      }),
      { numRuns: RUNS.usual },
    );
  });
});
