import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Talk, TalkRecord } from '#catalogue/talk.ts';
import type { SinceVersion, Store } from '#store/store.ts';
import { aPlace } from '../support/catalogue/catalogue-records.ts';
import { importInto } from '../support/db/import-into.ts';
import { changeContract } from './change-contract.ts';
import { correctionsContract } from './corrections-contract.ts';
import { forgottenContract } from './forgotten-contract.ts';
import { historyContract } from './history-contract.ts';
import { importContract } from './import-contract.ts';
import { provenanceContract } from './provenance-contract.ts';
import {
  ADA,
  BO,
  BOTANY,
  CATALOGUE,
  FERN,
  KEPT_PLAIN,
  LIST,
  MOSS,
  NEW,
  PLAIN,
  ROOM,
  SEEN,
  TALK,
  TUESDAYS,
  UNIVERSITY,
} from './small-catalogue.ts';
import { talkNumbers } from './talk-numbers.ts';
import { textContract } from './text-contract.ts';

/** An address where a store can be created and nothing exists yet. */
interface Engine {
  /** Opens the store for importing. May be called repeatedly. */
  readonly open: () => Promise<Store>;
  readonly remove: () => Promise<void>;
}

/** Creates a store, passes it to `use` and removes it. */
export type WithStore = (use: (store: Store, engine: Engine) => Promise<void>) => Promise<void>;

/** The tests that the store of every engine must pass. */
export function storeContract(name: string, makeEngine: () => Promise<Engine>): void {
  async function withStore(use: (store: Store, engine: Engine) => Promise<void>): Promise<void> {
    const engine = await makeEngine();
    const store = await engine.open();
    try {
      await use(store, engine);
    } finally {
      await store.close();
      await engine.remove();
    }
  }

  importContract(name, withStore);
  readContract(name, withStore);
  textContract(name, withStore);
  changeContract(name, withStore);
  historyContract(name, withStore);
  provenanceContract(name, withStore);
  correctionsContract(name, withStore);
  forgottenContract(name, withStore);
}

function readContract(name: string, withStore: WithStore): void {
  describe(`${name}: reading`, () => {
    it('does not call a catalogue undamaged if the search for damage was stopped', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const enough = new Error('enough');
        const search = store.findDamage('whole', AbortSignal.abort(enough))[Symbol.asyncIterator]();
        await assert.rejects(async () => search.next(), enough);
      }));

    it('returns talks in the given order with all they refer to, and undefined for unknown numbers', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const numbers = await talkNumbers(store);
        const [moss, plain] = [numbers.get(TALK.slug) ?? 0, numbers.get(PLAIN.slug) ?? 0];
        const { value, version } = await store.talks([moss, 999, plain, moss]);
        const whole = {
          talk: withoutHistory(TALK),
          history: SEEN,
          series: TUESDAYS,
          venue: ROOM,
          venuesAbove: [],
          organisingDepartment: BOTANY,
          topics: [MOSS, FERN],
          speakers: [BO, ADA],
          hosts: [ADA],
          organisers: [ADA, BO],
        };
        const bare = {
          talk: withoutHistory(KEPT_PLAIN),
          history: NEW,
          series: null,
          venue: null,
          venuesAbove: [],
          organisingDepartment: null,
          topics: [],
          speakers: [],
          hosts: [],
          organisers: [],
        };
        assert.deepEqual(value, [whole, undefined, bare, whole]);
        assert.equal(version, 1);
        assert.deepEqual((await store.talks([])).value, []);
      }));

    it('returns the venues that a venue is part of, innermost first, and the version since which they are unchanged', () =>
      withStore(async (store) => {
        const hall = aPlace('place:20', { kind: 'venue', name: 'Hall', parent: 'place:1', address: '1 High Street' });
        const floor = aPlace('place:21', { kind: 'venue', name: 'Ground floor', parent: hall.id });
        const room = aPlace('place:22', { kind: 'venue', name: 'Room 1', parent: floor.id });
        await importInto(store, [
          ...CATALOGUE.filter((one) => one !== PLAIN),
          hall,
          floor,
          room,
          { ...PLAIN, venue: room.id },
        ]);
        const plain = (await talkNumbers(store)).get(PLAIN.slug) ?? 0;
        const read = async () => {
          const { since, value } = await store.talks([plain]);
          return { since, venuesAbove: value[0]?.venuesAbove };
        };
        assert.deepEqual(await read(), { since: 1, venuesAbove: [floor, hall] });
        const moved = { ...hall, address: '2 High Street' };
        await importInto(store, [moved]);
        assert.deepEqual(await read(), { since: 2, venuesAbove: [floor, moved] });
        await importInto(store, [{ ...UNIVERSITY, name: 'College' }]);
        await importInto(store, [{ ...room, parent: null }]);
        assert.deepEqual(await read(), { since: 4, venuesAbove: [] });
      }));

    it('returns people, series and collections by slug, including private collections', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        assert.deepEqual(await store.person(ADA.slug), { version: 1, since: 1, value: ADA });
        assert.deepEqual(await store.series(TUESDAYS.slug), { version: 1, since: 1, value: TUESDAYS });
        assert.deepEqual(await store.collection(LIST.slug), { version: 1, since: 1, value: LIST });
        assert.deepEqual(await store.collection(TUESDAYS.slug), { version: 1, since: 1, value: undefined });
      }));

    it('returns the version since which a record and all it refers to are unchanged', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        await importInto(store, [{ ...ADA, name: 'Ada Lovelace' }]);
        const numbers = await talkNumbers(store);
        const [moss, plain] = [numbers.get(TALK.slug) ?? 0, numbers.get(PLAIN.slug) ?? 0];
        const sinceOf = async (read: Promise<SinceVersion<unknown>>) => {
          const { version, since } = await read;
          return [version, since];
        };
        assert.deepEqual(await sinceOf(store.talks([plain])), [2, 1]);
        assert.deepEqual(await sinceOf(store.talks([moss])), [2, 2], 'a speaker changed');
        assert.deepEqual(await sinceOf(store.talks([plain, moss])), [2, 2], 'one of them changed');
        assert.deepEqual(await sinceOf(store.talks([plain, 999])), [2, 2], 'one of them is unknown');
        assert.deepEqual(await sinceOf(store.person(BO.slug)), [2, 1]);
        assert.deepEqual(await sinceOf(store.person(ADA.slug)), [2, 2]);
        assert.deepEqual(await sinceOf(store.series(LIST.slug)), [2, 2], 'unknown');
      }));
  });
}

function withoutHistory({ history: _, ...talk }: TalkRecord): Talk {
  return talk;
}
