import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { byKind } from '#catalogue/record.js';
import type { CatalogueRecord } from '#catalogue/record.js';
import type { Talk, TalkRecord } from '#catalogue/talk.js';
import type { ImportOutcome, Store, StoreState } from '#store/store.js';
import { aCollection, aPerson, aPlace, aRemovedTalk, aSeries, aTalk, aTopic } from '../support/catalogue-records.js';
import { NOW, importInto, recordsOf } from '../support/import-into.js';
import { slugOf } from '../support/wire-records.js';
import { CatalogueModel } from './catalogue-model.js';
import { historyContract } from './history-contract.js';
import { textContract } from './text-contract.js';
import { talkNumbers } from './talk-numbers.js';
import { FollowedIndex } from './followed-index.js';
import { allOf } from './stretches.js';
import { randomImports, withoutDangling } from './random-imports.js';

/** One address at which a store can be made; nothing is there yet. */
export interface Engine {
  /** Opens the store there, as often as one likes; it may be imported into. */
  readonly open: () => Promise<Store>;
  readonly remove: () => Promise<void>;
}

const LATER = new Date('2021-03-03T03:03:03Z');

const ADA = aPerson(slugOf(1), {
  name: 'Ada',
  bio: 'Botanist',
  webAddress: 'https://ada.example.org/',
  emailAddress: 'ada@example.org',
});
const BO = aPerson(slugOf(2), { name: 'Bo' });
const UNIVERSITY = aPlace('place:1', { name: 'University' });
const BOTANY = aPlace('place:2', { name: 'Botany', parent: 'place:1', address: '1 Green Lane' });
const ROOM = aPlace('place:9', { kind: 'venue', latitude: 51.75, longitude: -1.25, accessibility: 'Lift' });
const MOSS = aTopic('http://topics.example.org/moss');
const FERN = aTopic('http://topics.example.org/fern');
const TUESDAYS = aSeries(slugOf(5), {
  description: 'Weekly',
  occurrence: 'Tuesdays',
  webAddress: 'https://t.example.org',
});
const TALK = aTalk(slugOf(7), {
  uid: 'moss@example.org',
  title: 'Moss in the dark',
  description: 'Crème brûlée of the forest floor',
  status: 'cancelled',
  series: TUESDAYS.slug,
  venue: ROOM.id,
  locationDetails: 'Upstairs',
  organisingDepartment: BOTANY.id,
  topics: [MOSS.uri, FERN.uri],
  speakers: [BO.slug, ADA.slug],
  hosts: [ADA.slug],
  organisers: [ADA.slug, BO.slug],
  organiserEmail: 'moss@example.org',
  variousSpeakers: true,
  audience: 'Public',
  bookingRequired: 'Recommended',
  bookingUrl: 'https://book.example.org/',
  bookingEmail: 'book@example.org',
  cost: 'Free',
  specialMessage: 'Moved',
  onlineUrl: 'https://online.example.org/',
  updated: '2015-09-09T09:09:09Z',
});
const PLAIN = aTalk(slugOf(6), { start: '1969-12-31T23:59:59Z', end: '1969-12-31T23:59:59Z' });
const LIST = aCollection(slugOf(8), {
  public: false,
  talks: [TALK.slug],
  series: [TUESDAYS.slug],
  organisingDepartments: [UNIVERSITY.id],
});

/** In the order of an export. */
const CATALOGUE: readonly CatalogueRecord[] = [
  UNIVERSITY,
  BOTANY,
  ROOM,
  ADA,
  BO,
  FERN,
  MOSS,
  TUESDAYS,
  PLAIN,
  TALK,
  LIST,
];
/** As the store completes what an import at NOW first brings. */
const NEW = { created: '2020-02-02T02:02:02Z', sequence: 0, previousStart: null };
const KEPT_PLAIN = { ...PLAIN, updated: '2020-02-02T02:02:02Z', history: NEW };
/** What changed before it was first seen was there before. */
const SEEN = { ...NEW, created: '2015-09-09T09:09:09Z' };
const KEPT_TALK = { ...TALK, history: SEEN };
const DATED = CATALOGUE.map((record) => (record === PLAIN ? KEPT_PLAIN : record === TALK ? KEPT_TALK : record));

const NOTHING = byKind(() => ({ added: 0, changed: 0, unchanged: 0, removed: 0 }));

