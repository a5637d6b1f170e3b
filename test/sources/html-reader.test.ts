import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hcalendarOf } from '#sources/feed/feed.ts';
import { HtmlReader, htmlText, looksLikeHtml } from '#sources/html-reader.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { readSource } from '../support/sources/read-source.ts';

/** Elements that are never closed. Following a million of them would take minutes. */
const ENDLESS = '<b>'.repeat(1_000_000);

describe('the HTML reader', () => {
  it('emits tags and text, and closes elements that the markup leaves open', () => {
    const told: string[] = [];
    const reader = new HtmlReader({
      onopentag: (name) => told.push(`<${name}>`),
      ontext: (text) => told.push(text),
      onclosetag: (name) => told.push(`</${name}>`),
    });
    reader.write('<p>a<p>b<br>');
    reader.write('c</i></p>');
    reader.end();
    assert.deepEqual(told, ['<p>', 'a', '</p>', '<p>', 'b', '<br>', '</br>', 'c', '</p>']);
    assert.equal(reader.isTooDeep, false);
  });

  it('stops at 512 nested elements', () => {
    let count = 0;
    const reader = new HtmlReader({ onopentag: () => count++ });
    reader.write('<i></i>'.repeat(1000) + '<b>'.repeat(512));
    assert.equal(reader.isTooDeep, false);
    reader.write('<b>'.repeat(1000));
    reader.write('<b>');
    reader.end();
    assert.deepEqual([reader.isTooDeep, count], [true, 1513]);
  });

  it('extracts text and hCalendar times without following a million nested elements', () => {
    assert.equal(htmlText('<i>On</i> moss &amp; bogs &#8211; 2 &lt; 3 '), 'On moss & bogs – 2 < 3');
    assert.equal(htmlText(`a${ENDLESS}b`), 'a');
    assert.deepEqual(hcalendarOf(`<abbr class="x dtstart" title="2026-11-20">today</abbr>${ENDLESS}`), {
      start: '2026-11-20',
      end: '',
      location: '',
    });
  });

  const TEXTS = [
    ['R&amp;D', true],
    ['R&D', false],
    ['a <b>c</b>', true],
    ['2 < 3, a<b and c>d', false],
    ['<a '.repeat(100_000), false],
    ['a <a href="/">c</a>', true],
    ['a<br/>b', true],
  ] as const;
  for (const [text, expected] of TEXTS) {
    it(`treats “${text.slice(0, 30)}” as ${expected ? 'HTML' : 'plain text'}`, () => {
      assert.equal(looksLikeHtml(text), expected);
    });
  }

  it('rejects a page with a million unclosed elements as too large', async () => {
    const { talks, problems } = await readSource(readSchemaOrg, `<html><body>${ENDLESS}`);
    assert.deepEqual([talks, problems.map(({ code }) => code)], [[], ['too-large']]);
  });
});
