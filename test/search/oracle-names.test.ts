import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import type { IndexState } from '#search/index/columns.ts';
import { BROWSE_TYPES, type BrowseType } from '#search/index/list-type.ts';
import type { BrowseEntry } from '#search/names/browse.ts';
import { parseSearch } from '#search/query/question.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { aPlace, aTalk } from '../support/catalogue/catalogue-records.ts';
import { RUNS } from '../support/property-runs.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { tellText } from './tell-text.ts';
import { NamesOracle } from './names-oracle.ts';
import { Oracle } from './oracle.ts';
import { catalogueHistory, randomCatalogue } from './random-catalogue.ts';
import type { RandomCatalogue, Zone } from './random-catalogue.ts';
import { randomSearch } from './random-search.ts';
import type { WrittenSearch } from './random-search.ts';

/** Noon of the zone's odd day, so that `today` is near the talks. */
function noonOf(zone: Zone): Date {
  return new Date(`${zone.oddDays[0] ?? ''}T12:00:00Z`);
}

/** An index that followed a catalogue through these steps, one built from the last step, and the oracle. */
async function followed(zone: Zone, steps: readonly (readonly CatalogueRecord[])[]) {
  const catalogue = new MemoryCatalogue();
  catalogue.replace(steps[0] ?? []);
  let state: IndexState = await applyChanges(undefined, catalogue.everything());
  for (const records of steps.slice(1)) state = await applyChanges(state, catalogue.replace(records));
  const anew = await applyChanges(undefined, catalogue.everything());
  const records = steps.at(-1) ?? [];
  const oracle = new NamesOracle(records, new Oracle(records, zone.timeZone, noonOf(zone)), (type, key) =>
    catalogue.number(type, key),
  );
  const slugs = catalogue.slugs();
  const slugsOf = (numbers: Uint32Array): string[] => Array.from(numbers, (number) => slugs.get(number) ?? '');
  return { states: [state, anew] as const, catalogue, oracle, slugsOf, records };
}

type Followed = Awaited<ReturnType<typeof followed>>;

function assertFacets(
  index: TalkIndex,
  { oracle, catalogue }: Pick<Followed, 'oracle' | 'catalogue'>,
  zone: Zone,
  { query, search }: WrittenSearch,
): void {
  const rules = { timeZone: zone.timeZone, defaultCount: 20, maximumCount: 1000 };
  const parsed = parseSearch(query, rules, noonOf(zone));
  assert.ok(parsed.ok, JSON.stringify(parsed));
  tellText(index, catalogue, parsed.value.question.text);
  assert.deepEqual(index.facets(parsed.value.question), oracle.facets(search), query);
}

function withSearches(arbitrary: fc.Arbitrary<RandomCatalogue>, searches: number) {
  return arbitrary.chain(({ zone, records }) =>
    fc.tuple(
      fc.constant(zone),
      fc.constant(records),
      fc.array(randomSearch(zone, records), { minLength: searches, maxLength: searches }),
    ),
  );
}

test('the facets of any search match those computed record by record', async () => {
  const property = fc.asyncProperty(withSearches(randomCatalogue(60), 4), async ([zone, records, searches]) => {
    const { states, ...reading } = await followed(zone, [records]);
    const index = new TalkIndex(states[0]);
    for (const written of searches) assertFacets(index, reading, zone, written);
  });
  await fc.assert(property, { numRuns: RUNS.slow });
});

test('an index that followed imports counts the same facets as one built from scratch', async () => {
  const history = catalogueHistory().chain((given) =>
    fc.tuple(
      fc.constant(given),
      fc.array(randomSearch(given.zone, given.steps.at(-1) ?? []), { minLength: 2, maxLength: 2 }),
    ),
  );
  const property = fc.asyncProperty(history, async ([{ zone, steps }, searches]) => {
    const { states, ...reading } = await followed(zone, steps);
    for (const index of states.map((state) => new TalkIndex(state)))
      for (const written of searches) assertFacets(index, reading, zone, written);
  });
  await fc.assert(property, { numRuns: RUNS.slow });
});

test('department facets prefer the outermost of departments with the same talks', async () => {
  const zone = { timeZone: 'UTC', oddDays: ['2026-01-01'] };
  // Each is below the next, so the outermost has the highest number.
  const ids = Array.from({ length: 12 }, (_, at) => `place:${at}`);
  const chain = ids.map((id, at) => aPlace(id, { parent: ids[at + 1] ?? null }));
  const talk = aTalk(slugOf(1), { organisingDepartment: 'place:0', updated: '2026-01-01T00:00:00Z' });
  const { states, catalogue } = await followed(zone, [[...chain, talk]]);
  assert.equal(catalogue.number('place', 'place:0'), 1);
  const parsed = parseSearch('from=2015-01-01', { timeZone: 'UTC', defaultCount: 20, maximumCount: 100 }, noonOf(zone));
  assert.ok(parsed.ok);
  const { departments } = new TalkIndex(states[0]).facets(parsed.value.question);
  assert.deepEqual(
    departments.map(({ key, count, depth }) => [key, count, depth]),
    [...ids]
      .reverse()
      .slice(0, 10)
      .map((id, depth) => [id, 1, depth]),
  );
});

