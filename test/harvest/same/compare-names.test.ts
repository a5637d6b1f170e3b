import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSources } from '#harvest/merge/compare-sources.ts';
import type { DuplicateReport } from '#harvest/merge/compare-sources.ts';
import { IncomingTalks } from '#harvest/merge/incoming-talks.ts';
import { NOTHING_SAME } from '#harvest/reading/same-lines.ts';
import { NOTHING_KNOWN } from '#harvest/provenance/known-provenance.ts';
import { SourceReading } from '#harvest/reading/source-reading.ts';
import { sourceTalk } from '#sources/source-talk.ts';
import { storeOf } from '../../support/db/open-stores.ts';

const TALK = { key: 'k', line: 1, title: 'On moss', start: '2026-12-01T17:00:00Z', end: '2026-12-01T18:00:00Z' };
const NO_ADDITIONS = { department: null, topics: [] };

/** Compares two sources whose talks have this many topics with the same labels. */
async function compared(
  store: Parameters<typeof compareSources>[0],
  topics: number,
  signal?: AbortSignal,
): Promise<DuplicateReport> {
  const incoming = new IncomingTalks();
  const bySource = new Map(
    ['optics', 'maths'].map((source) => {
      const reading = new SourceReading(source, NO_ADDITIONS, 'file', () => Promise.resolve(NOTHING_KNOWN));
      const labels = Array.from({ length: topics }, (_, i) => ({ label: `Topic ${String(i)}` }));
      const talk = sourceTalk({ ...TALK, title: `On ${source}`, topics: labels });
      const made = reading.records.take(talk, 'file');
      assert.ok('record' in made);
      incoming.add(made.record.slug, source, talk);
      return [source, reading] as const;
    }),
  );
  const comparing = { lines: NOTHING_SAME, isAlone: true, zone: 'Europe/London', signal };
  return compareSources(store, { incoming, bySource }, comparing);
}

test('similar names are compared and listed up to a limit, and the others are counted', async (t) => {
  const store = await storeOf(t);
  const few = await compared(store, 3);
  assert.deepEqual([few.names.length, few.moreNames, few.leftNames], [3, 0, 0]);
  const many = await compared(store, 20_007);
  assert.deepEqual([many.names.length, many.moreNames, many.leftNames], [20, 19_980, 7]);
});

test('comparing names stops when it is aborted', async (t) => {
  const stop = new AbortController();
  const comparing = compared(await storeOf(t), 1_000, stop.signal);
  stop.abort(new Error('stopped'));
  await assert.rejects(comparing, /stopped/);
});
