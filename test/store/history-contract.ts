import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { TalkHistory, TalkRecord } from '#catalogue/talk.ts';
import type { Store } from '#store/store.ts';
import type { ImportOutcome } from '#store/store-import.ts';
import { aCollection, aPlace, aRemovedTalk, aTalk, aTopic } from '../support/catalogue/catalogue-records.ts';
import { talksWithText } from '../support/find-text.ts';
import { NOW, importInto, recordsOf } from '../support/db/import-into.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { allOf } from './batches.ts';
import type { WithStore } from './contract.ts';

const CREATED = '2020-02-02T02:02:02Z';
const LATER = new Date('2021-03-03T03:03:03Z');
const MUCH_LATER = new Date('2022-04-04T04:04:04Z');

const HALL = aPlace('place:1', { kind: 'venue' });
const ROOM = aPlace('place:2', { kind: 'venue' });
const MOSS = aTopic('http://topics.example.org/moss');
const TALK = aTalk(slugOf(7), { uid: 'moss@example.org', venue: HALL.id });
const OTHER = aTalk(slugOf(8));
const REST = [HALL, ROOM, MOSS];
const SAID: TalkHistory = { created: '2011-01-01T00:00:00Z', sequence: 41, previousStart: '2015-10-05T10:00:00Z' };

async function talkOf(store: Store, slug = TALK.slug): Promise<TalkRecord | undefined> {
  return (await recordsOf(store)).find((record) => record.type === 'talk' && record.slug === slug) as TalkRecord;
}

async function removedOf(store: Store): Promise<RemovedTalk[]> {
  return (await recordsOf(store)).filter((record) => record.type === 'removed_talk');
}

function counted(outcome: ImportOutcome): unknown {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  const { talk, removed_talk } = outcome.counts;
  return [Object.values(talk), Object.values(removed_talk)];
}

