import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NumberSet } from '#search/index/number-set.ts';
import { changeTexts, NO_TEXTS, Texts } from '#search/index/texts.ts';
import { RUNS } from '../support/property-runs.ts';

/** A change to the text of a number: a new text, or null to remove it. */
const change = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.option(fc.string({ unit: 'grapheme', maxLength: 8 })));

test('texts can be added, changed and removed', () => {
  const property = fc.property(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 6 }), (steps) => {
    let texts = NO_TEXTS;
    const expected = new Map<number, string>();
    for (const step of steps) {
      const changed = new Map<number, string>();
      const removed = new NumberSet();
      for (const [number, text] of new Map(step)) {
        if (text === null) removed.add(number);
        else changed.set(number, text);
        expected.set(number, text ?? '');
      }
      texts = changeTexts(texts, changed, removed);
    }
    const reader = new Texts(texts);
    for (let number = 0; number <= 45; number += 1) assert.equal(reader.of(number), expected.get(number) ?? '');
  });
  fc.assert(property, { numRuns: RUNS.usual });
});

test('changeTexts returns the same texts if nothing changed', () => {
  assert.equal(changeTexts(NO_TEXTS, new Map(), new NumberSet()), NO_TEXTS);
});
