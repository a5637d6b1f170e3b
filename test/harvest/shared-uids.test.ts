import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, event, importOptics, shownTalks, talksIn } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

const MOSS = event('seminar', '20261201', 'On moss');
const FERN = event('seminar', '20261208', 'On ferns');
const REED = event('seminar', '20261215', 'On reeds');

describe('events with the same UID', () => {
  it('are separate talks if their times differ, and keep their slugs in any order', async (t) => {
    const store = await storeOf(t);
    const report = await importOptics(store, calendar(MOSS, FERN, REED));
    const note = 'with the UID of another event at another time: both are read';
    assert.equal(report.files[0]?.notes.find(({ what }) => what === note)?.count, 2);
    const shown = ['On ferns 2026-12-08 published', 'On moss 2026-12-01 published', 'On reeds 2026-12-15 published'];
    assert.deepEqual(await shownTalks(store), shown);
    const slugs = (await talksIn(store)).map(({ slug }) => slug).sort();
    const again = await importOptics(store, calendar(MOSS, FERN, REED), { sources: { gone: 'remove' } });
    assert.ok(again.ok);
    assert.equal(again.counts.talk.added + again.counts.talk.changed, 0);
    await importOptics(store, calendar(MOSS, REED, FERN), { sources: { gone: 'remove' } });
    assert.deepEqual(await shownTalks(store), shown);
    assert.deepEqual((await talksIn(store)).map(({ slug }) => slug).sort(), slugs);
  });

  it('are versions of one talk if they have SEQUENCE, LAST-MODIFIED or the same start', async (t) => {
    const store = await storeOf(t);
    const versions = [
      [event('a', '20261201', 'On moss', 'SEQUENCE:1'), event('a', '20261208', 'On moss', 'SEQUENCE:2')],
      [event('b', '20261201', 'On ferns'), event('b', '20261208', 'On ferns', 'LAST-MODIFIED:20261101T000000Z')],
      [event('c', '20261201', 'On reed'), event('c', '20261201', 'On reeds')],
    ];
    await importOptics(store, calendar(...versions.flat()));
    assert.deepEqual(await shownTalks(store), [
      'On ferns 2026-12-08 published',
      'On moss 2026-12-08 published',
      'On reeds 2026-12-01 published',
    ]);
  });
});
