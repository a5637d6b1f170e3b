import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keptBytes, keptPage } from '#server/kept-page.ts';

test('a page is kept as it was written, whatever it says, with the end of its talk', () => {
  const text = fc.string({ unit: 'binary' });
  const property = fc.property(text, text, fc.integer(), fc.boolean(), (before, after, end, isOver) => {
    const page = keptPage(keptBytes({ before, after }, { end, isOver }));
    assert.deepEqual(
      { ...page, before: page.before.toString(), after: page.after.toString() },
      { before, after, end, isOver },
    );
  });
  fc.assert(property);
});
