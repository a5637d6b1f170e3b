import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  cleanUri,
  contentLines,
  folded,
  property,
  type Property,
  textProperty,
} from '#representations/calendar/icalendar-component.ts';
import { cleanText } from '#representations/feeds/feed-text.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';

function line(one: Property | undefined): string {
  const component = { name: 'X', properties: one === undefined ? [] : [one], components: [] };
  return contentLines(component).replace('BEGIN:X\r\n', '').replace('END:X\r\n', '');
}

describe('a content line', () => {
  it('stays whole at 75 octets and is folded at 76', () => {
    assert.equal(folded('a'.repeat(75)), `${'a'.repeat(75)}\r\n`);
    assert.equal(folded('a'.repeat(76)), `${'a'.repeat(75)}\r\n a\r\n`);
    assert.equal(folded('a'.repeat(149)), `${'a'.repeat(75)}\r\n ${'a'.repeat(74)}\r\n`);
    assert.equal(folded('a'.repeat(150)), `${'a'.repeat(75)}\r\n ${'a'.repeat(74)}\r\n a\r\n`);
  });

  it('is folded by octets, not characters', () => {
    assert.equal(folded('é'.repeat(38)), `${'é'.repeat(37)}\r\n é\r\n`);
    assert.equal(folded('日'.repeat(26)), `${'日'.repeat(25)}\r\n 日\r\n`);
  });

  it('is never folded inside a letter with accents, a flag or a joined emoji', () => {
    for (const whole of ['e\u0301\u0323', '🇬🇧', '👩🏽‍🔬', '👨‍👩‍👧‍👦', '❤️']) {
      for (let before = 60; before < 76; before += 1) {
        const lines = folded(`${'a'.repeat(before)}${whole}🇬🇧bc`).split('\r\n');
        assert.ok(
          lines.some((one) => one.includes(whole)),
          `${whole} after ${before}`,
        );
        assert.ok(
          lines.some((one) => one.includes('🇬🇧')),
          `flag after ${whole} after ${before}`,
        );
      }
    }
  });

  it('is folded for any number of accents on a letter and unfolds to the original', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(hostileText, fc.constantFrom('\u0301'.repeat(99), '\u200d'.repeat(40), '🇬🇧'.repeat(30)))),
        (pieces) => {
          const whole = pieces.map(cleanText).join('').replaceAll('\n', '');
          const bytes = folded(whole);
          assert.equal(bytes.slice(0, -2).replaceAll('\r\n ', ''), whole);
          for (const one of bytes.slice(0, -2).split('\r\n')) {
            assert.ok(Buffer.byteLength(one) <= 75);
            assert.ok(!Buffer.from(one).toString().includes('\ufffd') || whole.includes('\ufffd'));
          }
        },
      ),
      { numRuns: RUNS.usual },
    );
  });

  it('has escaped text without line breaks of any kind', () => {
    assert.equal(line(textProperty('A', 'a,b;c\\d:e"f')[0]), 'A:a\\,b\\;c\\\\d:e"f\r\n');
    assert.equal(
      line(textProperty('A', 'a\r\nb\rc\nd\u2028e\u2029f\u0085g\x0bh')[0]),
      'A:a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\r\n',
    );
    assert.equal(line(textProperty('A', '\0\x01\x1b\x7f\x9f\ttab\ud800')[0]), 'A:\ttab\ufffd\r\n');
    assert.deepEqual(textProperty('A', '\0\x01'), [], 'nothing is left');
  });

  it('has parameters in quotes if they need them and replaces quotes inside them', () => {
    const organiser = (name: string): string =>
      line(property('O', { type: 'cal-address', uri: 'mailto:a@example.org' }, { CN: name }));
    assert.equal(organiser('Ada'), 'O;CN=Ada:mailto:a@example.org\r\n');
    assert.equal(organiser('a;b:c,d'), 'O;CN="a;b:c,d":mailto:a@example.org\r\n');
    assert.equal(organiser('"a"\nX:b'), `O;CN="'a' X:b":mailto:a@example.org\r\n`);
    assert.equal(organiser('a\\n\\'), 'O;CN=a/n/:mailto:a@example.org\r\n');
    assert.equal(organiser("^n ^' ^^ ^x"), `O;CN="^^n ^^' ^^^ ^x":mailto:a@example.org\r\n`);
  });

  it('percent-encodes characters that are not allowed in addresses', () => {
    assert.equal(cleanUri('https://a/?b=c&d[]=%20;,#e'), 'https://a/?b=c&d[]=%20;,#e');
    assert.equal(
      cleanUri('https://a/\r\n b\\"<é>%zz%\ud800'),
      'https://a/%0D%0A%20b%5C%22%3C%C3%A9%3E%25zz%25%EF%BF%BD',
    );
    fc.assert(fc.property(hostileText, (address) => /^[!#-;=?-[\]_a-z~]*$/.test(cleanUri(address))));
  });
});
