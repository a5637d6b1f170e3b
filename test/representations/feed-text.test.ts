import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleaned, closed, oneLine, paragraphs, webAddress } from '#representations/feeds/feed-text.ts';
import { columnsOf, wrappedLines } from '#representations/feeds/feed-wrap.ts';
import { hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { RUNS } from '../support/property-runs.ts';

describe('text in a feed', () => {
  it('has uniform line ends and no control characters', () => {
    assert.equal(cleaned('a\r\nb\rc\u2028d\x85e\x0bf\tg\0h\x1bi\x7fj\ufeff'), 'a\nb\nc\nd\ne\nf\tghij\ufeff');
    assert.equal(
      cleaned('half \ud83c of \udf31, whole \u{1f331}, none \uffff'),
      'half \ufffd of \ufffd, whole \u{1f331}, none ',
    );
  });

  it('becomes one line with single spaces inside a line', () => {
    assert.equal(oneLine(' \r\n a \t\n\n b\u00a0c\0 '), 'a b\u00a0c');
  });

  it('is split into paragraphs at empty lines', () => {
    assert.deepEqual(paragraphs('\n\na\r\nb  c\r \r\n\n  d\n'), [['a', 'b c'], ['d']]);
    assert.deepEqual(paragraphs(' \n\0\n '), []);
  });

  it('closes its own bidirectional controls and drops unmatched ones', () => {
    assert.equal(closed('a\u202eb\u2067c'), 'a\u202eb\u2067c\u2069\u202c');
    assert.equal(closed('\u2069a\u202cb'), 'ab');
    assert.equal(closed('\u202ba\u202c \u2068b\u2069'), '\u202ba\u202c \u2068b\u2069');
    assert.equal(closed('שלום\u200f'), 'שלום\u200f');
  });

  it('is a link only if it is a web address', () => {
    assert.equal(webAddress('https://x.example/<a> b'), 'https://x.example/%3Ca%3E%20b');
    for (const text of ['javascript:alert(1)', 'x.example', '//x.example', 'data:text/html,x', ''])
      assert.equal(webAddress(text), null);
  });
});

describe('wrapped text', () => {
  it('breaks at spaces and inside long words, but not inside addresses', () => {
    assert.deepEqual(wrappedLines('one two three four', { width: 9 }), ['one two', 'three', 'four']);
    assert.deepEqual(wrappedLines('one abcdefghij k', { width: 4 }), ['one', 'abcd', 'efgh', 'ij k']);
    assert.deepEqual(wrappedLines('at https://x.example/y ok', { width: 6 }), ['at', 'https://x.example/y', 'ok']);
    assert.deepEqual(wrappedLines('日本語の題名', { width: 5 }), ['日本', '語の', '題名']);
    assert.deepEqual(wrappedLines('one two', { width: 7, taken: 4 }), ['one', 'two']);
    assert.deepEqual(wrappedLines('three', { width: 7, taken: 4 }), ['', 'three']);
    assert.deepEqual(wrappedLines('', { width: 7, taken: 4 }), []);
  });

  it('breaks inside a letter only if its accents are too long for mail', () => {
    const letter = `a${'\u0301'.repeat(200)}`;
    assert.deepEqual(wrappedLines(`${letter} ${letter} b`, { width: 70 }), [letter, `${letter} b`]);
    assert.deepEqual(wrappedLines(`a${'\u0301'.repeat(400)}`, { width: 70 }), [
      `a${'\u0301'.repeat(250)}`,
      '\u0301'.repeat(150),
    ]);
  });

  it('keeps all characters and stays within the width', () => {
    fc.assert(
      fc.property(hostileFeedText, fc.integer({ min: 2, max: 30 }), (text, width) => {
        const line = oneLine(text);
        const lines = wrappedLines(line, { width });
        assert.equal(lines.join('').replaceAll(/\s/gu, ''), line.replaceAll(/\s/gu, ''));
        for (const one of lines) {
          assert.ok(columnsOf(one) <= width || /^https?:\/\/\S+$/.test(one), JSON.stringify(one));
          assert.ok(Buffer.byteLength(one) < 990);
        }
      }),
      { numRuns: RUNS.usual },
    );
  });
});
