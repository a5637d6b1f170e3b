import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageTree } from '../support/render/page-tree.ts';
import { html, inOnePiece, NOTHING, verbatim, type Html } from '#pages/frame/html.ts';

describe('an HTML template', () => {
  const hostile = `<b>"Ada" & 'Bob'</b>\0`;

  it('escapes values in elements and attributes', () => {
    assert.equal(
      html`<a title="${hostile}">${hostile}</a>`.markup,
      "<a title=\"&lt;b&gt;&quot;Ada&quot; &amp; 'Bob'&lt;/b&gt;\">&lt;b&gt;&quot;Ada&quot; &amp; 'Bob'&lt;/b&gt;</a>",
    );
  });

  it('accepts templates, lists of templates, numbers, verbatim markup and NOTHING', () => {
    const items = [1, 2].map((one) => html`<li>${one}</li>`);
    assert.equal(
      html`<ul ${NOTHING}>
          ${items}
        </ul>
        ${verbatim('<wbr>')}`.markup,
      '<ul ><li>1</li><li>2</li></ul><wbr>',
    );
  });

  it('is cached with character references instead of characters that V8 stores in two bytes', () => {
    const markup = html`<b title="“${'Żółć'}”">${'Müller’s 𝄞'} – &amp;</b>`.markup;
    const cached = inOnePiece(markup);
    assert.equal(cached, '<b title="&#8220;&#379;ó&#322;&#263;&#8221;">Müller&#8217;s &#119070; &#8211; &amp;</b>');
    assert.deepEqual(pageTree(cached), pageTree(markup));
  });

  it('drops the line breaks of its source except those that readers see as a space', () => {
    const page = (inside: Html): Html => html`
      <section class="${'wide'}">
        <h2>Talks</h2>
        ${inside}
        <p>
          Two <em>words</em>
          <b>and</b>
          ${3} more
        </p>
        <button type="submit">Search</button>
        <label>Words</label>
        <input name="q" />
      </section>
    `;
    assert.equal(
      page(
        html`<ul>
          <li>One</li>
        </ul>`,
      ).markup,
      '<section class="wide"><h2>Talks</h2><ul><li>One</li></ul>' +
        '<p>Two <em>words</em> <b>and</b> 3 more</p>' +
        '<button type="submit">Search</button> <label>Words</label> <input name="q" /></section>',
    );
  });

  it('keeps line breaks inside values, as in preformatted text', () => {
    assert.equal(html`<pre>${'one\n  two'}</pre>`.markup, '<pre>one\n  two</pre>');
  });
});
