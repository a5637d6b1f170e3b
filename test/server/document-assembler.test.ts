import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Envelope } from '#representations/representation.ts';
import { startReplica } from '#search/replica/index-replica.ts';
import type { Part } from '#server/documents/document.ts';
import { DocumentAssembler, type Rendering } from '#server/documents/document-assembler.ts';
import type { Body } from '#server/http/body.ts';
import { RenderCache } from '#server/documents/render-cache.ts';
import { Catalogue } from '#server/documents/snapshot.ts';
import { openStore } from '#store/open.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

const TALKS = [1, 2, 3];
const MEBIBYTE = 1024 * 1024;
const CHUNK = 100_000;
const NOTHING = Buffer.alloc(0);
const COMMA = Buffer.from(',');
const LIST: Envelope = { before: Buffer.from('['), between: COMMA, after: Buffer.from(']'), empty: Buffer.from('[]') };

function textOf(body: Body): string {
  return Buffer.isBuffer(body) ? body.toString() : textOfChunks(body.chunks(Buffer.alloc(CHUNK)));
}

function textOfChunks(chunks: Iterable<Buffer>): string {
  return Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk))).toString();
}

/** An assembler for three talks. Its render cache has 8 MiB of memory and, if the folder is writable, a disk. */
async function assemblerOf(context: TestContext, folder = '/nonexistent/folder') {
  const place = await freshDatabase();
  await importRecords(
    place.address,
    TALKS.map((n) => talk(slugOf(n), '2026-01-19T15:00:00Z')),
  );
  const store = await openStore(place.address, { mode: 'read' });
  const replica = await startReplica({ database: place.address, cacheFolder: undefined });
  const rendered = new RenderCache({ memory: 8 * MEBIBYTE, disk: 64 * MEBIBYTE, folder });
  context.after(async () => {
    await replica.close();
    await store.close();
    rendered.close();
    await place.remove();
  });
  const others = rendered.offsets('others', 'always');
  const catalogue = new Catalogue(store, replica);
  const assembler = new DocumentAssembler(rendered);
  return {
    catalogue,
    assembler,
    /** The numbers of the three talks. */
    talks: await catalogue.read(({ index }) => Uint32Array.from(TALKS, (n) => index.talkNumber(slugOf(n)))),
    /** The document of these parts, and how many reads it took. */
    read: async (rendering: Rendering, parts: readonly Part[]) => {
      let reads = 0;
      const { body, tag } = await catalogue.read((snapshot) => {
        reads += 1;
        return assembler.assemble(snapshot, rendering, parts);
      });
      return { text: textOf(body), tag, reads };
    },
    rendered,
    /** Fills the render cache with other entries, so that all earlier ones are evicted. */
    evict: () => {
      for (let n = 0; n < 12; n += 1) rendered.put(others, n, Buffer.alloc(MEBIBYTE - 1, 'x'), COMMA);
    },
  };
}

/** Renders each talk as the word and counts the renderings. */
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

test('a talk evicted between check and use is rendered again if the disk is not writable', async (context) => {
  const { catalogue, assembler, talks, rendered, evict } = await assemblerOf(context);
  const rendering = counted('"written"');
  const copy = rendered.copy.bind(rendered);
  let copies = 0;
  const read = () =>
    catalogue.read(async (snapshot) => textOf((await assembler.listing(snapshot, rendering, talks, LIST)).body));
  const written = '["written","written","written"]';
  assert.equal(await read(), written);
  rendered.copy = (...args) => {
    copies += 1;
    if (copies === 1) evict();
    return copy(...args);
  };
  assert.equal(await read(), written);
  assert.deepEqual([copies, rendering.count], [2, 6]);
});

test('evicted talks are rendered again: one talk, a list or the parts of a page', async (context) => {
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

test('a document has the same tag with cached or fresh talks, and another tag if a talk differs', async (context) => {
  const { talks, read } = await assemblerOf(context);
  const parts = [LIST.before, talks, LIST.after];
  const tagOf = async (rendering: Rendering): Promise<string> => (await read(rendering, parts)).tag;
  const kept = counted('"a"', { between: COMMA });
  const tag = await tagOf(kept);
  assert.equal(await tagOf(kept), tag);
  assert.equal(await tagOf(counted('"a"', { between: COMMA, keep: 'never' })), tag);
  assert.notEqual(await tagOf(counted('"b"', { between: COMMA })), tag);
});

test('a list reuses cached talks and renders a talk again after the cache has forgotten it', async (context) => {
  const { talks, read, rendered } = await assemblerOf(context);
  const list = [LIST.before, talks, LIST.after];
  const old = counted('"old"', { name: 'slug', between: COMMA });
  assert.equal((await read(old, list)).text, '["old","old","old"]');
  rendered.forget(talks.subarray(1, 2));
  const now = counted('"new"', { name: 'slug', between: COMMA });
  assert.deepEqual([(await read(now, list)).text, now.count], ['["old","new","old"]', 1]);
});

/** Three of these exceed the size up to which a document is sent whole. */
const LONG = '"long"'.repeat(50_000);
const LONG_LIST = `[${LONG},${LONG},${LONG}]`;

test('a large document is streamed and has the same tag with cached or fresh talks', async (context) => {
  const { catalogue, assembler, talks, read } = await assemblerOf(context);
  const kept = counted(LONG, { name: 'long', between: COMMA });
  const tags: string[] = [];
  for (const rendering of [kept, kept, counted(LONG, { between: COMMA, keep: 'never' })]) {
    const { text, tag } = await read(rendering, ['[', talks.subarray(0, 2), ',', talks.subarray(2), NOTHING, ']']);
    assert.equal(text, LONG_LIST);
    tags.push(tag);
  }
  assert.deepEqual([new Set(tags).size, kept.count], [1, 3]);
  const { body } = await catalogue.read((snapshot) => assembler.listing(snapshot, kept, talks, LIST));
  assert.ok(!Buffer.isBuffer(body));
  assert.equal(body.length, LONG_LIST.length);
  const lengths = Array.from(body.chunks(Buffer.alloc(CHUNK)), (chunk) => chunk.length);
  assert.deepEqual(lengths, [...Array.from({ length: 9 }, () => CHUNK), LONG_LIST.length - 9 * CHUNK]);
});

for (const folder of ['/nonexistent/folder', tmpdir()])
  test(`a large document keeps its bytes while it is sent, whatever changes meanwhile, in ${folder}`, async (context) => {
    const { catalogue, assembler, talks, read, rendered, evict } = await assemblerOf(context, folder);
    const rendering = counted(LONG, { name: 'long', between: COMMA });
    const { body, release } = await catalogue.read((snapshot) => assembler.listing(snapshot, rendering, talks, LIST));
    assert.ok(!Buffer.isBuffer(body));
    const chunks = body.chunks(Buffer.alloc(CHUNK))[Symbol.iterator]();
    const first = Buffer.from(chunks.next().value ?? NOTHING).toString();
    evict();
    rendered.forget('all');
    // Without a disk, the cache has no room left for new renderings.
    const other = LONG.replaceAll('long', 'else');
    const others = counted(other, { name: 'long', between: COMMA });
    assert.equal((await read(others, [LIST.before, talks, LIST.after])).text, `[${other},${other},${other}]`);
    evict();
    assert.equal(first + textOfChunks({ [Symbol.iterator]: () => chunks }), LONG_LIST);
    release?.();
    evict();
    assert.equal((await read(others, ['[', talks, ']'])).text, `[${other},${other},${other}]`);
  });
