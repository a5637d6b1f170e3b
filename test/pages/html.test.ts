import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageTree } from '../support/render/page-tree.ts';
import { html, inOnePiece, NOTHING, verbatim, type Html } from '#pages/frame/html.ts';

describe('a template of HTML', () => {
  const hostile = `<b>"Ada" & 'Bob'</b>\0`;

  it('shows somebody’s text as text, in elements and in attributes', () => {
    assert.equal(
      html`<a title="${hostile}">${hostile}</a>`.markup,
      "<a title=\"&lt;b&gt;&quot;Ada&quot; &amp; 'Bob'&lt;/b&gt;\">&lt;b&gt;&quot;Ada&quot; &amp; 'Bob'&lt;/b&gt;</a>",
    );
  });

  it('holds other templates, lists of them, numbers and nothing', () => {
    const items = [1, 2].map((one) => html`<li>${one}</li>`);
    assert.equal(
      html`<ul ${NOTHING}>
          ${items}
        </ul>
        ${verbatim('<wbr>')}`.markup,
      '<ul ><li>1</li><li>2</li></ul><wbr>',
    );
  });

  it('is cached with references to the characters that V8 needs two bytes for', () => {
    const markup = html`<b title="“${'Żółć'}”">${'Müller’s 𝄞'} – &amp;</b>`.markup;
    const cached = inOnePiece(markup);
    assert.equal(cached, '<b title="&#8220;&#379;ó&#322;&#263;&#8221;">Müller&#8217;s &#119070; &#8211; &amp;</b>');
    assert.deepEqual(pageTree(cached), pageTree(markup));
  });

  it('is sent without the line breaks that it is laid out with, but for those that readers see as a space', () => {
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

  it('leaves the lines of preformatted text as they are where they are a value', () => {
    assert.equal(html`<pre>${'one\n  two'}</pre>`.markup, '<pre>one\n  two</pre>');
  });
});
