import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Talk, TalkRecord } from '#catalogue/talk.ts';
import type { Store } from '#store/store.ts';
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
        const talks = await store.talks([moss, 999, plain, moss]);
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
        assert.deepEqual(talks, [whole, undefined, bare, whole]);
        assert.deepEqual(await store.talks([]), []);
      }));

    it('returns the venues that a venue is part of, innermost first', () =>
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
          const [talk] = await store.talks([plain]);
          return talk?.venuesAbove;
        };
        assert.deepEqual(await read(), [floor, hall]);
        const moved = { ...hall, address: '2 High Street' };
        await importInto(store, [moved]);
        assert.deepEqual(await read(), [floor, moved]);
        await importInto(store, [{ ...UNIVERSITY, name: 'College' }]);
        await importInto(store, [{ ...room, parent: null }]);
        assert.deepEqual(await read(), []);
      }));

    it('returns people, series and collections by slug, including private collections', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        assert.deepEqual(await store.record('person', ADA.slug), ADA);
        assert.deepEqual(await store.record('series', TUESDAYS.slug), TUESDAYS);
        assert.deepEqual(await store.record('collection', LIST.slug), LIST);
        assert.equal(await store.record('collection', TUESDAYS.slug), undefined);
      }));
  });
}

function withoutHistory({ history: _, ...talk }: TalkRecord): Talk {
  return talk;
}
