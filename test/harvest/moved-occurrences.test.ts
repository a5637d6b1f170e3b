import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, event, importOptics, talksIn } from '../support/sources/import-calendars.ts';
import type { Store } from '#store/store.ts';
import { storeOf } from '../support/db/open-stores.ts';

/** Tuesdays at five from 10 November. The imports run on the 20th. */
const TUESDAYS = weekly('20261110T170000Z');

function weekly(start: string, ...lines: readonly string[]): string {
  return event('tea@example.org', start, 'Seminar', 'RRULE:FREQ=WEEKLY;COUNT=6', ...lines);
}

/** Starts as `11-10T17` by slug, sorted by slug. */
async function timesIn(store: Store): Promise<Record<string, string>> {
  const talks = (await talksIn(store)).map(({ slug, start }): [string, string] => [slug, start.slice(5, 13)]);
  return Object.fromEntries(talks.sort());
}

/** Imports the text. Returns each talk's previous start, or `new`, by its start after the import. */
async function movedFrom(store: Store, text: string): Promise<Record<string, string>> {
  const before = await timesIn(store);
  const report = await importOptics(store, text, { sources: { gone: 'remove' } });
  assert.ok(report.ok, JSON.stringify(report));
  const after = Object.entries(await timesIn(store)).map(([slug, time]): [string, string] => [
    time,
    before[slug] ?? 'new',
  ]);
  return Object.fromEntries(after.sort());
}

describe('the occurrences of a recurring event', () => {
  it('keep their slugs when it moves to Wednesdays and back, including past ones', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(TUESDAYS));
    const first = await timesIn(store);
    assert.deepEqual(await movedFrom(store, calendar(weekly('20261111T170000Z'))), {
      '11-11T17': '11-10T17',
      '11-18T17': '11-17T17',
      '11-25T17': '11-24T17',
      '12-02T17': '12-01T17',
      '12-09T17': '12-08T17',
      '12-16T17': '12-15T17',
    });
    const again = await importOptics(store, calendar(weekly('20261111T170000Z')));
    assert.ok(again.ok);
    assert.equal(again.counts.talk.added + again.counts.talk.changed, 0);
    await movedFrom(store, calendar(TUESDAYS));
    assert.deepEqual(await timesIn(store), first);
  });

  it('keep their slugs when it moves by an hour or to Mondays', async (t) => {
    for (const start of ['20261110T180000Z', '20261109T170000Z']) {
      const store = await storeOf(t);
      await importOptics(store, calendar(TUESDAYS));
      const before = Object.values(await timesIn(store)).sort();
      const moved = await movedFrom(store, calendar(weekly(start)));
      assert.deepEqual(Object.values(moved), before);
    }
  });

  it('are recognised and counted in a note when it continues under another UID', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(TUESDAYS));
    const rest = event('tea_R20261201T170000@example.org', '20261202T170000Z', 'Seminar', 'RRULE:FREQ=WEEKLY;COUNT=3');
    const until = TUESDAYS.replace('COUNT=6', 'UNTIL=20261130T000000Z');
    const report = await importOptics(store, calendar(until, rest));
    const note = 'under another key than before: recognised by its event, which repeats at other times now';
    assert.equal(report.files[0]?.notes.find(({ what }) => what === note)?.count, 3);
    assert.deepEqual(Object.keys(await timesIn(store)).length, 6);
  });

  it('are not matched if one is excluded and another is added weeks away', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(TUESDAYS));
    const other = weekly('20261110T170000Z', 'EXDATE:20261201T170000Z', 'RDATE:20270105T170000Z');
    const moved = await movedFrom(store, calendar(other));
    assert.equal(moved['01-05T17'], 'new');
    assert.equal(Object.values(moved).includes('12-01T17'), false);
  });

  it('are withdrawn if they become private and move in the same edit', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(TUESDAYS, event('fern', '20261205', 'On ferns')));
    const hidden = weekly('20261111T170000Z', 'CLASS:PRIVATE');
    await importOptics(store, calendar(hidden, event('fern', '20261205', 'On ferns')));
    assert.deepEqual(
      (await talksIn(store)).map(({ title }) => title),
      ['On ferns'],
    );
  });
});
