import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openStore } from '#store/open.ts';
import { type Claim, isInForce, NEVER_RUN, type SourceState, type SourceStates } from '#store/source-states.ts';
import type { Store } from '#store/store.ts';
import { aTopic } from '../support/catalogue/catalogue-records.ts';
import { freshPostgres, freshSqlite, type FreshDatabase } from '../support/db/fresh-database.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import { POSTGRES_VERSIONS } from '../support/postgres/programs.ts';
import { isThere } from '../support/postgres/shared.ts';

const NOON = new Date('2026-03-27T12:00:00Z');
const SOON = new Date('2026-03-27T12:01:30Z');
const LATER = new Date('2026-03-27T13:00:00Z');

const RUN: SourceState = {
  lastAttempt: '2026-03-27T12:00:05Z',
  settings: 'c'.repeat(64),
  lastSuccess: '2026-03-26T12:00:05Z',
  nextRun: '2026-03-27T12:30:00Z',
  failures: 3,
  seen: {
    at: '2026-03-26T12:00:05Z',
    settings: 'a'.repeat(64),
    content: 'b'.repeat(64),
    etag: 'W/"“moss”"',
    lastModified: null,
  },
  kind: 'iCalendar',
  format: { name: 'icalendar', origin: 'd'.repeat(64) },
  page: {
    zone: 'Europe/London',
    read: '2026-11-20T12:00:00Z',
    news: [{ what: 'added', title: 'On moss', start: '2026-12-01T17:00:00Z' }],
    moreNews: 1,
    problems: [{ line: 4, where: 'Date', text: 'No date.' }],
    moreProblems: 2,
    notes: ['3 × without an end: ends when it starts'],
    failure: [{ line: 0, where: '', text: 'File not found.' }],
  },
  talks: 12,
  changes: { added: 2, moved: 1 },
  problems: [
    { code: 'bad-date', where: 'start', what: '“x” is no date.', hint: 'Mend\nit.', file: 'optics', line: 7 },
    { code: 'unreadable-file', where: '', what: 'Ünreadable', hint: '', file: 'optics', line: 0 },
  ],
  moreProblems: 5,
  held: { missing: 8, of: 10 },
};

function aClaim(token: string, until = SOON): Claim {
  return { token, by: `${token} on a machine`, until };
}

interface Scene {
  readonly store: Store;
  readonly sources: SourceStates;
  /** A second store on the same database, like that of another process. */
  readonly others: SourceStates;
}

const ENGINES: readonly (readonly [name: string, make: () => Promise<FreshDatabase>])[] = [
  ['SQLite', freshSqlite],
  ...POSTGRES_VERSIONS.filter(isThere).map(
    (version) => [`PostgreSQL ${version}`, () => freshPostgres(version)] as const,
  ),
];

