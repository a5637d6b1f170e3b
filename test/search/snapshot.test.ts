import assert from 'node:assert/strict';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import { applyChanges } from '#search/replica/apply-changes.ts';
import type { IndexState } from '#search/replica/apply-changes.ts';
import { readSnapshot, writeSnapshot } from '#search/replica/snapshot-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { randomCatalogue } from './random-catalogue.ts';

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

test('an index comes back from its snapshot as it was, in shared memory', async (context) => {
  const file = join(await folder(context), 'cache', 'an.index');
  const index = await someIndex();
  await writeSnapshot(file, index);
  const back = readSnapshot(file);
  assert.deepEqual(back, index);
  assert.ok(back.columns.talks.starts.buffer instanceof SharedArrayBuffer);
  assert.deepEqual(await readdir(join(file, '..')), ['an.index']);
});

test('a newer snapshot takes the place of the older', async (context) => {
  const file = join(await folder(context), 'an.index');
  const index = await someIndex();
  await writeSnapshot(file, index);
  await writeSnapshot(file, { ...index, state: { version: 9, token: 'nine' } });
  assert.deepEqual(readSnapshot(file)?.state, { version: 9, token: 'nine' });
});

test('no byte of a snapshot can be other than it was', async (context) => {
  const file = join(await folder(context), 'an.index');
  await writeSnapshot(file, await someIndex());
  const bytes = await readFile(file);
  const step = Math.max(1, Math.floor(bytes.length / 300));
  for (let at = 0; at < bytes.length; at += step) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 64, at);
    await writeFile(file, damaged);
    const back = readSnapshot(file);
    // Only the padding after the header is not covered; it says nothing.
    if (back !== undefined) assert.equal(bytes.readUInt8(at), 0, `byte ${at}`);
  }
});

test('a snapshot that is cut short, or is no snapshot, is none', async (context) => {
  const file = join(await folder(context), 'an.index');
  assert.equal(readSnapshot(file), undefined);
  await writeSnapshot(file, await someIndex());
  const { length } = await readFile(file);
  for (const left of [length - 1, length - 8, 400, 16, 15, 0]) {
    await truncate(file, left);
    assert.equal(readSnapshot(file), undefined, `${left} bytes`);
  }
  assert.equal(readSnapshot(join(file, '..')), undefined);
});

test('a snapshot that cannot be written leaves nothing behind', async (context) => {
  const parent = await folder(context);
  await writeFile(join(parent, 'file'), '');
  await assert.rejects(writeSnapshot(join(parent, 'file', 'an.index'), await someIndex()));
  assert.deepEqual(await readdir(parent), ['file']);
});