/** All entries of a list or of one of its letters, read page by page. */
function pagesOf(index: TalkIndex, type: BrowseType, now: number, letter?: string) {
  const entries: BrowseEntry[] = [];
  for (let page = 1; ; page += 1) {
    const request = { letter, page, count: 3 };
    const { total, ...found } =
      type === 'collection'
        ? { ...index.names.collections(request), entries: withoutTalks(index.names.collections(request).entries) }
        : index.names.browse(type, request, now);
    if (found.entries.length === 0) return { total, letters: found.letters, entries };
    entries.push(...found.entries);
  }
}

function withoutTalks(entries: readonly { readonly key: string; readonly name: string }[]): BrowseEntry[] {
  return entries.map((entry) => ({ ...entry, talks: 0, upcoming: 0 }));
}

/** Compares a list and each of its letters with the oracle. */
function assertList(index: TalkIndex, oracle: NamesOracle, type: BrowseType, now: number): void {
  const expected = oracle.browse(type, now);
  const entries = (letter?: string): BrowseEntry[] =>
    expected
      .filter((entry) => letter === undefined || entry.letter === letter)
      .map(({ letter: _letter, ...entry }) => entry);
  const names = [...new Set(expected.map(({ letter }) => letter))];
  const letters = names.map((letter) => ({ letter, count: entries(letter).length }));
  assert.deepEqual(pagesOf(index, type, now), { total: expected.length, letters, entries: entries() }, type);
  for (const letter of [...names, '!']) {
    const asked = letter === '!' ? '#' : letter.toLowerCase();
    const under = entries(letter === '!' ? '#' : letter);
    assert.deepEqual(pagesOf(index, type, now, asked), { total: under.length, letters, entries: under }, letter);
  }
}

test('name lists have the right order, letters and talk counts after any imports', async () => {
  const property = fc.asyncProperty(catalogueHistory(), async ({ zone, steps }) => {
    const now = noonOf(zone).getTime() / 1000;
    const { states, oracle } = await followed(zone, steps);
    assert.deepEqual(states[0].columns.orders, states[1].columns.orders);
    for (const index of states.map((state) => new TalkIndex(state)))
      for (const type of BROWSE_TYPES) assertList(index, oracle, type, now);
  });
  await fc.assert(property, { numRuns: RUNS.slow });
});

/** Compares names, the places above and below places, and the related and adjacent talks of talks. */
function assertRelations(
  index: TalkIndex,
  oracle: NamesOracle,
  {
    records,
    now,
    slugsOf,
  }: { records: readonly CatalogueRecord[]; now: number; slugsOf: (n: Uint32Array) => string[] },
): void {
  for (const record of records) {
    if (record.type === 'place') {
      assert.equal(index.names.of('place', record.id), record.name);
      assert.deepEqual(index.places.parents(record.id), oracle.parents(record.id));
      const type = record.kind === 'venue' ? 'venue' : 'department';
      const { entries } = index.places.branch(type, record.id, { page: 1, count: 1000 }, 0);
      const below = entries.map(({ key, name }) => ({ key, name }));
      assert.deepEqual(below, oracle.children(record.id));
    } else if (record.type === 'talk') {
      assert.deepEqual(slugsOf(index.related(record.slug, 5, now)), oracle.related(record.slug, 5, now));
      const { before, after } = index.beside(record.slug);
      assert.deepEqual(slugsOf(Uint32Array.of(before, after)), oracle.beside(record.slug));
    } else if (record.type === 'person') {
      assert.equal(index.names.of('person', record.slug), record.name);
      const listed = oracle.browse('person', now).find(({ key }) => key === record.slug);
      assert.equal(index.names.affiliation(record.slug), listed?.affiliation ?? '');
    } else if (record.type === 'topic') {
      assert.equal(index.names.of('topic', record.uri), record.label);
    } else if (record.type === 'collection') {
      assert.equal(index.names.of('collection', record.slug), record.public ? record.title : undefined);
    }
  }
}

test('names, parents, children, related and adjacent talks match the records after any imports', async () => {
  const property = fc.asyncProperty(catalogueHistory(), async ({ zone, steps }) => {
    const now = noonOf(zone).getTime() / 1000;
    const { states, oracle, slugsOf, records } = await followed(zone, steps);
    for (const index of states.map((state) => new TalkIndex(state)))
      assertRelations(index, oracle, { records, now, slugsOf });
  });
  await fc.assert(property, { numRuns: RUNS.slow });
});

test('an index returns empty results for unknown records', async () => {
  const { states } = await followed({ timeZone: 'UTC', oddDays: ['2026-01-01'] }, [[]]);
  const index = new TalkIndex(states[0]);
  const slug = '00000000-0000-4000-8000-000000000000';
  assert.deepEqual(
    [index.names.of('person', slug), index.names.of('department', 'place:1'), index.names.of('topic', 'no URI')],
    [undefined, undefined, undefined],
  );
  assert.deepEqual(index.places.parents('place:1'), []);
  assert.deepEqual([...index.related(slug, 5, 0)], []);
  assert.deepEqual(index.beside(slug), { before: 0, after: 0 });
  assert.deepEqual(index.names.browse('person', { page: 1, count: 5 }, 0), { total: 0, letters: [], entries: [] });
});
