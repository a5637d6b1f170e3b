import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ELEMENT_SCRIPTS } from '#pages/embed/element.ts';

test('the first version of the element stays as other sites have it, and the second reads the building and what is on', () => {
  const [first, second] = [...ELEMENT_SCRIPTS.values()];
  assert.equal(first?.integrity, 'sha384-8pMys3DFQn46Nqtl7g63KAWI2x3+maqUMJD/FpyCgB3fccw1Qtbr5HP1YUeP8lQd');
  for (const word of ['location_summary', 'ongoing']) {
    assert.ok(second?.content.includes(word), word);
    assert.ok(!first.content.includes(word), word);
  }
});