/** The part of the store contract about the history of talks. */
export function historyContract(name: string, withStore: WithStore): void {
  describe(`${name}: the history of a talk`, () => {
    it('increases its sequence only if an import changes time, place or status', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, TALK]);
        const changes: readonly (readonly [Partial<TalkRecord>, number])[] = [
          [{ title: 'Moss' }, 0],
          [{ end: '2015-10-06T12:00:00Z' }, 1],
          [{ venue: ROOM.id }, 2],
          [{ venue: null }, 3],
          [{ locationDetails: 'Upstairs' }, 4],
          [{ onlineUrl: 'https://online.example.org/' }, 5],
          [{ status: 'cancelled' }, 6],
          [{ status: 'published', venue: HALL.id, locationDetails: 'Downstairs' }, 7],
          [{ topics: [MOSS.uri] }, 7],
          [{ materials: [{ type: 'recording', url: 'https://video.example.org/1', title: '' }] }, 7],
          [{ image: { url: 'moss.jpg', alt: 'Moss' } }, 7],
          [{ uid: 'fern@example.org' }, 7],
          [{ organisingDepartment: HALL.id, cost: '£5', description: 'On moss.' }, 7],
          [{ updated: '2015-01-01T00:00:00Z' }, 7],
        ];
        let talk = TALK;
        for (const [change, sequence] of changes) {
          talk = { ...talk, ...change };
          await importInto(store, [talk], { now: LATER });
          const history = { created: CREATED, sequence, previousStart: null };
          assert.deepEqual((await talkOf(store))?.history, history, JSON.stringify(change));
        }
      }));

    it('keeps the start from before the last move', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, TALK]);
        const seen: unknown[] = [];
        for (const start of ['2015-10-06T10:30:00Z', '2015-10-06T10:30:00Z', '2015-10-06T10:45:00Z', TALK.start]) {
          await importInto(store, [{ ...TALK, start, title: `Moss at ${start}` }], { now: LATER });
          const history = (await talkOf(store))?.history;
          seen.push([history?.sequence, history?.previousStart]);
        }
        assert.deepEqual(seen, [
          [1, TALK.start],
          [1, TALK.start],
          [2, '2015-10-06T10:30:00Z'],
          [3, '2015-10-06T10:45:00Z'],
        ]);
      }));

    it('does not change when the same talk is imported again, with or without its history', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, TALK, OTHER]);
        await importInto(store, [{ ...TALK, start: '2015-10-06T10:30:00Z' }], { now: LATER });
        await importInto(store, [...REST, { ...TALK, start: '2015-10-06T10:30:00Z' }], { now: LATER, replace: true });
        const before = [await store.state(), await recordsOf(store)];
        await importInto(store, [{ ...TALK, start: '2015-10-06T10:30:00Z' }], { now: MUCH_LATER });
        await importInto(store, await recordsOf(store), { now: MUCH_LATER });
        await importInto(store, await recordsOf(store), { now: MUCH_LATER, replace: true });
        assert.deepEqual([await store.state(), await recordsOf(store)], before);
      }));

    it('has the UID that it first had from its source, or none', () =>
      withStore(async (store) => {
        const said = async (slug: string, uid: string): Promise<void> => {
          const started = await store.beginImport({ replace: false, now: NOW });
          const record = { ...TALK, slug, uid, venue: null };
          await started.put([{ record, file: 'given', line: 1, sourceSequence: 0 }]);
          assert.ok((await started.finish()).ok);
        };
        await said(TALK.slug, 'moss@example.org');
        await said(OTHER.slug, 'moss@example.org');
        await importInto(store, [aRemovedTalk(TALK.slug, { removed: CREATED })]);
        await said(OTHER.slug, 'moss@example.org');
        assert.equal((await talkOf(store, OTHER.slug))?.uid, '');
        await said(TALK.slug, 'moss@example.org');
        await said(TALK.slug, 'fern@example.org');
        assert.equal((await talkOf(store))?.uid, 'moss@example.org');
      }));

    it('is that of the imported record if the record has one', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, TALK]);
        const moved = { ...TALK, start: '2015-10-06T10:30:00Z', history: SAID };
        assert.deepEqual(counted(await importInto(store, [moved], { now: LATER })), [
          [0, 1, 0, 0],
          [0, 0, 0, 0],
        ]);
        assert.deepEqual((await talkOf(store))?.history, SAID);
        // A new history alone counts as a change, without a new updated time.
        const same = { ...moved, history: { ...SAID, sequence: 42, previousStart: null } };
        await importInto(store, [same], { now: MUCH_LATER });
        assert.deepEqual(await talkOf(store), { ...same, updated: '2021-03-03T03:03:03Z' });
        // Later changes continue from there.
        await importInto(store, [{ ...moved, history: null, status: 'cancelled' }], { now: MUCH_LATER });
        assert.deepEqual((await talkOf(store))?.history, { ...SAID, sequence: 43, previousStart: null });
      }));

    it('stops counting at 2147483647, the largest integer of iCalendar', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, { ...TALK, history: { ...SAID, sequence: 2 ** 31 - 1 } }]);
        await importInto(store, [{ ...TALK, status: 'cancelled' }]);
        assert.equal((await talkOf(store))?.history?.sequence, 2 ** 31 - 1);
      }));

    it('continues with the next sequence when a removed talk comes back', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, TALK]);
        await importInto(store, [{ ...TALK, start: '2015-10-06T10:30:00Z' }], { now: LATER });
        await importInto(store, REST, { now: LATER, replace: true });
        assert.equal(await talkOf(store), undefined);
        await importInto(store, [TALK], { now: MUCH_LATER });
        const history = { created: CREATED, sequence: 2, previousStart: TALK.start };
        assert.deepEqual(await talkOf(store), { ...TALK, updated: '2022-04-04T04:04:04Z', history });
        assert.deepEqual(await removedOf(store), []);
      }));
  });

  describe(`${name}: removed talks`, () => {
    const removed = '2016-06-06T06:06:06Z';
    const history = { created: CREATED, sequence: 0, previousStart: null };

    it('leave a record with slug, UID, history and the time of the import that removed them', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, TALK, OTHER]);
        const gone = await importInto(store, [...REST, OTHER], { now: LATER, replace: true });
        assert.deepEqual(counted(gone), [
          [0, 0, 1, 1],
          [0, 0, 0, 0],
        ]);
        const left = aRemovedTalk(TALK.slug, { uid: TALK.uid, removed: '2021-03-03T03:03:03Z', history });
        assert.deepEqual(await removedOf(store), [left]);
        await importInto(store, REST, { now: MUCH_LATER, replace: true });
        const other = aRemovedTalk(OTHER.slug, { removed: '2022-04-04T04:04:04Z', history });
        assert.deepEqual(await removedOf(store), [left, other]);
      }));

    it('are removed by a removed_talk record at the time that it gives', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, TALK]);
        const whole = await store.changes(null);
        const numbers = (await allOf(whole.talks)).map(({ number }) => number);
        whole.close();
        const before = await store.state();
        const record = aRemovedTalk(TALK.slug, { removed });
        assert.deepEqual(counted(await importInto(store, [record], { now: LATER })), [
          [0, 0, 0, 1],
          [0, 0, 0, 0],
        ]);
        assert.equal(await talkOf(store), undefined);
        assert.deepEqual(await talksWithText(store, 'talk'), []);
        const kept = { ...record, uid: TALK.uid, history };
        assert.deepEqual(await removedOf(store), [kept]);
        const changes = await store.changes(before);
        assert.deepEqual([await allOf(changes.entities), await allOf(changes.talks)], [[], []]);
        const gone = (await allOf(changes.removed)).map(({ type, number }) => ({ type, number }));
        assert.deepEqual(
          gone,
          numbers.map((number) => ({ type: 'talk', number })),
        );
        // The same record again, and the exported one, change nothing.
        const state = await store.state();
        for (const again of [record, kept]) {
          assert.deepEqual(counted(await importInto(store, [again], { now: MUCH_LATER })), [
            [0, 0, 0, 0],
            [0, 0, 1, 0],
          ]);
        }
        assert.deepEqual(await store.state(), state);
      }));

    it('can be imported as removed without ever having existed, and come back later', () =>
      withStore(async (store) => {
        const records = [aRemovedTalk(TALK.slug, { uid: 'x', removed }), aRemovedTalk(OTHER.slug, { history: SAID })];
        assert.deepEqual(counted(await importInto(store, records)), [
          [0, 0, 0, 0],
          [2, 0, 0, 0],
        ]);
        const unknown = { ...history, created: removed };
        assert.deepEqual(await recordsOf(store), [{ ...records[0], history: unknown }, records[1]]);
        const newer = aRemovedTalk(TALK.slug, { removed: '2017-07-07T07:07:07Z' });
        assert.deepEqual(counted(await importInto(store, [newer])), [
          [0, 0, 0, 0],
          [0, 1, 0, 0],
        ]);
        assert.deepEqual((await removedOf(store))[0], { ...newer, uid: 'x', history: unknown });
        const back = await importInto(store, [...REST, TALK, OTHER], { now: LATER });
        assert.deepEqual(counted(back), [
          [2, 0, 0, 0],
          [0, 0, 0, 0],
        ]);
        assert.deepEqual((await talkOf(store))?.history, { ...unknown, sequence: 1 });
        assert.deepEqual((await talkOf(store, OTHER.slug))?.history, { ...SAID, sequence: 42 });
        assert.equal((await talksWithText(store, 'talk')).length, 2);
      }));

    it('are reported as duplicates if the import also contains the talk', () =>
      withStore(async (store) => {
        const outcome = await importInto(store, [...REST, TALK, aRemovedTalk(TALK.slug)]);
        assert.deepEqual(outcome.ok || outcome.problems.map(({ line, where, code }) => [line, where, code]), [
          [5, 'slug', 'duplicate-record'],
        ]);
      }));

    it('may stay in a collection, so that an export can be imported', () =>
      withStore(async (store) => {
        const list = aCollection(slugOf(9), { talks: [TALK.slug] });
        await importInto(store, [...REST, TALK, list]);
        await importInto(store, [aRemovedTalk(TALK.slug)]);
        const exported = await recordsOf(store);
        assert.equal((await importInto(store, [{ ...list, title: 'Another' }])).ok, true);
        assert.equal((await importInto(store, exported, { replace: true })).ok, true);
        assert.deepEqual(await recordsOf(store), exported);
        const unnamed = await importInto(store, [...REST, list], { replace: true });
        assert.equal(unnamed.ok, false, 'a whole catalogue without the talk');
      }));

    it('leave no record after an exact import that does not list them', () =>
      withStore(async (store) => {
        await importInto(store, [aRemovedTalk(slugOf(3)), aRemovedTalk(slugOf(4)), ...REST, TALK, OTHER]);
        const given: readonly CatalogueRecord[] = [...REST, OTHER, aRemovedTalk(slugOf(4))];
        const started = await store.beginImport({ replace: true, exact: true, now: LATER });
        await started.put(given.map((record, index) => ({ record, file: 'given', line: index + 1 })));
        assert.deepEqual(counted(await started.finish()), [
          [0, 0, 1, 1],
          [0, 0, 1, 1],
        ]);
        assert.deepEqual(
          (await removedOf(store)).map(({ slug }) => slug),
          [slugOf(4)],
        );
        // The store no longer knows that the talk existed.
        await importInto(store, [TALK], { now: MUCH_LATER });
        assert.deepEqual((await talkOf(store))?.history, { ...history, created: '2022-04-04T04:04:04Z' });
        const missing = await importInto(store, [aCollection(slugOf(9), { talks: [slugOf(3)] })]);
        assert.equal(missing.ok, false);
      }));

    it('keep their histories when an export is imported into an emptied store', () =>
      withStore(async (store) => {
        await importInto(store, [...REST, TALK, OTHER], { now: NOW });
        await importInto(store, [...REST, { ...OTHER, start: '2015-10-06T10:30:00Z' }], { replace: true, now: LATER });
        const exported = await recordsOf(store);
        await importInto(store, [], { replace: true, now: MUCH_LATER });
        await importInto(store, exported, { replace: true, now: MUCH_LATER });
        assert.deepEqual(await recordsOf(store), exported);
      }));
  });
}
