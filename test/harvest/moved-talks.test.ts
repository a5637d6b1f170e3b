import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';
import { SameLines } from '#harvest/reading/same-lines.ts';
import {
  calendar,
  event,
  importFiles,
  importOptics,
  shownTalks,
  talksIn,
} from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

const MOSS = '123-1796144400-1796148000@example.org';
const MOVED = '123-1796230800-1796234400@example.org';
const REMOVE = { sources: { gone: 'remove' } } as const;

describe('a talk whose key has changed', () => {
  it('keeps its slug and UID by the number in its key, also when it moves back', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(event(MOSS, '20261201', 'On moss'), event('fern', '20261205', 'On ferns')));
    const before = (await talksIn(store)).find(({ title }) => title === 'On moss');
    const moved = calendar(event(MOVED, '20261202', 'On moss'), event('fern', '20261205', 'On ferns'));
    const report = await importOptics(store, moved, REMOVE);
    assert.ok(report.ok);
    assert.deepEqual([report.counts.talk.changed, report.counts.talk.added, report.counts.talk.removed], [1, 0, 0]);
    const note = 'under another key than before: recognised by its number in the key';
    assert.equal(report.files[0]?.notes.find(({ what }) => what === note)?.count, 1);
    const after = (await talksIn(store)).find(({ title }) => title === 'On moss');
    assert.deepEqual([after?.slug, after?.uid, after?.start.slice(0, 10)], [before?.slug, MOSS, '2026-12-02']);
    const again = await importOptics(store, moved, REMOVE);
    assert.ok(again.ok);
    assert.equal(again.counts.talk.changed + again.counts.talk.added + again.counts.talk.removed, 0);
    await importOptics(store, calendar(event(MOSS, '20261201', 'On moss'), event('fern', '20261205', 'F')), REMOVE);
    const back = (await talksIn(store)).find(({ title }) => title === 'On moss');
    assert.deepEqual([back?.slug, back?.uid, back?.start.slice(0, 10)], [before?.slug, MOSS, '2026-12-01']);
  });

  it('leaves its old key to a new talk, which gets another slug', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(event(MOSS, '20261201', 'On moss')));
    await importOptics(store, calendar(event(MOVED, '20261202', 'On moss')), REMOVE);
    const both = calendar(event(MOVED, '20261202', 'On moss'), event(MOSS, '20261201', 'On reeds'));
    for (let round = 0; round < 2; round++) assert.ok((await importOptics(store, both, REMOVE)).ok);
    const talks = await talksIn(store);
    assert.deepEqual(talks.map(({ title }) => title).sort(), ['On moss', 'On reeds']);
  });

  it('is a new talk if several match, the old one is over, or only a placeholder title matches', async (t) => {
    const cases = [
      [
        [event('9-20261201@a', '20261201', 'Seminar'), event('9-20261202@a', '20261202', 'Seminar')],
        [event('9-20261203@a', '20261203', 'Seminar')],
      ],
      [[event('9-20261101@a', '20261101', 'On moss')], [event('9-20261203@a', '20261203', 'On moss')]],
      [[event('a', '20261201', 'TBA')], [event('b', '20261208', 'TBA')]],
    ] as const;
    for (const [first, second] of cases) {
      const store = await storeOf(t);
      await importOptics(store, calendar(...first));
      const before = new Set((await talksIn(store)).map(({ slug }) => slug));
      await importOptics(store, calendar(...second), REMOVE);
      assert.ok((await talksIn(store)).every(({ slug }) => !before.has(slug)));
    }
  });

  it('is a new talk if the old one was cancelled', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(event(MOSS, '20261201', 'On moss', 'STATUS:CANCELLED')));
    const instead = event(MOVED, '20261202', 'On moss');
    const both = calendar(event(MOSS, '20261201', 'On moss', 'STATUS:CANCELLED'), instead);
    for (const text of [both, calendar(instead)]) assert.ok((await importOptics(store, text)).ok);
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 cancelled', 'On moss 2026-12-02 published']);
  });

  it('is recognised next to unreadable entries unless one of them may be the old talk', async (t) => {
    const bad = (uid: string): string => event(uid, '20261301T170000Z', 'On reeds');
    const moved = event(MOVED, '20261202', 'On moss');
    const cases = [
      [bad('reed'), 1],
      [bad(MOSS), 2],
      [bad(''), 2],
    ] as const;
    for (const [unread, talks] of cases) {
      const store = await storeOf(t);
      await importOptics(store, calendar(event(MOSS, '20261201', 'On moss')));
      const report = await importOptics(store, calendar(moved, unread), REMOVE);
      assert.ok(report.ok, JSON.stringify(report));
      assert.deepEqual([report.skipped.length, (await talksIn(store)).length], [1, talks]);
    }
  });

  it('does not take over a merged slug whose key is still in the source', async (t) => {
    const store = await storeOf(t);
    const [botany, optics] = [new Identity('botany'), new Identity('optics')];
    const keep = botany.talk({ slug: null, key: 'moss' });
    const drop = optics.talk({ slug: null, key: MOSS });
    const same = new SameLines([{ keep, drop }]);
    const sources = { gone: 'remove', same } as const;
    const moss = event(MOSS, '20261201', 'On moss');
    await importOptics(store, calendar(moss), { sources });
    const both = calendar(moss, event(MOVED, '20261202', 'On moss'));
    for (let round = 0; round < 2; round++) assert.ok((await importOptics(store, both, { sources })).ok);
    const talks = await talksIn(store);
    assert.deepEqual(talks.map(({ start }) => start.slice(0, 10)).sort(), ['2026-12-01', '2026-12-02']);
    assert.equal(talks.find(({ slug }) => slug === keep)?.start.slice(0, 10), '2026-12-01');
  });

  it('keeps the slug that a merge gave it', async (t) => {
    const store = await storeOf(t);
    const keep = '00000000-1111-4222-8333-444444444444';
    const same = new SameLines([{ keep, drop: new Identity('optics').talk({ slug: null, key: MOSS }) }]);
    const sources = { gone: 'remove', same } as const;
    await importOptics(store, calendar(event(MOSS, '20261201', 'Moss grows in northern bogs')), { sources });
    const moved = calendar(event(MOVED, '20261202', 'Moss grows in northern bogs'));
    for (let round = 0; round < 2; round++) {
      assert.ok((await importOptics(store, moved, { sources })).ok);
      assert.deepEqual(
        (await talksIn(store)).map(({ slug, start }) => [slug, start.slice(0, 10)]),
        [[keep, '2026-12-02']],
      );
    }
  });

  it('is recognised in a table by time and place when its title is corrected', async (t) => {
    const store = await storeOf(t);
    const table = (...rows: string[]) => ({
      'talks.csv': ['Date,Time,Title,Speaker,Venue,URL', ...rows, ''].join('\n'),
    });
    await importFiles(store, table('2026-12-01,17:00,On moss in bogs,Ann,Hall,', '2026-12-08,17:00,Ferns,Bob,Hall,'));
    const before = (await talksIn(store)).map(({ slug }) => slug).sort();
    const corrected = table('2026-12-01,17:00,On mosses in bogs,Ann,Hall,', '2026-12-08,17:00,Ferns,Bob,Hall,');
    for (let round = 0; round < 2; round++) {
      assert.ok((await importFiles(store, corrected)).ok);
      assert.deepEqual((await talksIn(store)).map(({ slug }) => slug).sort(), before);
    }
  });

  it('is recognised in a table only by speaker and place if title and start change at once', async (t) => {
    const now = '2027-01-05,17:00,Moss in bogs,Ann Marsh,Hall,';
    const cases = [
      [now, '2027-01-12,17:00,A history of peat,Ann Marsh,Hall,', 1],
      [now, '2027-01-12,17:00,A history of peat,Bob Reed,Hall,', 0],
      [now, '2027-01-12,17:00,A history of peat,Ann Marsh,Barn,', 0],
      [now, '2027-04-12,17:00,A history of peat,Ann Marsh,Hall,', 0],
      [`${now}\n2027-02-02,17:00,Ferns,Ann Marsh,Hall,`, '2027-01-12,17:00,A history of peat,Ann Marsh,Hall,', 0],
      [`${now}7`, '2027-01-12,17:00,A history of peat,Ann Marsh,Hall,8', 0],
    ] as const;
    for (const [first, second, kept] of cases) {
      const store = await storeOf(t);
      const table = (row: string) => ({ 'talks.csv': `Date,Time,Title,Speaker,Venue,ID\n${row}\n` });
      await importFiles(store, table(first), REMOVE);
      const before = new Set((await talksIn(store)).map(({ slug }) => slug));
      await importFiles(store, table(second), REMOVE);
      assert.equal((await talksIn(store)).filter(({ slug }) => before.has(slug)).length, kept, second);
    }
  });
});
