import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byKind } from '#catalogue/record.ts';
import type { ImportOutcome } from '#store/store-import.ts';
import { aPlace, aRemovedTalk } from '../support/catalogue/catalogue-records.ts';
import { NOW, importInto, recordsOf } from '../support/db/import-into.ts';
import type { WithStore } from './contract.ts';
import {
  ADA,
  BO,
  BOTANY,
  CATALOGUE,
  DATED,
  KEPT_PLAIN,
  LATER,
  LIST,
  MOSS,
  PLAIN,
  SEEN,
  TALK,
  TUESDAYS,
  UNIVERSITY,
} from './small-catalogue.ts';
import { talkNumbers } from './talk-numbers.ts';

const NOTHING = byKind(() => ({ added: 0, changed: 0, unchanged: 0, removed: 0 }));

/** The part of the store contract about imports. */
export function importContract(name: string, withStore: WithStore): void {
  describe(`${name}: an import`, () => {
    it('stores every record unchanged, in any order', () =>
      withStore(async (store) => {
        const outcome = await importInto(store, [...CATALOGUE].reverse());
        assert.deepEqual(outcome, {
          ok: true,
          counts: {
            place: { ...NOTHING.place, added: 3 },
            person: { ...NOTHING.place, added: 2 },
            topic: { ...NOTHING.place, added: 2 },
            series: { ...NOTHING.place, added: 1 },
            talk: { ...NOTHING.place, added: 2 },
            removed_talk: NOTHING.place,
            collection: { ...NOTHING.place, added: 1 },
          },
        });
        assert.deepEqual(await recordsOf(store), DATED);
      }));

    it('changes nothing when it is repeated, and talks keep the time of the first import', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const before = await store.state();
        const again = await importInto(store, CATALOGUE, { now: LATER, replace: true });
        assert.deepEqual(await store.state(), before);
        assert.deepEqual(await recordsOf(store), DATED);
        assert.deepEqual(again.ok && again.counts.talk, { added: 0, changed: 0, unchanged: 2, removed: 0 });
      }));

    it('sets the updated time of a talk whose references change', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        await importInto(store, [{ ...PLAIN, topics: [MOSS.uri] }], { now: LATER });
        const value = await store.talks([...(await talkNumbers(store)).values()]);
        const plain = value.find((details) => details?.talk.slug === PLAIN.slug);
        assert.equal(plain?.talk.updated, '2021-03-03T03:03:03Z');
      }));

    it('counts a talk as changed if only its updated time differs', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const redated = { ...TALK, updated: '2015-10-10T10:10:10Z' };
        const outcome = await importInto(store, [redated]);
        assert.deepEqual(outcome.ok && outcome.counts.talk, { added: 0, changed: 1, unchanged: 0, removed: 0 });
        assert.deepEqual((await recordsOf(store)).filter(({ type }) => type === 'talk')[1], {
          ...redated,
          history: SEEN,
        });
      }));

    it('makes a new version if it changes something', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const first = await store.state();
        await importInto(store, [{ ...ADA, bio: 'Reader in Botany' }]);
        const second = await store.state();
        assert.deepEqual([first.version, second.version], [1, 2]);
        assert.notEqual(first.token, second.token);
      }));

    it('removes only the records that it does not contain if it replaces the catalogue', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const outcome = await importInto(store, [BO, PLAIN], { replace: true, now: LATER });
        assert.deepEqual(outcome, {
          ok: true,
          counts: {
            place: { ...NOTHING.place, removed: 3 },
            person: { ...NOTHING.place, unchanged: 1, removed: 1 },
            topic: { ...NOTHING.place, removed: 2 },
            series: { ...NOTHING.place, removed: 1 },
            talk: { ...NOTHING.place, unchanged: 1, removed: 1 },
            removed_talk: NOTHING.place,
            collection: { ...NOTHING.place, removed: 1 },
          },
        });
        const { slug, uid } = TALK;
        const gone = aRemovedTalk(slug, { uid, removed: '2021-03-03T03:03:03Z', history: SEEN });
        assert.deepEqual(await recordsOf(store), [BO, KEPT_PLAIN, gone]);
        assert.deepEqual(await store.record('series', TUESDAYS.slug), undefined);
        assert.deepEqual(await store.record('collection', LIST.slug), undefined);
      }));

    it('gives talks that come back their old numbers', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const before = await talkNumbers(store);
        await importInto(store, [BO], { replace: true });
        assert.deepEqual(await talkNumbers(store), new Map());
        await importInto(store, CATALOGUE);
        assert.deepEqual(await talkNumbers(store), before);
        const expected = DATED.map((record) =>
          record.type === 'talk' ? { ...record, history: { ...record.history, sequence: 1 } } : record,
        );
        assert.deepEqual(await recordsOf(store), expected);
      }));

    it('reports missing references and leaves the store unchanged', () =>
      withStore(async (store) => {
        await importInto(store, [ADA, UNIVERSITY]);
        const before = [await store.state(), await recordsOf(store)];
        const outcome = await importInto(store, [BOTANY, TALK, LIST]);
        assert.deepEqual(located(outcome), [
          [2, 'series', 'missing-reference'],
          [2, 'venue', 'missing-reference'],
          [2, 'topics', 'missing-reference'],
          [2, 'topics', 'missing-reference'],
          [2, 'speakers', 'missing-reference'],
          [2, 'organisers', 'missing-reference'],
          [3, 'series', 'missing-reference'],
        ]);
        assert.deepEqual([await store.state(), await recordsOf(store)], before);
      }));

    it('accepts references to records in the store unless it replaces them', () =>
      withStore(async (store) => {
        await importInto(store, [UNIVERSITY, ADA]);
        assert.equal((await importInto(store, [BOTANY])).ok, true);
        const replacing = await importInto(store, [BOTANY], { replace: true });
        assert.deepEqual(located(replacing), [[1, 'parent', 'missing-reference']]);
      }));

    it('rejects a duplicate identifier, even of an equal record, and names the line of the first', () =>
      withStore(async (store) => {
        const outcome = await importInto(store, [ADA, BO, ADA]);
        assert.deepEqual(located(outcome), [[3, 'slug', 'duplicate-record']]);
        assert.match(outcome.ok ? '' : (outcome.problems[0]?.what ?? ''), /first defined on line 1/);
      }));

    it('reports a cycle of parents of which half is in the store', () =>
      withStore(async (store) => {
        await importInto(store, [UNIVERSITY, BOTANY]);
        const outcome = await importInto(store, [{ ...UNIVERSITY, parent: BOTANY.id }, ADA]);
        assert.deepEqual(located(outcome), [[1, 'parent', 'parent-cycle']]);
      }));

    it('reports every place in a cycle, including a place that is its own parent', () =>
      withStore(async (store) => {
        const own = aPlace('place:5', { parent: 'place:5' });
        const outcome = await importInto(store, [
          { ...UNIVERSITY, parent: BOTANY.id },
          BOTANY,
          own,
          aPlace('place:6', { parent: 'place:5' }),
        ]);
        assert.deepEqual(located(outcome), [
          [1, 'parent', 'parent-cycle'],
          [2, 'parent', 'parent-cycle'],
          [3, 'parent', 'parent-cycle'],
        ]);
      }));

    it('reports at most problemLimit problems and counts the rest', () =>
      withStore(async (store) => {
        const started = await store.beginImport({ replace: false, now: NOW, problemLimit: 2 });
        await started.put([{ record: TALK, file: 'given', line: 1 }]);
        const outcome = await started.finish();
        assert.deepEqual(outcome.ok ? outcome : [outcome.problems.length, outcome.more], [2, 8]);
      }));

    it('commits nothing after a refusal, and does not report references to refused records', () =>
      withStore(async (store) => {
        await importInto(store, [BO]);
        const started = await store.beginImport({ replace: false, now: NOW });
        await started.put([{ record: UNIVERSITY, file: 'given', line: 1 }]);
        started.refuse([{ type: 'topic', key: MOSS.uri }]);
        await started.put([{ record: { ...PLAIN, topics: [MOSS.uri] }, file: 'given', line: 3 }]);
        assert.deepEqual(await started.finish(), { ok: false, problems: [], more: 0 });
        assert.deepEqual(await recordsOf(store), [BO]);
      }));

    it('commits nothing in a dry run and returns the counts', () =>
      withStore(async (store) => {
        await importInto(store, [BO]);
        const started = await store.beginImport({ replace: true, dryRun: true, now: NOW });
        await started.put([{ record: ADA, file: 'given', line: 1 }]);
        const outcome = await started.finish();
        assert.deepEqual(outcome.ok && outcome.counts.person, { added: 1, changed: 0, unchanged: 0, removed: 1 });
        assert.deepEqual(await recordsOf(store), [BO]);
      }));

    it('is invisible to other readers until it finishes', () =>
      withStore(async (store, engine) => {
        await importInto(store, [BO]);
        const reader = await engine.open();
        const started = await store.beginImport({ replace: true, now: NOW });
        await started.put([{ record: ADA, file: 'given', line: 1 }]);
        assert.deepEqual(await recordsOf(reader), [BO]);
        await started.finish();
        assert.deepEqual(await recordsOf(reader), [ADA]);
        await reader.close();
      }));

    it('commits nothing when it is abandoned', () =>
      withStore(async (store) => {
        await importInto(store, [BO]);
        const started = await store.beginImport({ replace: true, now: NOW });
        await started.put([{ record: ADA, file: 'given', line: 1 }]);
        await started.abandon();
        await started.abandon();
        assert.deepEqual(await recordsOf(store), [BO]);
      }));

    it('rejects records after it has ended', () =>
      withStore(async (store) => {
        const started = await store.beginImport({ replace: false, now: NOW });
        await started.abandon();
        await assert.rejects(started.put([{ record: ADA, file: 'given', line: 1 }]), /has ended/);
      }));

    it('waits for another import, calls onWait once and then builds on it', () =>
      withStore(async (store, engine) => {
        const other = await engine.open();
        const first = await store.beginImport({ replace: false, now: NOW });
        await first.put([{ record: UNIVERSITY, file: 'given', line: 1 }]);
        let waits = 0;
        let announce = (): void => undefined;
        const waiting = new Promise<void>((resolve) => (announce = resolve));
        const second = other.beginImport({
          replace: false,
          now: NOW,
          onWait: () => {
            waits++;
            announce();
          },
        });
        await waiting;
        await first.finish();
        const begun = await second;
        await begun.put([{ record: BOTANY, file: 'given', line: 1 }]);
        assert.equal((await begun.finish()).ok, true);
        assert.equal(waits, 1);
        assert.deepEqual(await recordsOf(other), [UNIVERSITY, BOTANY]);
        await other.close();
      }));

    it('stops waiting for another import when its signal is aborted, and leaves that one alone', () =>
      withStore(async (store, engine) => {
        const other = await engine.open();
        const first = await store.beginImport({ replace: false, now: NOW });
        await first.put([{ record: UNIVERSITY, file: 'given', line: 1 }]);
        const stop = new AbortController();
        const enough = new Error('enough');
        const onWait = (): void => stop.abort(enough);
        await assert.rejects(other.beginImport({ replace: false, now: NOW, onWait, signal: stop.signal }), enough);
        await first.finish();
        assert.deepEqual(await recordsOf(other), [UNIVERSITY]);
        await other.close();
      }));

    it('reports whether the store was empty when it began', () =>
      withStore(async (store) => {
        const seen: boolean[] = [];
        for (const records of [[BO], [BO, ADA]]) {
          const started = await store.beginImport({ replace: false, now: NOW });
          seen.push(started.intoEmpty);
          await started.put(records.map((record, index) => ({ record, file: 'given', line: index + 1 })));
          await started.finish();
        }
        assert.deepEqual(seen, [true, false]);
      }));
  });
}

/** [line, field, code] of each problem. */
function located(outcome: ImportOutcome): unknown {
  return outcome.ok ? outcome : outcome.problems.map(({ line, where, code }) => [line, where, code]);
}
