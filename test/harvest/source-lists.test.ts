import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Collection } from '#catalogue/collection.js';
import { Identity } from '#harvest/identity.js';
import { SourceLists } from '#harvest/source-lists.js';
import type { ListNews } from '#harvest/source-lists.js';
import { readRecord } from '#sources/catalogue/catalogue-record.js';
import { slugOf } from '../support/wire-records.js';

interface Noted {
  readonly news: readonly ListNews[];
  readonly note: Collection;
}

/** What is noted when collections with these titles have come. */
async function noted(titles: Iterable<string>): Promise<Noted> {
  const lists = new SourceLists(new Identity('ox'));
  let line = 0;
  for (const title of titles) {
    line++;
    const list = { slug: slugOf(line), title, description: '', talks: [], line, isShown: true };
    await lists.record(list, undefined, () => true);
  }
  const { news, records } = await lists.settle('keep', undefined);
  return { news, note: records[0] ?? assert.fail('nothing is noted') };
}

/** Whether a catalogue file may say so. */
function isReadable({ type, slug, title, description }: Collection): boolean {
  return readRecord({ type, slug, title, description, public: false }).ok;
}

describe('the note of a source’s collections', () => {
  it('is a record that can be read where a title is cut within a character', async () => {
    const { note } = await noted([`${'x'.repeat(59)}😀, and more`]);
    assert.equal(note.description, `${slugOf(1)} ${'x'.repeat(59)}`);
    assert.ok(isReadable(note));
  });

  it('is one however many come: those that have no room are left out, and told of', async () => {
    const { news, note } = await noted(new Array<string>(10_001).fill('x'.repeat(100)));
    assert.deepEqual(news, [{ slug: slugOf(10_001), title: 'x'.repeat(100), fate: 'surplus' }]);
    assert.equal(note.description.split('\n').length, 10_000);
    assert.ok(isReadable(note));
  });
});
