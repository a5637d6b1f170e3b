import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Store } from '#store/store.ts';
import { calendar, importOptics, inputOf, on, shownTalks, talksIn } from '../support/sources/import-calendars.ts';
import { recordsOf } from '../support/db/import-into.ts';
import { storeOf } from '../support/db/open-stores.ts';

function counts(report: ImportReport): unknown {
  assert.ok(report.ok, JSON.stringify(report));
  return report.counts.talk;
}

describe('an import of a source', () => {
  it('recognises its talks and updates those that changed', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    const slugs = (await talksIn(store)).map(({ slug }) => slug).sort();
    const again = await importOptics(store, calendar(on('fern', '20261202'), on('moss', '20261201')));
    assert.deepEqual(counts(again), { added: 0, changed: 0, unchanged: 2, removed: 0 });
    assert.equal((await store.state()).version, 1);
    await importOptics(store, calendar(on('fern', '20261202', 'STATUS:CANCELLED'), on('moss', '20261203')));
    assert.deepEqual(await shownTalks(store), ['On fern 2026-12-02 cancelled', 'On moss 2026-12-03 published']);
    assert.deepEqual((await talksIn(store)).map(({ slug }) => slug).sort(), slugs);
  });

  it('treats the same UID in another source as another talk', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201')));
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { source: 'botany' } });
    assert.deepEqual(await shownTalks(store), ['On moss 2026-12-01 published', 'On moss 2026-12-01 published']);
  });

  it('returns a report without getters, so that the input can be freed from memory', async (t) => {
    const report = await importOptics(await storeOf(t), calendar(on('moss', '20261201')));
    const [file = assert.fail('the file was not read')] = report.files;
    const computed = Object.entries(Object.getOwnPropertyDescriptors(file)).filter(([, found]) => 'get' in found);
    assert.deepEqual(computed, []);
  });

  it('creates one person per email address and one topic per label', async (t) => {
    const store = await storeOf(t);
    const by = (cn: string, mail: string): string => `ORGANIZER;CN="${cn}":mailto:${mail}`;
    await importOptics(
      store,
      calendar(
        on('a', '20261201', by('Doe, Jane', 'jane@example.org'), 'CATEGORIES:Botany'),
        on('b', '20261202', by('Jane Doe', 'JANE@example.org'), 'CATEGORIES:botany'),
      ),
    );
    const records = await recordsOf(store);
    const named = records
      .map((record) => ('name' in record ? record.name : 'label' in record ? record.label : ''))
      .filter(Boolean);
    assert.deepEqual(named, ['Doe, Jane', 'Botany']);
  });

  it('keeps the address of people who get or lose an email address, and tells namesakes apart', async (t) => {
    const store = await storeOf(t);
    const slugs: string[] = [];
    /** Organisers of the talks with these names and addresses, as numbers in order of appearance. */
    const people = async (...given: readonly string[]): Promise<string> => {
      const events = given.map((person, at) => {
        const [name = '', address] = person.split(' <');
        return on(`${at}`, '20261201', `ORGANIZER;CN=${name}:${address ? `mailto:${address}` : 'invalid:none'}`);
      });
      assert.ok((await importOptics(store, calendar(...events))).ok);
      const talks = await talksIn(store);
      const found = given.map((_, at) => talks.find(({ uid }) => uid === `${at}`)?.organisers[0] ?? '');
      for (const slug of found) if (!slugs.includes(slug)) slugs.push(slug);
      return found.map((slug) => slugs.indexOf(slug)).join(' ');
    };
    assert.equal(await people('Jo Doe'), '0');
    assert.equal(await people('Jo Doe <j@example.org', 'Dr Jo Doe <j@example.org', 'Bo Ray <b@example.org'), '0 0 1');
    assert.equal(await people('Jo Doe <x@example.org', 'Jo Doe <j@example.org', 'Bo Ray'), '2 0 1');
    assert.equal(await people('Jo Doe', 'Jo Doe <x@example.org', 'Bo Ray <b@example.org'), '0 2 1');
    for (let times = 0; times < 2; times++)
      assert.equal(await people('Bo Ray <y@example.org', 'Bo Ray', 'Bo Ray <b@example.org'), '3 1 1');
  });

  it('accepts catalogue files next to calendars and explains one talk', async (t) => {
    const store = await storeOf(t);
    const place = '{"type":"place","id":"place:1","kind":"organisation","name":"Optics"}\n';
    const report = await importOptics(store, '', {
      inputs: [inputOf(place, 'places.ndjson'), inputOf(calendar(on('moss', '20261201', 'LOCATION:Room 1')))],
      sources: { explain: 'moss', additions: { department: 'place:1', topics: [] } },
    });
    assert.equal(report.ok, true);
    const [talk] = await talksIn(store);
    assert.deepEqual([talk?.organisingDepartment, talk?.locationDetails, talk?.uid], ['place:1', 'Room 1', 'moss']);
    assert.deepEqual(
      report.explained.map(({ talk: { key, line }, record }) => [key, line, record?.slug]),
      [['moss', 3, talk?.slug]],
    );
  });
});

/** The talks at the source, by UID. */
type State = ReadonlyMap<
  string,
  { readonly day: number; readonly cancelled: boolean; readonly by: string; readonly repeats: boolean }
>;

test('importing every state of a source gives the same catalogue as importing the last one', async (t) => {
  const entry = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    cancelled: fc.boolean(),
    by: fc.constantFrom('Jane Doe', 'Ann Other'),
    repeats: fc.boolean(),
  });
  const state: fc.Arbitrary<State> = fc
    .array(fc.tuple(fc.constantFrom('moss', 'fern', 'reed', 'bog', 'peat'), entry), { minLength: 1, maxLength: 6 })
    .map((entries) => new Map(entries));
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 4 }), async (states) => {
      const [stepwise, once] = [await storeOf(t), await storeOf(t)];
      for (const each of states) {
        const report = await importOptics(stepwise, calendarOf(each), { sources: { gone: 'remove' } });
        assert.equal(report.ok, true);
      }
      await importOptics(once, calendarOf(states.at(-1) ?? new Map()));
      assert.deepEqual(await told(stepwise), await told(once));
    }),
    { numRuns: 12, seed: 6 },
  );
});

function calendarOf(state: State): string {
  return calendar(
    ...[...state].map(([uid, { day, cancelled, by, repeats }]) =>
      on(
        uid,
        `202612${String(day).padStart(2, '0')}`,
        `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
        `ORGANIZER;CN=${by}:mailto:someone@example.org`,
        ...(repeats ? ['RRULE:FREQ=WEEKLY;COUNT=3'] : []),
      ),
    ),
  );
}

/**
 * Talks with everything they refer to, and collections, but without histories and removed talks. The slugs of
 * occurrences, which have no UID, are blank: they depend on the first dates of their event and stay when it moves.
 */
async function told(store: Store): Promise<CatalogueRecord[]> {
  const records = await recordsOf(store);
  const named = new Set(records.flatMap((record) => (record.type === 'talk' ? record.organisers : [])));
  return records
    .filter((record) => record.type !== 'removed_talk' && (record.type !== 'person' || named.has(record.slug)))
    .map((record) => (record.type === 'talk' ? { ...record, ...slugIn(record), updated: null, history: null } : record))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

function slugIn({ slug, uid }: TalkRecord): { readonly slug: string } {
  return { slug: uid === '' ? '' : slug };
}
