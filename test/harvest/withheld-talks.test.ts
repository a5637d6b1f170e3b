import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, importOptics, on, shownTalks, storeOf } from '../support/import-calendars.ts';

describe('a talk that must not be published', () => {
  it('is removed once its source marks it as private, whatever is done with talks that vanish', async (t) => {
    const store = await storeOf(t);
    const weekly = ['RRULE:FREQ=WEEKLY;COUNT=2'];
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202', ...weekly)));
    const hidden = calendar(on('moss', '20261201'), on('fern', '20261202', ...weekly, 'CLASS:PRIVATE'));
    const report = await importOptics(store, hidden);
    assert.ok(report.ok);
    const fates = report.sources
      .flatMap(({ gone }) => gone)
      .map(({ title, start, fate }) => [title, start, fate])
      .sort();
    assert.deepEqual(fates, [
      ['On fern', '2026-12-02T17:00:00Z', 'withdrawn'],
      ['On fern', '2026-12-09T17:00:00Z', 'withdrawn'],
    ]);
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published']);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 published', 'On moss 2026-12-01 published']);
  });

  it('is removed even when it was the only one', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201')));
    const report = await importOptics(store, calendar(on('moss', '20261201', 'CLASS:PRIVATE')));
    assert.deepEqual([report.ok, await shownTalks(store)], [true, []]);
  });

  it('is shown by --explain left-out, as are all others', async (t) => {
    const store = await storeOf(t);
    const text = calendar(
      on('moss', '20261201'),
      on('a', '20261202', 'CLASS:PRIVATE'),
      on('b', '20261202', 'CLASS:X-PRIVATE'),
    );
    const { explained } = await importOptics(store, text, { sources: { explain: 'left-out' } });
    const shown = explained.map(({ talk, record }) => [talk.key, talk.hidden, record]);
    assert.deepEqual(shown, [
      ['a', 'marked private or confidential', undefined],
      ['b', 'marked private or confidential', undefined],
    ]);
  });
});
