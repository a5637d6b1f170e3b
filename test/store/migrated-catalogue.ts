import assert from 'node:assert/strict';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { lengthOf } from '#catalogue/talk-length.ts';
import { traitsOf } from '#catalogue/talk-traits.ts';
import { dayNumber } from '#sample/calendar.ts';
import { sampleCatalogue } from '#sample/sample.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { matchesOf, talksWithText } from '../support/find-text.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import { allOf } from './batches.ts';

const FIRST = new Date('2020-02-02T02:02:02.900Z');
const SECOND = new Date('2021-03-03T03:03:03.100Z');

function sample(): readonly CatalogueRecord[] {
  const today = dayNumber('2026-03-27') ?? assert.fail();
  return [...sampleCatalogue({ seed: 7, today, talks: 120 })];
}

/** Whether the second import leaves the record out. */
function goes(record: CatalogueRecord, index: number): boolean {
  return record.type === 'collection' || (record.type === 'talk' && index % 5 === 0);
}

/** The columns of the first schema, by table. */
export const FIRST_COLUMNS: Readonly<Record<string, string>> = {
  place: 'number, key, parent, record, version',
  person: 'number, key, record, version',
  topic: 'number, key, record, version',
  series: 'number, key, record, version',
  collection: 'number, key, record, version',
  talk: 'number, slug, start, updated, refs, version',
  talk_record: 'number, record',
  import: 'version, token, time, counts',
};

/** Imports the rows for a database of an earlier schema, in two imports. The second removes talks. */
export async function importBefore(address: string): Promise<void> {
  const store = await openStore(address, { mode: 'write' });
  await importInto(store, sample(), { now: FIRST });
  const kept = sample().filter((record, index) => !goes(record, index));
  await importInto(store, kept, { now: SECOND, replace: true });
  await store.close();
}

/** The expected records after the migration. Earlier schemas have neither UIDs nor histories. */
function expected(): CatalogueRecord[] {
  const all = sample();
  const kept = all.filter((record, index) => !goes(record, index));
  const talks = kept.flatMap((record) => {
    if (record.type !== 'talk') return [];
    return [{ ...record, history: { created: record.updated ?? '', sequence: 0, previousStart: null } }];
  });
  const removed = all.flatMap((record, index): CatalogueRecord[] => {
    if (record.type !== 'talk' || !goes(record, index)) return [];
    const history = { created: record.updated ?? '', sequence: 0, previousStart: null };
    return [{ type: 'removed_talk', slug: record.slug, uid: '', removed: '2021-03-03T03:03:03Z', history }];
  });
  return [...kept.filter(({ type }) => type !== 'talk'), ...talks, ...removed];
}

function sorted(records: readonly CatalogueRecord[]): string[] {
  return records.map((record) => JSON.stringify(Object.entries(record).sort())).sort();
}

/** Checks that talks are found by their words and people by their names. */
async function assertFound(store: Store, records: readonly CatalogueRecord[]): Promise<void> {
  const count = (typed: string, texts: readonly string[]) => texts.filter((text) => text.includes(typed)).length;
  const talks = records.flatMap((record) => (record.type === 'talk' ? [`${record.title} ${record.description}`] : []));
  const names = records.flatMap((record) => (record.type === 'person' ? [record.name] : []));
  for (const text of [talks[0], talks.at(-1)]) {
    const [word = assert.fail()] = /\b[a-z]{7,}/.exec(text ?? '') ?? [];
    const found = await talksWithText(store, word);
    assert.ok(found.length >= count(` ${word}`, talks) && found.length > 0, word);
  }
  for (const name of [names[0], names.at(-1)]) {
    const [match] = await matchesOf(store, `"${name ?? ''}"`);
    assert.equal(match?.names.person.whole.length, names.filter((one) => one === name).length, name);
  }
}

/** Checks that the records are complete, that changes agree with them, and that imports continue from there. */
export async function assertMigrated(address: string): Promise<void> {
  const store = await openStore(address, { mode: 'write' });
  const records = await recordsOf(store);
  assert.deepEqual(sorted(records), sorted(expected()));
  const talks = records.filter((record) => record.type === 'talk');
  assert.ok(talks.some(({ status }) => status === 'cancelled') && talks.some(({ status }) => status === 'preparation'));

  const changes = await store.changes(null);
  const changed = await allOf(changes.talks);
  changes.close();
  const read = await store.talks(changed.map(({ number }) => number));
  assert.deepEqual(
    changed.map(({ start, length, updated, status, traits }) => [start, length, updated, status, traits]),
    read.map((details) => {
      const { start = '', updated = '', status } = details?.talk ?? {};
      const traits = details && traitsOf(details.talk);
      const length = details && lengthOf(details.talk);
      return [Date.parse(start) / 1000, length, Date.parse(updated) / 1000, status, traits];
    }),
  );
  assert.ok(new Set(changed.map(({ traits }) => traits)).size > 3);
  await assertFound(store, records);

  const state = await store.state();
  assert.equal((await importInto(store, records, { replace: true })).ok, true);
  assert.deepEqual(await store.state(), state);
  const [first = assert.fail()] = talks;
  await importInto(store, [{ ...first, history: null, status: 'cancelled', start: first.end }]);
  const moved = (await recordsOf(store)).find((record) => record.type === 'talk' && record.slug === first.slug);
  const history = { created: first.updated, sequence: 1, previousStart: first.start };
  assert.deepEqual(moved?.type === 'talk' && moved.history, history);
  await store.close();
}
