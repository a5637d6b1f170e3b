import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Envelope } from '#representations/representation.ts';
import { startReplica } from '#search/replica/index-replica.ts';
import { DocumentAssembler, type Part, type Rendering } from '#server/documents/document-assembler.ts';
import { RenderCache } from '#server/documents/render-cache.ts';
import { Catalogue } from '#server/documents/snapshot.ts';
import { openStore } from '#store/open.ts';
import { freshDatabase } from '../support/fresh-database.ts';
import { importRecords } from '../support/import-records.ts';
import { slugOf, talk } from '../support/wire-records.ts';

const TALKS = [1, 2, 3];
const MEBIBYTE = 1024 * 1024;
const NOTHING = Buffer.alloc(0);
const COMMA = Buffer.from(',');
const LIST: Envelope = { before: Buffer.from('['), between: COMMA, after: Buffer.from(']'), empty: Buffer.from('[]') };

/** Over three talks; what is rendered is kept in 8 MiB of memory, and nowhere else. */
async function assemblerOf(context: TestContext) {
  const place = await freshDatabase();
  await importRecords(
    place.address,
    TALKS.map((n) => talk(slugOf(n), '2026-01-19T15:00:00Z')),
  );
  const store = await openStore(place.address, { mode: 'read' });
  const replica = await startReplica({ database: place.address, cacheFolder: undefined });
  const rendered = new RenderCache({ memory: 8 * MEBIBYTE, disk: 64 * MEBIBYTE, folder: '/nonexistent/folder' });
  context.after(async () => {
    await replica.close();
    await store.close();
    rendered.close();
    await place.remove();
  });
  const others = rendered.form('others');
  const catalogue = new Catalogue(store, replica);
  const assembler = new DocumentAssembler(rendered);
  return {
    catalogue,
    assembler,
    /** Numbers of the three talks. */
    talks: await catalogue.read(({ index }) => Uint32Array.from(TALKS, (n) => index.talkNumber(slugOf(n)))),
    /** The document of these parts, and how often it was read for. */
    read: async (rendering: Rendering, parts: readonly Part[]) => {
      let reads = 0;
      const { body, tag } = await catalogue.read((snapshot) => {
        reads += 1;
        return assembler.assemble(snapshot, rendering, parts);
      });
      return { text: body.toString(), tag, reads };
    },
    rendered,
    /** Asks for so many others that nothing is kept of those before. */
    evict: () => {
      for (let n = 0; n < 12; n += 1) rendered.put(others, n, Buffer.alloc(MEBIBYTE - 1, 'x'), COMMA);
    },
  };
}

/** Writes each talk as the word, and counts how often. */
function counted(word: string, more: Partial<Rendering> = {}) {
  const rendering: Rendering & { count: number } = {
    name: word,
    render: () => {
      rendering.count += 1;
      return Buffer.from(word);
    },
    between: NOTHING,
    keep: 'always',
    count: 0,
    ...more,
  };
  return rendering;
}

test('a talk that is dropped between the check and its use is rendered again, where the disk cannot be written to', async (context) => {
  const { catalogue, assembler, talks, rendered, evict } = await assemblerOf(context);
  const rendering = counted('"written"');
  const copy = rendered.copy.bind(rendered);
  let copies = 0;
  const read = () =>
    catalogue.read(async (snapshot) => (await assembler.listing(snapshot, rendering, talks, LIST)).body.toString());
  const written = '["written","written","written"]';
  assert.equal(await read(), written);
  rendered.copy = (...args) => {
    copies += 1;
    if (copies === 1) evict();
    return copy(...args);
  };
  assert.equal(await read(), written);
  assert.deepEqual([copies, rendering.count], [1, 6]);
});

test('nothing is sent of talks that are not kept any more: one, a list or the parts of a page', async (context) => {
  const { talks, read, evict } = await assemblerOf(context);
  const rendering = counted('<li>');
  const all = async () => [
    await read(rendering, [talks.subarray(0, 1)]),
    await read(rendering, ['<ul>', talks, Buffer.from('</ul>')]),
    await read(rendering, ['<ul>', talks.subarray(0, 1), '</ul><ul>', talks.subarray(1), '</ul>']),
  ];
  const before = await all();
  assert.deepEqual(
    before.map(({ text }) => text),
    ['<li>', '<ul><li><li><li></ul>', '<ul><li></ul><ul><li><li></ul>'],
  );
  assert.equal(rendering.count, 3);
  evict();
  assert.deepEqual(await all(), before);
  assert.equal(rendering.count, 6);
});

test('a document has one tag, whether its talks were kept or are rendered now, and another when one of them differs', async (context) => {
  const { talks, read } = await assemblerOf(context);
  const parts = [LIST.before, talks, LIST.after];
  const tagOf = async (rendering: Rendering): Promise<string> => (await read(rendering, parts)).tag;
  const kept = counted('"a"', { between: COMMA });
  const tag = await tagOf(kept);
  assert.equal(await tagOf(kept), tag);
  assert.equal(await tagOf(counted('"a"', { between: COMMA, keep: 'never' })), tag);
  assert.notEqual(await tagOf(counted('"b"', { between: COMMA })), tag);
});

test('a talk that changes while a list is put together is never taken for its older form', async (context) => {
  const { talks, read, rendered } = await assemblerOf(context);
  const list = [LIST.before, talks, LIST.after];
  const old = counted('"old"', { name: 'slug', between: COMMA });
  assert.equal((await read(old, list)).text, '["old","old","old"]');
  rendered.forget(talks.subarray(1, 2));
  const now = counted('"new"', { name: 'slug', between: COMMA });
  assert.deepEqual([(await read(now, list)).text, now.count], ['["old","new","old"]', 1]);
});