/** What every store must do, whatever it is made of. */
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

  describe(`${name}: importing`, () => {
    it('gives back every record as it came, whatever the order in which they came', () =>
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

    it('changes nothing when the same comes again, and keeps the time of the first import', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const before = await store.state();
        const again = await importInto(store, CATALOGUE, { now: LATER, replace: true });
        assert.deepEqual(await store.state(), before);
        assert.deepEqual(await recordsOf(store), DATED);
        assert.deepEqual(again.ok && again.counts.talk, { added: 0, changed: 0, unchanged: 2, removed: 0 });
      }));

    it('dates a talk that changed, by its references too, with the time of the import', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        await importInto(store, [{ ...PLAIN, topics: [MOSS.uri] }], { now: LATER });
        const { value } = await store.talks([...(await talkNumbers(store)).values()]);
        const plain = value.find((details) => details?.talk.slug === PLAIN.slug);
        assert.equal(plain?.talk.updated, '2021-03-03T03:03:03Z');
      }));

    it('keeps a talk when only the time of its change is another, as a change', () =>
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

    it('counts a version for each import that changed something', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const first = await store.state();
        await importInto(store, [{ ...ADA, bio: 'Reader in Botany' }]);
        const second = await store.state();
        assert.deepEqual([first.version, second.version], [1, 2]);
        assert.notEqual(first.token, second.token);
      }));

    it('removes what a replacing import does not name, and nothing else', () =>
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
        assert.deepEqual((await store.series(TUESDAYS.slug)).value, undefined);
        assert.deepEqual((await store.collection(LIST.slug)).value, undefined);
      }));

    it('gives what comes back its old number', () =>
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

    it('finds references to nothing, and leaves the store as it was', () =>
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

    it('lets records refer to what the store has, unless that is being replaced', () =>
      withStore(async (store) => {
        await importInto(store, [UNIVERSITY, ADA]);
        assert.equal((await importInto(store, [BOTANY])).ok, true);
        const replacing = await importInto(store, [BOTANY], { replace: true });
        assert.deepEqual(located(replacing), [[1, 'parent', 'missing-reference']]);
      }));

    it('refuses a second record with the identifier of another, though they be equal, and says where that is', () =>
      withStore(async (store) => {
        const outcome = await importInto(store, [ADA, BO, ADA]);
        assert.deepEqual(located(outcome), [[3, 'slug', 'duplicate-record']]);
        assert.match(outcome.ok ? '' : (outcome.problems[0]?.what ?? ''), /stands on line 1 already/);
      }));

    it('finds a cycle among parents that the store has half of', () =>
      withStore(async (store) => {
        await importInto(store, [UNIVERSITY, BOTANY]);
        const outcome = await importInto(store, [{ ...UNIVERSITY, parent: BOTANY.id }, ADA]);
        assert.deepEqual(located(outcome), [[1, 'parent', 'parent-cycle']]);
      }));

    it('finds every place of a cycle, also of one that is its own parent', () =>
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

    it('names no more problems than it is asked for, and counts the rest', () =>
      withStore(async (store) => {
        const started = await store.beginImport({ replace: false, now: NOW, problemLimit: 2 });
        await started.put([{ record: TALK, file: 'given', line: 1 }]);
        const outcome = await started.finish();
        assert.deepEqual(outcome.ok ? outcome : [outcome.problems.length, outcome.more], [2, 8]);
      }));

    it('commits nothing after a refusal, and does not blame those who refer to what was refused', () =>
      withStore(async (store) => {
        await importInto(store, [BO]);
        const started = await store.beginImport({ replace: false, now: NOW });
        await started.put([{ record: UNIVERSITY, file: 'given', line: 1 }]);
        started.refuse([{ type: 'topic', key: MOSS.uri }]);
        await started.put([{ record: { ...PLAIN, topics: [MOSS.uri] }, file: 'given', line: 3 }]);
        assert.deepEqual(await started.finish(), { ok: false, problems: [], more: 0 });
        assert.deepEqual(await recordsOf(store), [BO]);
      }));

    it('keeps nothing of a dry run, and says what it would have done', () =>
      withStore(async (store) => {
        await importInto(store, [BO]);
        const started = await store.beginImport({ replace: true, dryRun: true, now: NOW });
        await started.put([{ record: ADA, file: 'given', line: 1 }]);
        const outcome = await started.finish();
        assert.deepEqual(outcome.ok && outcome.counts.person, { added: 1, changed: 0, unchanged: 0, removed: 1 });
        assert.deepEqual(await recordsOf(store), [BO]);
      }));

    it('is seen by nobody until it ends, and then by all', () =>
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

    it('forgets an import that is abandoned', () =>
      withStore(async (store) => {
        await importInto(store, [BO]);
        const started = await store.beginImport({ replace: true, now: NOW });
        await started.put([{ record: ADA, file: 'given', line: 1 }]);
        await started.abandon();
        await started.abandon();
        assert.deepEqual(await recordsOf(store), [BO]);
      }));

    it('takes nothing more once it has ended', () =>
      withStore(async (store) => {
        const started = await store.beginImport({ replace: false, now: NOW });
        await started.abandon();
        await assert.rejects(started.put([{ record: ADA, file: 'given', line: 1 }]), /has ended/);
      }));

    it('lets a second import wait for the first, says so once, and then builds on it', () =>
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

    it('knows whether it began with nothing', () =>
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

  describe(`${name}: reading`, () => {
    it('gives talks with all they refer to, in the order asked for, and undefined where there is none', () =>
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

    it('gives people, series and collections by their slugs, private ones too', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        assert.deepEqual(await store.person(ADA.slug), { version: 1, value: ADA });
        assert.deepEqual(await store.series(TUESDAYS.slug), { version: 1, value: TUESDAYS });
        assert.deepEqual(await store.collection(LIST.slug), { version: 1, value: LIST });
        assert.deepEqual(await store.collection(TUESDAYS.slug), { version: 1, value: undefined });
      }));
  });

  textContract(name, withStore);

  describe(`${name}: changes`, () => {
    it('are everything from the beginning, with the numbers of what each talk refers to', () =>
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
            [PLAIN.slug.replaceAll('-', ''), -1, NOW.getTime() / 1000, 'published', [0, 0, 0, 0, 0]],
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
              ],
            ],
          ],
        );
      }));

    it('say what everything but talks is called, what kind a place is, and which collections are private', () =>
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

    it('are everything from a state of another store', () =>
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

    it('tell which states the store has been in', () =>
      withStore(async (store) => {
        const states = [{ version: 0, token: '' }];
        for (const records of [CATALOGUE, [BO]]) {
          await importInto(store, records, { replace: true });
          states.push(await store.state());
        }
        for (const { version, token } of states) {
          assert.equal(await store.wasIn({ version, token }), true);
          assert.equal(await store.wasIn({ version, token: 'another' }), false);
          assert.equal(await store.wasIn({ version: version + 1, token }), false);
        }
      }));

    it('are nothing from the state that the store is in', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const changes = await store.changes(await store.state());
        assert.deepEqual(
          [changes.complete, await allOf(changes.entities), await allOf(changes.talks), await allOf(changes.removed)],
          [false, [], [], []],
        );
      }));

    it('hold on to their state while they are read and others import', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE);
        const changes = await store.changes(null);
        await importInto(store, [BO], { replace: true });
        assert.equal((await allOf(changes.talks)).length, 2);
        changes.close();
        changes.close();
      }));
  });

  historyContract(name, withStore);

  describe(`${name}: any imports whatever`, () => {
    it('give a copy with the same records and times to a store that imports what they left', async () => {
      await fc.assert(
        fc.asyncProperty(randomImports, (imports) =>
          withStore(async (store) => {
            const model = new CatalogueModel();
            for (const one of imports)
              model.import(
                withoutDangling(one, (type, key) => model.has(type, key)),
                one,
              );
            assert.equal((await importInto(store, model.records(), { replace: true, now: LATER })).ok, true);
            assert.deepEqual(await recordsOf(store), model.records());
          }),
        ),
        { numRuns: 15 },
      );
    });

    it('leave what a plain model of them holds, and an index that follows knows the same as a new one', async () => {
      await fc.assert(
        fc.asyncProperty(randomImports, (imports) =>
          withStore(async (store) => {
            const model = new CatalogueModel();
            const states: StoreState[] = [];
            const indexes: FollowedIndex[] = [];
            for (const one of imports) {
              const records = withoutDangling(one, (type, key) => model.has(type, key));
              const outcome = await importInto(store, records, one);
              assert.deepEqual(outcome, { ok: true, counts: model.import(records, one) });
              assert.deepEqual(await recordsOf(store), model.records());
              states.push(await store.state());
              indexes.push(await FollowedIndex.from(await store.changes(null)));
            }
            assert.equal(states.at(-1)?.version, model.version);
            for (const [index, state] of states.entries()) {
              const changes = await store.changes(state);
              assert.equal(changes.complete, false);
              await indexes[index]?.apply(changes);
              assert.deepEqual(indexes[index]?.entries, indexes.at(-1)?.entries);
            }
          }),
        ),
        { numRuns: 25 },
      );
    });
  });
}

function withoutHistory({ history: _, ...talk }: TalkRecord): Talk {
  return talk;
}

/** [line, field, code] of each problem. */
function located(outcome: ImportOutcome): unknown {
  return outcome.ok ? outcome : outcome.problems.map(({ line, where, code }) => [line, where, code]);
}
