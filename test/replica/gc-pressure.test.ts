import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyChanges } from '#search/index/apply-changes.ts';
import { addGcPressure } from '#replica/index-sections.ts';
import type { ChangedTalk } from '#store/store.ts';
import { inBatches } from '../store/batches.ts';

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
