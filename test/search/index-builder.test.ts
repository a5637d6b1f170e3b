import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { IndexBuilder } from '#search/replica/index-builder.ts';
import type { ReplicatedStore } from '#search/replica/index-builder.ts';
import type { BuilderSettings, Report } from '#search/replica/replica-report.ts';
import type { Damage } from '#store/damage.ts';
import { StoreUnavailable } from '#store/store.ts';
import type { ChangedTalk, ChangesSince, SeenState, StoreState } from '#store/store.ts';
import { inBatches } from '../store/batches.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';

const SERIES: CatalogueRecord = {
  type: 'series',
  slug: '00000000-0000-4000-8000-000000000001',
  title: 'A series',
  description: '',
  occurrence: '',
  webAddress: '',
  image: null,
};

/** A store whose disk fails when a test wants it to. */
class FaultyStore implements ReplicatedStore {
  readonly catalogue = new MemoryCatalogue();
  /** The versions since which changes were requested; null for everything. */
  readonly asked: (number | null)[] = [];
  opened = 0;
  closed = 0;
  changesClosed = 0;
  fault: (changes: ChangesSince) => ChangesSince = (changes) => changes;
  #last: ChangesSince | undefined;

  replace(...records: readonly CatalogueRecord[]): void {
    this.#last = this.catalogue.replace(records);
  }

  open(): Promise<ReplicatedStore> {
    this.opened += 1;
    return Promise.resolve(this);
  }

  state(): Promise<SeenState> {
    return Promise.resolve({ ...this.catalogue.state, isReplica: false });
  }

  /** Notifies the follower of a change. */
  tell: () => void = () => undefined;

  watch(onNews: () => void): void {
    this.tell = onNews;
  }

  /** The damage that a check of either kind finds: none by default. */
  damage: (look?: 'whole' | 'quick') => readonly Damage[] = () => [];

  async *findDamage(look?: 'whole' | 'quick'): AsyncGenerator<Damage> {
    yield* this.damage(look);
  }

  changes(since: StoreState | null): Promise<ChangesSince> {
    this.asked.push(since?.version ?? null);
    const changes = since === null || this.#last === undefined ? this.catalogue.everything() : this.#last;
    const close = () => {
      this.changesClosed += 1;
    };
    return Promise.resolve(this.fault({ ...changes, close }));
  }

  close(): Promise<void> {
    this.closed += 1;
    return Promise.resolve();
  }
}

/** Follows a store until `isDone`. @returns all reports except `seen` */
async function reportsOf(
  store: FaultyStore,
  isDone: (reports: readonly Report[]) => boolean,
  { snapshotFile, pollMilliseconds = 1, quickLookMilliseconds = Infinity }: Partial<BuilderSettings> = {},
): Promise<Report[]> {
  const reports: Report[] = [];
  const following = new IndexBuilder({
    openStore: () => store.open(),
    report: (report) => report.kind !== 'seen' && reports.push(report),
    pollMilliseconds,
    snapshotFile,
    snapshotTalks: 0,
    snapshotMilliseconds: 0,
    quickLookMilliseconds,
  });
  const running = following.run();
  await until(() => isDone(reports), 'the reports').finally(() => following.close());
  await running;
  return reports;
}

function kinds(reports: readonly Report[]): string[] {
  return reports.map((report) => {
    if (report.kind === 'index') return `index of ${report.state.version}, stale: ${String(report.stale)}`;
    return report.kind === 'trouble' ? `trouble: ${report.what}` : report.kind;
  });
}

function lastVersion(reports: readonly Report[]): number {
  return reports.reduce((version, report) => (report.kind === 'index' ? report.state.version : version), 0);
}

