import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { askedInParts, shownPart } from '#server/pages/page-size.ts';

describe('the shown part of a page of talks', () => {
  it('starts at the same talk and is within the maximum count', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 500 }), (count, page) => {
        const part = shownPart({ page, count }, 25);
        assert.ok(part.count <= 25 && part.skipped < part.count);
        assert.equal((part.page - 1) * part.count + part.skipped, (page - 1) * count);
      }),
    );
  });

  it('is the whole page if it is small enough', () => {
    assert.deepEqual(shownPart({ page: 3, count: 20 }, 20), { page: 3, count: 20, skipped: 0 });
    const asked = [{ name: 'count', value: '20' }];
    assert.equal(askedInParts(asked, { page: 3, count: 20 }, { page: 3, count: 20 }), asked);
  });

  it('keeps the parameters asked for but reduces count to the maximum', () => {
    const day = { name: 'from', value: 'today' };
    const cancelled = { name: 'cancelled', value: 'omit' };
    const shown = { name: 'count', value: '25' };
    const page = { page: 1, count: 100 };
    const part = shownPart(page, 25);
    const asked = [day, { name: 'count', value: '100' }, cancelled];
    assert.deepEqual(askedInParts(asked, page, part), [day, shown, cancelled]);
    assert.deepEqual(askedInParts([day], page, part), [day, shown]);
  });
});
