import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCollection, aPerson, aTopic } from '../support/catalogue/catalogue-records.ts';
import { NOW, importInto } from '../support/db/import-into.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import type { StoreState } from '#store/store.ts';
import type { WithStore } from './contract.ts';
import {
  ADA,
  BO,
  BOTANY,
  CATALOGUE,
  FERN,
  LIST,
  MOSS,
  PLAIN,
  ROOM,
  TALK,
  TUESDAYS,
  UNIVERSITY,
} from './small-catalogue.ts';
import { allOf } from './batches.ts';

/** The part of the store contract about changes. */
export function changeContract(name: string, withStore: WithStore): void {
  describe(`${name}: changes`, () => {
    it('since null contain all records, with the numbers of what each talk refers to', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const changes = await store.changes(null);
        const entities = new Map((await allOf(changes.entities)).map((entity) => [entity.key, entity]));
        const number = (key: string) => entities.get(key)?.number ?? -1;
        const talks = (await allOf(changes.talks)).sort((a, b) => a.start - b.start);
        assert.deepEqual(await allOf(changes.removed), []);
        assert.equal(changes.complete, true);
        assert.deepEqual({ ...changes.state, isReplica: false }, await store.state());
        assert.deepEqual(
          [...entities.keys()].sort(),
          [ADA.slug, BO.slug, FERN.uri, MOSS.uri, 'place:1', 'place:2', 'place:9', TUESDAYS.slug, LIST.slug].sort(),
        );
        assert.equal(entities.get('place:2')?.parent, number('place:1'));
        assert.deepEqual(
          talks.map(({ slug, start, updated, status, refs }) => {
            return [Buffer.from(slug).toString('hex'), start, updated, status, [...refs]];
          }),
          [
            [PLAIN.slug.replaceAll('-', ''), -1, NOW.getTime() / 1000, 'published', [0, 0, 0, 0, 0, 0]],
            [
              TALK.slug.replaceAll('-', ''),
              Date.parse(TALK.start) / 1000,
              Date.parse('2015-09-09T09:09:09Z') / 1000,
              'cancelled',
              [
                ...[number(TUESDAYS.slug), number('place:9'), number('place:2')],
                ...[2, number(MOSS.uri), number(FERN.uri)],
                ...[2, number(BO.slug), number(ADA.slug)],
                ...[number(ADA.slug), number(ADA.slug), number(BO.slug)],
                1,
              ],
            ],
          ],
        );
      }));

    it('contain when each version was made, each later than the one before whatever the clocks say', () =>
      withStore(async (store) => {
        const since = NOW.getTime() / 1000;
        const at = (seconds: number): Date => new Date((since + seconds) * 1000 + 999);
        for (const [name, seconds] of [
          ['One', 0],
          ['Two', 60],
          ['Three', 60],
          ['Four', -3600],
          ['Five', 90],
        ] as const)
          await importInto(store, [{ ...ADA, name }], { now: at(seconds) });
        const all = await store.changes(null);
        all.close();
        const times = all.history.map(({ version, time }) => [version, time - since]);
        assert.deepEqual(times, [
          [1, 0],
          [2, 60],
          [3, 61],
          [4, 62],
          [5, 90],
        ]);
        const { version, token } = await store.state();
        await importInto(store, [{ ...ADA, name: 'Six' }], { now: at(90) });
        const later = await store.changes({ version, token });
        later.close();
        const { token: six } = await store.state();
        assert.deepEqual(later.history, [{ version: 6, token: six, time: since + 91 }]);
      }));

    it('contain the names of entities, the kinds of places and whether collections are public', () =>
      withStore(async (store) => {
        const odd = 'Ω “Ada”, 50\u00a0% \\ of 𝔘\n\u0001';
        const open = aCollection(slugOf(9), { title: odd, public: true, description: 'x'.repeat(5000) });
        const digits = aPerson(slugOf(3), { name: '1e3', bio: '{"name":"Eve"}' });
        await importInto(store, [...CATALOGUE, open, digits, aTopic('http://topics.example.org/odd', { label: odd })]);
        const changes = await store.changes(null);
        const entities = await allOf(changes.entities);
        changes.close();
        assert.deepEqual(
          entities
            .map(({ type, key, name, kind, isPublic }) => [type, key, name, kind, isPublic])
            .sort(([, a], [, b]) => (String(a) < String(b) ? -1 : 1)),
          [
            ['place', UNIVERSITY.id, UNIVERSITY.name, 'organisation', true],
            ['place', BOTANY.id, BOTANY.name, 'organisation', true],
            ['place', ROOM.id, ROOM.name, 'venue', true],
            ['person', ADA.slug, 'Ada', null, true],
            ['person', BO.slug, 'Bo', null, true],
            ['person', digits.slug, '1e3', null, true],
            ['topic', MOSS.uri, MOSS.label, null, true],
            ['topic', FERN.uri, FERN.label, null, true],
            ['topic', 'http://topics.example.org/odd', odd, null, true],
            ['series', TUESDAYS.slug, TUESDAYS.title, null, true],
            ['collection', LIST.slug, LIST.title, null, false],
            ['collection', open.slug, odd, null, true],
          ].sort(([, a], [, b]) => (String(a) < String(b) ? -1 : 1)),
        );
      }));

    it('since a state of another store are complete', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        for (const since of [
          { version: 1, token: 'another' },
          { version: 7, token: '' },
        ]) {
          const changes = await store.changes(since);
          assert.equal(changes.complete, true);
          changes.close();
        }
      }));

    it('have all states that the store has been in since', () =>
      withStore(async (store) => {
        const states: StoreState[] = [];
        for (const records of [CATALOGUE, [BO]]) {
          await importInto(store, records, { replace: true });
          const { version, token } = await store.state();
          states.push({ version, token });
        }
        for (const since of [null, { version: 0, token: '' }, states[0] ?? null]) {
          const changes = await store.changes(since);
          changes.close();
          const history = changes.history.map(({ version, token }) => ({ version, token }));
          assert.deepEqual(history, states.slice(since === states[0] ? 1 : 0));
        }
      }));

    it('since the current state are empty', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const changes = await store.changes(await store.state());
        assert.deepEqual(
          [changes.complete, await allOf(changes.entities), await allOf(changes.talks), await allOf(changes.removed)],
          [false, [], [], []],
        );
      }));

    it('keep their state while they are read during another import', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const changes = await store.changes(null);
        await importInto(store, [BO], { replace: true });
        assert.equal((await allOf(changes.talks)).length, 2);
        changes.close();
        changes.close();
      }));
  });
}
