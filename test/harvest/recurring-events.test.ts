import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, event, importOptics, shownTalks } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

const START = '20261201T170000Z';

/** Tuesdays at five from 1 December. The imports run on 20 November. */
function weekly(...lines: readonly string[]): string {
  return event('tea', START, 'Tea', ...lines);
}

const FOUR = weekly('RRULE:FREQ=WEEKLY;COUNT=4');

/** One event that another import has as an occurrence: moved to Friday. */
function moved(day: string, ...lines: readonly string[]): string {
  return event('tea', '20261211T170000Z', 'Tea on Friday', `RECURRENCE-ID:${day}T170000Z`, ...lines);
}

/** What the calendar says later, and the days that are left in December, whatever `--gone` says. */
const LATER: readonly (readonly [what: string, events: readonly string[], days: readonly number[]])[] = [
  ['EXDATE', [weekly('RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261208T170000Z')], [1, 15, 22]],
  ['a day in EXDATE', [weekly('RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;VALUE=DATE:20261208')], [1, 15, 22]],
  ['a lower COUNT', [weekly('RRULE:FREQ=WEEKLY;COUNT=2')], [1, 8]],
  ['an earlier UNTIL', [weekly('RRULE:FREQ=WEEKLY;UNTIL=20261216T000000Z')], [1, 8, 15]],
  ['a longer interval', [weekly('RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2')], [1, 15]],
  ['nothing, as the calendar no longer has the event', [event('oak', START, 'Tea')], [1, 8, 15, 22]],
  [
    'nothing before its first time, as it may have left out the past',
    [event('tea', '20261215T170000Z', 'Tea', 'RRULE:FREQ=WEEKLY;COUNT=2')],
    [1, 8, 15, 22],
  ],
  ['nothing by a rule that cannot be read', [weekly('RRULE:FREQ=WEEKLY;COUNT=many')], [1, 8, 15, 22]],
  [
    'nothing if a changed occurrence cannot be read',
    [weekly('RRULE:FREQ=WEEKLY;COUNT=3'), event('tea', '20261332T170000Z', 'Tea', 'RECURRENCE-ID:20261222T170000Z')],
    [1, 8, 15, 22],
  ],
];

describe('an occurrence that its recurring event no longer has', () => {
  for (const gone of ['keep', 'cancel'] as const) {
    for (const [what, events, days] of LATER.filter(([name]) => gone === 'keep' || !name.startsWith('nothing'))) {
      it(`is removed with --gone ${gone}: ${what}`, async (t) => {
        const store = await storeOf(t);
        await importOptics(store, calendar(FOUR));
        for (const round of ['first', 'again']) {
          const report = await importOptics(store, calendar(...events), { sources: { gone } });
          assert.ok(report.ok, round);
          const shown = days.map((day) => `Tea 2026-12-${String(day).padStart(2, '0')} published`);
          assert.deepEqual([...new Set(await shownTalks(store))], shown, round);
        }
      });
    }
  }

  it('is reported as removed, and comes back as the same talk', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(FOUR));
    const report = await importOptics(store, calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261208T170000Z')));
    assert.ok(report.ok);
    assert.deepEqual(
      report.sources.flatMap(({ gone }) => gone).map(({ start, fate }) => [start, fate]),
      [['2026-12-08T17:00:00Z', 'excluded']],
    );
    const back = await importOptics(store, calendar(FOUR));
    assert.ok(back.ok);
    assert.deepEqual([back.counts.talk.added, back.counts.talk.unchanged], [1, 3]);
  });

  it('is removed although it was changed before, if the EXDATE is newer', async (t) => {
    const store = await storeOf(t);
    const rule = 'RRULE:FREQ=WEEKLY;COUNT=2';
    await importOptics(store, calendar(weekly(rule, 'SEQUENCE:1'), moved('20261208', 'SEQUENCE:1')));
    assert.deepEqual(await shownTalks(store), ['Tea 2026-12-01 published', 'Tea on Friday 2026-12-11 published']);
    const later = weekly(rule, 'SEQUENCE:2', 'EXDATE:20261208T170000Z');
    await importOptics(store, calendar(later, moved('20261208', 'SEQUENCE:1')));
    assert.deepEqual(await shownTalks(store), ['Tea 2026-12-01 published']);
  });
});
