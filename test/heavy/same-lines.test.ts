import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { SameLines } from '#harvest/reading/same-lines.ts';
import type { SamePair } from '#harvest/reading/same-lines.ts';
import type { Store } from '#store/store.ts';
import { calendar, event, importFiles } from '../support/sources/import-calendars.ts';
import { recordsOf } from '../support/db/import-into.ts';
import { storeOf } from '../support/db/open-stores.ts';

const SOURCES = ['a', 'b'] as const;
type Source = (typeof SOURCES)[number];
const UIDS = ['moss', 'fern', 'reed'];
const PEOPLE = ['jane', 'ann'];

/** A talk at a source, by its UID. */
type Talks = ReadonlyMap<string, { readonly day: number; readonly cancelled: boolean; readonly by: string }>;

/** Something changes; then one source is imported. */
interface Step {
  readonly edits: Partial<Readonly<Record<Source, Talks>>>;
  readonly pairs: readonly SamePair[] | undefined;
  readonly imported: Source;
}

const talks: fc.Arbitrary<Talks> = fc
  .array(
    fc.tuple(
      fc.constantFrom(...UIDS),
      fc.record({ day: fc.integer({ min: 1, max: 28 }), cancelled: fc.boolean(), by: fc.constantFrom(...PEOPLE) }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((entries) => new Map(entries));

/** Any talk and any person may be merged, keeping the record of either source. */
const pairs: fc.Arbitrary<readonly SamePair[]> = fc
  .tuple(...[...UIDS, ...PEOPLE].map(() => fc.constantFrom('a', 'b', undefined)))
  .map((kept) =>
    kept.flatMap((source, index) => {
      if (source === undefined) return [];
      const name = [...UIDS, ...PEOPLE][index] ?? '';
      const [keep, drop] =
        source === 'a' ? [slugOf('a', name), slugOf('b', name)] : [slugOf('b', name), slugOf('a', name)];
      return [{ keep, drop }];
    }),
  );

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    edits: fc.record({ a: talks, b: talks }, { requiredKeys: [] }),
    pairs: fc.option(pairs, { nil: undefined }),
    imported: fc.constantFrom(...SOURCES),
  }),
  { minLength: 1, maxLength: 5 },
);

test('importing any edits of two sources and --same lines in steps equals importing the last state', async (t) => {
  await fc.assert(
    fc.asyncProperty(talks, talks, steps, fc.boolean(), async (a, b, edits, isTogether) => {
      const [stepwise, once] = [await storeOf(t), await storeOf(t)];
      const now: Record<Source, Talks> = { a, b };
      let lines = new SameLines();
      const imported = async (store: Store, ...sources: Source[]): Promise<void> => {
        const files = Object.fromEntries(sources.map((source) => [`${source}.ics`, calendarOf(source, now[source])]));
        const report = await importFiles(store, files, { sources: { same: lines } });
        assert.equal(report.ok, true, JSON.stringify(report));
      };
      for (const step of edits) {
        Object.assign(now, step.edits);
        if (step.pairs !== undefined) lines = new SameLines(step.pairs);
        await imported(stepwise, step.imported);
      }
      // A source takes over what the other has released when it is read next.
      for (const source of [...SOURCES, ...SOURCES]) await imported(stepwise, source);
      if (isTogether) await imported(once, 'b', 'a');
      else for (const source of SOURCES) await imported(once, source);
      assert.deepEqual(await told(stepwise, now), await told(once, now));

      const { version } = await stepwise.state();
      for (const source of SOURCES) await imported(stepwise, source);
      assert.equal((await stepwise.state()).version, version, 'a repeated import makes a new version');
    }),
    { numRuns: 10 },
  );
});

function slugOf(source: Source, name: string): string {
  const identity = new Identity(source);
  return PEOPLE.includes(name)
    ? identity.person({ name, key: `${name}@example.org` })
    : identity.talk({ key: name, slug: null });
}

function calendarOf(source: Source, state: Talks): string {
  return calendar(
    ...[...state].map(([uid, { day, cancelled, by }]) =>
      event(
        uid,
        `202612${String(day).padStart(2, '0')}`,
        uid,
        `DESCRIPTION:at ${source}`,
        `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
        `ORGANIZER;CN=${by} of ${source}:mailto:${by}@example.org`,
      ),
    ),
  );
}

/**
 * Talks and the people they name, without times of changes. A person whom no source names any more keeps its last
 * record, so only its slug is compared. Which talk has a UID that both sources use depends on which was imported first,
 * but no two talks have it.
 */
async function told(store: Store, now: Readonly<Record<Source, Talks>>): Promise<unknown[]> {
  const records = await recordsOf(store);
  const uids = records.flatMap((record) => (record.type === 'talk' && record.uid !== '' ? [record.uid] : []));
  assert.equal(new Set(uids).size, uids.length, `a UID is there twice: ${uids.join(', ')}`);
  const named = new Set(records.flatMap((record) => (record.type === 'talk' ? record.organisers : [])));
  const own = new Set(SOURCES.flatMap((source) => [...now[source].values()].map(({ by }) => slugOf(source, by))));
  return records.flatMap((record: CatalogueRecord): unknown[] => {
    if (record.type === 'talk') return [{ ...record, uid: null, updated: null, history: null }];
    if (record.type !== 'person' || !named.has(record.slug)) return [];
    return [own.has(record.slug) ? record : record.slug];
  });
}
