import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { CopyReader } from '#replica/copy-reader.ts';
import { Follower } from '#replica/follower.ts';
import { openStore } from '#store/open.ts';
import { slugOf, talk, type WireRecord } from '../support/catalogue/wire-records.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { until } from '../support/until.ts';

const PROGRAM = 'a program';
/** Their words are indexed in several portions. */
const TALKS = 3_500;

function aTalk(at: number, title = `Talk ${String(at)}`): WireRecord {
  return talk(slugOf(at), '2026-01-20T15:00:00Z', { title });
}

test('a change that comes while a new copy is filled is served before the next portion of words is indexed', async (context) => {
  const { address, folder } = await databaseOf(context);
  const copies = join(folder, 'copies');
  await importRecords(
    address,
    Array.from({ length: TALKS }, (_, at) => aTalk(at + 1)),
  );
  let looks = 0;
  const openFollowed = async () => {
    const store = await openStore(address, { mode: 'read' });
    return {
      ...store,
      watch: () => undefined,
      changes: store.changes.bind(store),
      findDamage: store.findDamage.bind(store),
      close: store.close.bind(store),
      sources: store.sources,
      corrections: store.corrections,
      state: async () => {
        looks += 1;
        // The first look has filled the copy, and the first portion of words came after it.
        if (looks === 2) await importRecords(address, [aTalk(1, 'Another title')]);
        return store.state();
      },
    };
  };
  /** By version, whether all words were indexed when it could first be served. */
  const hadWords = new Map<number, boolean>();
  const follower = new Follower({
    folder: copies,
    program: PROGRAM,
    timeZone: 'UTC',
    // So each portion takes longer.
    pollMilliseconds: 0,
    savedTalks: Infinity,
    saveMilliseconds: Infinity,
    quickLookMilliseconds: Infinity,
    openStore: openFollowed,
    report: (report) => {
      if (report.kind !== 'index') return;
      const { file, serial, state } = report;
      const reader = CopyReader.open(join(copies, file), PROGRAM, serial);
      if (!hadWords.has(state.version)) hadWords.set(state.version, reader?.state.hasWords === true);
      reader?.close();
      follower.take({ kind: 'served', file, serial });
    },
  });
  const running = follower.run();
  await until(() => hadWords.has(2), 'the change to be served');
  follower.take({ kind: 'close' });
  await running;
  assert.deepEqual(
    [...hadWords],
    [
      [1, false],
      [2, false],
    ],
  );
});
