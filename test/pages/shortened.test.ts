import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { shortened } from '#pages/frame/words.ts';

describe('text with a limit in bytes', () => {
  it('stays unchanged if it fits', () => {
    assert.equal(shortened('Moss', 10), 'Moss');
    assert.equal(shortened('', 10), '');
    assert.equal(shortened('nine lett', 9), 'nine lett');
  });

  it('is cut if it takes more bytes once escaped as HTML', () => {
    assert.equal(shortened('ten letters', 9), 'ten lette…');
    assert.equal(shortened('ten words ', 5), 'ten w…');
    assert.equal(shortened('ten words', 4), 'ten…');
    assert.equal(shortened('日本語', 6), '日本…');
    assert.equal(shortened('a"b"c', 8), 'a"b…');
  });

  it('is never cut inside a character or before its combining marks', () => {
    assert.equal(shortened('🌱🌱🌱', 9), '🌱🌱…');
    assert.equal(shortened('ne\u0301e', 2), 'n…');
    assert.equal(shortened('a👩\u200d🔬b', 9), 'a…');
  });

  it('never exceeds the limit by more than the ellipsis', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 80 }), (text, most) => {
        const short = shortened(text, most);
        if (short === text) return;
        assert.ok(Buffer.byteLength(short.slice(0, -1)) <= most);
        assert.ok(short.endsWith('…'));
      }),
    );
  });
});