for (const [name, make] of ENGINES) {
  describe(`${name}: the state of a source`, () => {
    const opened: { readonly database: FreshDatabase; readonly stores: readonly Store[] }[] = [];
    after(async () => {
      for (const { database, stores } of opened) {
        for (const store of stores) await store.close();
        await database.remove();
      }
    });

    async function aScene(): Promise<Scene> {
      const database = await make();
      const [store, other] = await Promise.all([
        openStore(database.address, { mode: 'write' }),
        openStore(database.address, { mode: 'write' }),
      ]);
      opened.push({ database, stores: [store, other] });
      await importInto(store, [aTopic('http://topics.example.org/moss')]);
      return { store, sources: store.sources, others: other.sources };
    }

    it('is listed unchanged by name, and is not part of the catalogue', async () => {
      const { store, sources, others } = await aScene();
      const before = [await recordsOf(store), await store.state()];
      assert.deepEqual(await sources.list(), []);
      for (const source of ['b', 'Ä', 'a']) {
        assert.deepEqual(await sources.claim(source, aClaim(source), NOON), { state: undefined });
      }
      assert.equal(await sources.settle('b', 'b', RUN), true);
      assert.equal(await sources.settle('a', 'a', undefined), true);
      assert.deepEqual(await others.list(), [
        { name: 'a', state: undefined, claim: undefined },
        { name: 'b', state: RUN, claim: undefined },
        { name: 'Ä', state: undefined, claim: { token: 'Ä', by: 'Ä on a machine', until: SOON } },
      ]);
      assert.deepEqual([await recordsOf(store), await store.state()], before);
    });

    it('is given to only one of many concurrent claims', async () => {
      const { sources, others } = await aScene();
      const asked = Array.from({ length: 12 }, (_, i) =>
        (i % 2 === 0 ? sources : others).claim('optics', aClaim(`worker ${String(i)}`), NOON),
      );
      const got = await Promise.all(asked);
      assert.deepEqual(
        got.filter((one) => one !== undefined),
        [{ state: undefined }],
      );
      const winner = `worker ${String(got.findIndex((one) => one !== undefined))}`;
      const [listed] = await sources.list();
      assert.deepEqual(listed?.claim, { token: winner, by: `${winner} on a machine`, until: SOON });
      assert.equal((await others.claim('acoustics', aClaim('worker 99'), NOON)) !== undefined, true);
    });

    it('is passed to the next claim after it is settled', async () => {
      const { sources, others } = await aScene();
      await sources.claim('optics', aClaim('first'), NOON);
      assert.equal(await sources.settle('optics', 'first', RUN), true);
      assert.deepEqual(await others.claim('optics', aClaim('second'), NOON), { state: RUN });
      assert.equal(await others.settle('optics', 'second', undefined), true);
      assert.deepEqual(await sources.list(), [{ name: 'optics', state: RUN, claim: undefined }]);
    });

    it('can be claimed after a claim expires, and the expired claim can no longer change it', async () => {
      const { sources, others } = await aScene();
      await sources.claim('optics', aClaim('lost'), NOON);
      assert.equal(await others.claim('optics', aClaim('early'), new Date(SOON.getTime() - 1)), undefined);
      assert.deepEqual(await others.claim('optics', aClaim('heir', LATER), SOON), { state: undefined });
      assert.equal(await sources.renew('optics', 'lost', LATER), false);
      assert.equal(await sources.settle('optics', 'lost', RUN), false);
      assert.deepEqual(await sources.list(), [
        { name: 'optics', state: undefined, claim: { token: 'heir', by: 'heir on a machine', until: LATER } },
      ]);
    });

    it('can be claimed, and is deleted, despite a claim that was made while a clock was far ahead', async () => {
      const { sources, others } = await aScene();
      const nextYear = new Date(NOON.getTime() + 400 * 86_400_000);
      const left = aClaim('left', new Date(nextYear.getTime() + 90_000));
      for (const source of ['optics', 'gone']) await sources.claim(source, left, nextYear);
      assert.equal(isInForce(left, nextYear), true);
      assert.equal(isInForce(left, NOON), false);
      assert.deepEqual(await others.claim('optics', aClaim('heir'), NOON), { state: undefined });
      await sources.forgetAllBut([], NOON);
      assert.deepEqual(await sources.list(), [{ name: 'optics', state: undefined, claim: aClaim('heir') }]);
    });

    it('stays claimed for longer if the claim is renewed', async () => {
      const { sources, others } = await aScene();
      await sources.claim('optics', aClaim('slow'), NOON);
      assert.equal(await sources.renew('optics', 'slow', LATER), true);
      assert.equal(await others.claim('optics', aClaim('early'), SOON), undefined);
    });

    it('can be claimed after a running import, and renewed during it except on SQLite', async () => {
      const { store, sources, others } = await aScene();
      await sources.claim('optics', aClaim('own'), NOON);
      const started = await store.beginImport({ replace: false, now: NOON });
      const renewed = await sources.renew('optics', 'own', LATER);
      assert.equal(renewed, !name.startsWith('SQLite'));
      const claimed = others.claim('acoustics', aClaim('other'), NOON);
      await started.finish();
      assert.deepEqual(await claimed, { state: undefined });
      assert.equal(await sources.settle('optics', 'own', RUN), true);
    });

    it('is deleted by forgetAllBut unless it is listed or claimed', async () => {
      const { sources } = await aScene();
      for (const source of ['kept', 'busy', 'gone', "o'dd"]) await sources.claim(source, aClaim(source), NOON);
      for (const source of ['kept', 'gone', "o'dd"]) await sources.settle(source, source, NEVER_RUN);
      await sources.forgetAllBut(['kept', "o'dd"], NOON);
      assert.deepEqual(
        (await sources.list()).map((one) => one.name),
        ['busy', 'kept', "o'dd"],
      );
      await sources.forgetAllBut([], SOON);
      assert.deepEqual(await sources.list(), []);
    });
  });
}