test('a quick check that cannot read a page triggers a full check', async () => {
  const store = new FaultyStore();
  store.replace(SERIES);
  const lost = { what: 'the table talk_record cannot be read to its end.', record: undefined };
  store.damage = (look) => {
    if (look === 'quick') throw new StoreUnavailable('a page is damaged');
    return [lost];
  };
  const told = (reports: readonly Report[]): boolean => reports.some(({ kind }) => kind === 'damage');
  const reports = await reportsOf(store, told, { quickLookMilliseconds: 0 });
  assert.deepEqual(
    reports.find(({ kind }) => kind === 'damage'),
    { kind: 'damage', damage: [lost], more: 0 },
  );
});

test('a store that fails halfway through its changes is reopened and asked for the same changes', async () => {
  const store = new FaultyStore();
  store.replace(SERIES);
  let isBroken = false;
  store.fault = (changes) => {
    if (isBroken || store.asked.length < 2) return changes;
    isBroken = true;
    return {
      ...changes,
      get talks(): never {
        throw new StoreUnavailable('the disk is on fire');
      },
    };
  };
  const reports = await reportsOf(store, (so) => {
    if (lastVersion(so) === 1 && store.catalogue.state.version === 1) store.replace({ ...SERIES, title: 'Another' });
    return lastVersion(so) === 2;
  });
  assert.deepEqual(kinds(reports), ['index of 1, stale: all', 'trouble: the disk is on fire', 'index of 2, stale: ']);
  assert.deepEqual(store.asked, [null, 1, 1]);
  assert.deepEqual([store.opened, store.closed, store.changesClosed], [2, 2, 3]);
});

test('changes that do not fit the index lead to a rebuild from all records', async () => {
  const store = new FaultyStore();
  store.replace(SERIES);
  store.fault = (changes) => {
    if (changes.complete) return changes;
    const refs = Uint32Array.of(77, 0, 0, 0, 0, 0);
    const slug = new Uint8Array(16);
    const talk: ChangedTalk = {
      number: 1,
      slug,
      start: 0,
      length: 0,
      updated: 0,
      status: 'published',
      traits: 0,
      version: 1,
      refs,
    };
    return { ...changes, talks: inBatches([talk]) };
  };
  const reports = await reportsOf(store, (so) => {
    if (lastVersion(so) === 1 && store.catalogue.state.version === 1) store.replace({ ...SERIES, title: 'Another' });
    return lastVersion(so) === 2;
  });
  assert.deepEqual(kinds(reports), [
    'index of 1, stale: all',
    'trouble: a talk refers to a record that does not exist',
    'index of 2, stale: all',
  ]);
  assert.deepEqual(store.asked, [null, 1, null]);
});

test('a start from a snapshot reports one index of the current store version, with all talks stale', async (context) => {
  const snapshotFile = join(await temporaryFolder({ after: (end) => context.after(end) }), 'an.index');
  const store = new FaultyStore();
  store.replace(SERIES);
  const first = await reportsOf(store, (so) => so.some(({ kind }) => kind === 'snapshot'), { snapshotFile });
  assert.deepEqual(kinds(first), ['index of 1, stale: all', 'snapshot']);
  const same = await reportsOf(store, (so) => so.length > 0, { snapshotFile });
  assert.deepEqual(kinds(same), ['index of 1, stale: all']);
  store.replace({ ...SERIES, title: 'Another' });
  const changed = await reportsOf(store, (so) => so.some(({ kind }) => kind === 'snapshot'), { snapshotFile });
  assert.deepEqual(kinds(changed), ['index of 2, stale: all', 'snapshot']);
  assert.deepEqual(store.asked, [null, 1]);
});

test('a change notification is followed at once, without waiting for the next poll', async () => {
  const store = new FaultyStore();
  store.replace(SERIES);
  const told = new Set<number>();
  const reports = await reportsOf(
    store,
    (so) => {
      if (lastVersion(so) === 1 && !told.has(1)) {
        told.add(1);
        store.replace({ ...SERIES, title: 'Another' });
        store.tell();
      }
      return lastVersion(so) === 2;
    },
    { pollMilliseconds: 3_600_000 },
  );
  assert.deepEqual(kinds(reports), ['index of 1, stale: all', 'index of 2, stale: ']);
});
