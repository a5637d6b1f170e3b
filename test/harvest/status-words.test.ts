import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importFiles, importOptics, talksIn } from '../support/sources/import-calendars.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import type { Store } from '#store/store.ts';
import { storeOf } from '../support/db/open-stores.ts';

const table = (title: string): string => `title,start\n${title},2026-12-01T17:00:00Z\n`;

async function shown(store: Store): Promise<string[]> {
  const talks = await talksIn(store);
  return talks.map(
    ({ title, status, specialMessage }) => `${title}, ${status}${specialMessage && `, ${specialMessage}`}`,
  );
}

describe('a talk whose title gains and loses “CANCELLED:”', () => {
  it('keeps its slug in a table without keys and is published again', async (t) => {
    const store = await storeOf(t);
    await importFiles(store, { 'term.csv': table('On moss') });
    const [before] = await talksIn(store);
    for (const [title, expected] of [
      ['CANCELLED: On moss', 'On moss, cancelled'],
      ['CANCELLED: On moss', 'On moss, cancelled'],
      ['On moss', 'On moss, published'],
      ['POSTPONED – On moss', 'On moss, cancelled, Postponed'],
      ['On moss', 'On moss, published'],
    ] as const) {
      const report = await importFiles(store, { 'term.csv': table(title) });
      assert.ok(report.ok);
      assert.deepEqual([await shown(store), report.counts.talk.added, report.sources[0]?.gone], [[expected], 0, []]);
    }
    assert.deepEqual(
      (await talksIn(store)).map(({ slug }) => slug),
      [before?.slug],
    );
  });

  it('is published again in a calendar without STATUS', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(event('moss', '20261201', 'CANCELLED: On moss')));
    assert.deepEqual(await shown(store), ['On moss, cancelled']);
    const again = await importOptics(store, calendar(event('moss', '20261201', 'CANCELLED: On moss')));
    assert.ok(again.ok);
    assert.deepEqual([again.counts.talk.changed, again.counts.talk.unchanged], [0, 1]);
    await importOptics(store, calendar(event('moss', '20261201', 'On moss')));
    assert.deepEqual(await shown(store), ['On moss, published']);
  });
});
