import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { wrapped } from '#pages/card/card-svg.ts';

describe('lines of text on a card', () => {
  const width = (text: string): number => text.length;

  it('break between words and inside a word only if it is wider than a line', () => {
    assert.deepEqual(wrapped('on moss and ferns', 8, width, 9), { texts: ['on moss', 'and', 'ferns'], isWhole: true });
    assert.deepEqual(wrapped('a bryophyta b', 5, width, 9), { texts: ['a bry', 'ophyt', 'a b'], isWhole: true });
    assert.deepEqual(wrapped('', 5, width, 9), { texts: [], isWhole: true });
  });

  it('break between words of scripts without spaces and never start with a full stop', () => {
    assert.deepEqual(wrapped('東京で学ぶ、言語。', 5, width, 9).texts, ['東京で', '学ぶ、', '言語。']);
    assert.deepEqual(wrapped('Unix（入門）とは', 7, width, 9).texts, ['Unix', '（入門）とは']);
    assert.deepEqual(wrapped('データヒューマニティーズ論', 12, width, 9).texts, ['データヒューマニティーズ', '論']);
    assert.deepEqual(wrapped('ประวัติศาสตร์ภาษาไทย', 14, width, 9).texts, ['ประวัติศาสตร์', 'ภาษาไทย']);
    assert.deepEqual(wrapped('한국어의 역사', 5, width, 9).texts, ['한국어의', '역사']);
  });

  it('end in an ellipsis within the width if they are too many', () => {
    assert.deepEqual(wrapped('on moss and ferns', 8, width, 2), { texts: ['on moss', 'and…'], isWhole: false });
    assert.deepEqual(wrapped('on mosses', 7, width, 1), { texts: ['on…'], isWhole: false });
  });

  it('stay within the width and number of lines and lose only spaces if isWhole is true', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'W'), maxLength: 60 }),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (text, room, most) => {
          const { texts, isWhole } = wrapped(text, room, width, most);
          assert.ok(texts.length <= most && texts.every((line) => line.length <= room), JSON.stringify(texts));
          if (isWhole) assert.equal(texts.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
        },
      ),
    );
  });
});
