import assert from 'node:assert/strict';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { readIndex, removeIndex, writeIndex } from '#replica/index-file.ts';
import { addGcPressure } from '#replica/index-sections.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import type { IndexState } from '#search/index/columns.ts';
import type { ChangedTalk } from '#store/store.ts';
import { MemoryCatalogue } from '../search/memory-catalogue.ts';
import { randomCatalogue } from '../search/random-catalogue.ts';
import { inBatches } from '../store/batches.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const COPY = 'copy-1.db';

async function someIndex(): Promise<IndexState> {
  const [catalogue] = fc.sample(randomCatalogue(), { numRuns: 1, seed: 7 });
  const memory = new MemoryCatalogue();
  memory.replace(catalogue?.records ?? []);
  const { state, columns } = await applyChanges(undefined, memory.everything());
  assert.ok(columns.talks.numbers.length > 0);
  return { state, columns };
}

async function folder(context: TestContext): Promise<string> {
  return temporaryFolder({ after: (end) => context.after(end) });
}

test('an index is restored unchanged from its snapshot, in shared memory', async (context) => {
  const file = join(await folder(context), 'cache', 'an.index');
  const index = await someIndex();
  await writeIndex(file, COPY, index);
  const back = readIndex(file, COPY);
  assert.deepEqual(back, index);
  assert.ok(back.columns.talks.starts.buffer instanceof SharedArrayBuffer);
  assert.deepEqual(await readdir(join(file, '..')), ['an.index']);
});

test('a newer snapshot replaces the older one', async (context) => {
  const file = join(await folder(context), 'an.index');
  const index = await someIndex();
  await writeIndex(file, COPY, index);
  await writeIndex(file, COPY, { ...index, state: { version: 9, token: 'nine' } });
  assert.deepEqual(readIndex(file, COPY)?.state, { version: 9, token: 'nine' });
});

test('what a process that was killed while it wrote has left is written over, or removed with the index', async (context) => {
  const parent = await folder(context);
  const file = join(parent, 'an.index');
  await writeFile(`${file}.tmp`, 'part');
  await writeIndex(file, COPY, await someIndex());
  assert.deepEqual(await readdir(parent), ['an.index']);
  await writeFile(`${file}.tmp`, 'part');
  await removeIndex(file);
  assert.deepEqual(await readdir(parent), []);
});

test('a snapshot with a changed byte is rejected', async (context) => {
  const file = join(await folder(context), 'an.index');
  await writeIndex(file, COPY, await someIndex());
  const bytes = await readFile(file);
  const step = Math.max(1, Math.floor(bytes.length / 300));
  for (let at = 0; at < bytes.length; at += step) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 64, at);
    await writeFile(file, damaged);
    const back = readIndex(file, COPY);
    // The checksums do not cover the padding after the header.
    if (back !== undefined) assert.equal(bytes.readUInt8(at), 0, `byte ${at}`);
  }
});

test('a missing or truncated snapshot is ignored', async (context) => {
  const file = join(await folder(context), 'an.index');
  assert.equal(readIndex(file, COPY), undefined);
  await writeIndex(file, COPY, await someIndex());
  const { length } = await readFile(file);
  for (const left of [length - 1, length - 8, 400, 16, 15, 0]) {
    await truncate(file, left);
    assert.equal(readIndex(file, COPY), undefined, `${left} bytes`);
  }
  assert.equal(readIndex(join(file, '..'), COPY), undefined);
});

test('the index of another copy is ignored', async (context) => {
  const file = join(await folder(context), 'an.index');
  await writeIndex(file, 'copy-2.db', await someIndex());
  assert.equal(readIndex(file, COPY), undefined);
});

test('a failed write of a snapshot leaves no file behind', async (context) => {
  const parent = await folder(context);
  await writeFile(join(parent, 'file'), '');
  await assert.rejects(writeIndex(join(parent, 'file', 'an.index'), COPY, await someIndex()));
  assert.deepEqual(await readdir(parent), ['file']);
});

test('the shared memory of an index counts towards garbage collection', async () => {
  const talks = Array.from({ length: 20_000 }, (_, number): ChangedTalk => {
    const times = { start: number, length: 0, updated: number };
    const slug = new Uint8Array(16).fill(number);
    return { number: number + 1, slug, ...times, status: 'published', traits: 0, version: 1, refs: new Uint32Array(6) };
  });
  const state = { version: 1, token: 'one' };
  const changes = {
    state,
    complete: true,
    entities: inBatches<never>([]),
    talks: inBatches(talks),
    removed: inBatches<never>([]),
    history: [{ version: 1, token: 'one', time: 1 }],
    close: () => undefined,
  };
  const { columns } = await applyChanges(undefined, changes);
  const before = process.memoryUsage().arrayBuffers;
  addGcPressure(columns);
  const counted = process.memoryUsage().arrayBuffers - before;
  // A talk's start, slug, number, last change and status, references and slots.
  assert.ok(counted >= 20_000 * (8 + 16 + 4 + 6 + 24 + 4), `${counted} bytes`);
});
