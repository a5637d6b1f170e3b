import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import type { Envelope } from '#representations/representation.ts';
import { startReplica } from '#search/replica/index-replica.ts';
import { DocumentAssembler } from '#server/documents/document-assembler.ts';
import { RenderCache } from '#server/documents/render-cache.ts';
import { openStore } from '#store/open.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { importRecords } from '../support/import-records.ts';
import { slugOf, talk } from '../support/wire-records.ts';

const TALKS = [1, 2, 3];
const MEBIBYTE = 1024 * 1024;
const COMMA = Buffer.from(',');
const LIST: Envelope = { before: Buffer.from('['), between: COMMA, after: Buffer.from(']'), empty: Buffer.from('[]') };

/** Over three talks; what is rendered is kept in 8 MiB of memory, and nowhere else. */
async function composerOf(context: TestContext) {
  const place = await freshDatabase();
  await importRecords(
    place.address,
    TALKS.map((n) => talk(slugOf(n), '2026-01-19T15:00:00Z')),
  );
  const store = await openStore(place.address, { mode: 'read' });
  const follower = await startReplica({ database: place.address, cacheFolder: undefined });
  const rendered = new RenderCache({ memory: 8 * MEBIBYTE, disk: 64 * MEBIBYTE, folder: '/nonexistent/folder' });
  context.after(async () => {
    await follower.close();
    await store.close();
    rendered.close();
    await place.remove();
  });
  const others = rendered.form('others');
  return {
    composer: new DocumentAssembler({ store, follower, rendered }),
    rendered,
    /** Asks for so many others that nothing is kept of those before. */
    evict: () => {
      for (let n = 0; n < 12; n += 1) rendered.put(others, n, Buffer.alloc(MEBIBYTE - 1, 'x'), COMMA);
    },
  };
}

test('a talk that is dropped between the check and its use is rendered again, where the disk cannot be written to', async (context) => {
  const { composer, rendered, evict } = await composerOf(context);
  const slots = rendered.form('slug');
  const write = { slots, render: () => Buffer.from('"written"'), isKept: true };
  const talks = Uint32Array.of(...TALKS.map((n) => composer.index.talkNumber(slugOf(n))));
  const written = '["written","written","written"]';
  await composer.atOneVersion((index) => composer.composed(index, write, talks, () => LIST));
  let reads = 0;
  const document = await composer.atOneVersion(async (index) => {
    reads += 1;
    if (reads > 1) return composer.composed(index, write, talks, () => LIST);
    assert.ok(composer.allRendered(slots, talks));
    evict();
    await nextTurn();
    return { version: index.state.version, value: composer.listing(slots, talks, LIST) };
  });
  assert.deepEqual([reads, document.body.toString()], [2, written]);
});

test('nothing is sent of talks that are not kept any more: one, a list or the parts of a page', async (context) => {
  const { composer, rendered, evict } = await composerOf(context);
  const slots = rendered.form('page');
  for (const n of TALKS) rendered.put(slots, n, Buffer.from('<li>'), Buffer.alloc(0));
  const talks = Uint32Array.of(...TALKS);
  const read = (): (string | undefined)[] =>
    [
      () => composer.talkDocument(slots, 1, { ...LIST, before: Buffer.alloc(0), after: Buffer.alloc(0) }),
      () => composer.listing(slots, talks, { ...LIST, between: Buffer.alloc(0) }),
      () => composer.join(slots, ['<ul>', talks, '</ul>']),
    ].map((compose) => composer.atHand(compose)?.body.toString());
  assert.deepEqual(read(), ['<li>', '[<li><li><li>]', '<ul><li><li><li></ul>']);
  evict();
  assert.deepEqual(read(), [undefined, undefined, undefined]);
});

test('a talk that changes while a list is put together is never taken for its older form', async (context) => {
  const { composer, rendered } = await composerOf(context);
  const slots = rendered.form('slug');
  for (const n of TALKS) rendered.put(slots, n, Buffer.from('"old"'), COMMA);
  rendered.forget(Uint32Array.of(2));
  assert.equal(
    composer.atHand(() => composer.listing(slots, Uint32Array.of(...TALKS), LIST)),
    undefined,
  );
});
