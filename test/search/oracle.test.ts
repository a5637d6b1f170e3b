import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import { parseListing, parseSearch } from '#search/query/question.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { RUNS } from '../support/property-runs.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { Oracle } from './oracle.ts';
import { catalogueHistory, collectionOf, randomCatalogue } from './random-catalogue.ts';
import type { Zone } from './random-catalogue.ts';
import { randomListing, randomSearch } from './random-search.ts';
import type { WrittenListing, WrittenSearch } from './random-search.ts';
import { tellText } from './tell-text.ts';

/** An indexed catalogue and its oracle. */
class Searched {
  readonly index: TalkIndex;
  readonly oracle: Oracle;
  readonly #rules;
  readonly #now: Date;
  readonly #slugs: ReadonlyMap<number, string>;

  readonly #catalogue: MemoryCatalogue;

  constructor(index: TalkIndex, catalogue: MemoryCatalogue, records: readonly CatalogueRecord[], zone: Zone) {
    this.index = index;
    this.#catalogue = catalogue;
    this.#slugs = catalogue.slugs();
    this.#rules = { timeZone: zone.timeZone, defaultCount: 20, maximumCount: 1000 };
    // Noon of the zone's odd day, so that `today` is near the talks.
    this.#now = new Date(`${zone.oddDays[0] ?? ''}T12:00:00Z`);
    this.oracle = new Oracle(records, zone.timeZone, this.#now);
  }

  /** The slugs and the total of each page of an answer, up to the first empty page. */
  pages({ query }: WrittenSearch): { totals: number[]; pages: string[][] } {
    const totals: number[] = [];
    const pages: string[][] = [];
    for (let page = 1; pages.at(-1)?.length !== 0; page += 1) {
      const parsed = parseSearch(`${query}&page=${page}`, this.#rules, this.#now);
      assert.ok(parsed.ok, JSON.stringify(parsed));
      const { question } = parsed.value;
      tellText(this.index, this.#catalogue, question.text);
      const { total, talks } = this.index.answer(question);
      totals.push(total);
      pages.push(this.slugs(talks));
    }
    return { totals, pages };
  }

  window({ query }: WrittenListing) {
    const parsed = parseListing(query, this.#rules, this.#now);
    assert.ok(parsed.ok, JSON.stringify(parsed));
    return parsed.value.window;
  }

  readonly slugs = (numbers: Uint32Array): string[] =>
    Array.from(numbers, (number) => this.#slugs.get(number) ?? `no talk ${number}`);
}

async function searched(zone: Zone, records: readonly CatalogueRecord[]): Promise<Searched> {
  const catalogue = new MemoryCatalogue();
  catalogue.replace(records);
  const index = new TalkIndex(await applyChanges(undefined, catalogue.everything()));
  return new Searched(index, catalogue, records, zone);
}

/** The oracle's listing as pages, with the empty one after the last. */
function paged(slugs: readonly string[], count: number): { totals: number[]; pages: string[][] } {
  const pages: string[][] = [];
  for (let from = 0; from < slugs.length; from += count) pages.push(slugs.slice(from, from + count));
  pages.push([]);
  return { totals: pages.map(() => slugs.length), pages };
}

const SEARCHES = 20;

test('every page of any search matches the talks found record by record', async () => {
  const property = fc.asyncProperty(
    randomCatalogue().chain(({ zone, records }) =>
      fc.tuple(
        fc.constant(zone),
        fc.constant(records),
        fc.array(randomSearch(zone, records), { minLength: SEARCHES, maxLength: SEARCHES }),
      ),
    ),
    async ([zone, records, searches]) => {
      const catalogue = await searched(zone, records);
      for (const written of searches) {
        const expected = paged(catalogue.oracle.search(written.search), written.count);
        assert.deepEqual(catalogue.pages(written), expected, written.query);
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS.slow });
});

test('a series and a collection list the talks found record by record', async () => {
  const property = fc.asyncProperty(
    randomCatalogue().chain(({ zone, records }) =>
      fc.tuple(
        fc.constant(zone),
        fc.constant(records),
        fc.array(fc.tuple(collectionOf(records), randomListing(zone)), { minLength: 5, maxLength: 5 }),
      ),
    ),
    async ([zone, records, listings]) => {
      const catalogue = await searched(zone, records);
      for (const [collection, written] of listings) {
        const window = catalogue.window(written);
        const named = catalogue.slugs(catalogue.index.collectionTalks(collection, window));
        assert.deepEqual(named, catalogue.oracle.collection(collection, written.listing), written.query);
        for (const slug of collection.series) {
          const talks = catalogue.slugs(catalogue.index.seriesTalks(slug, window));
          assert.deepEqual(talks, catalogue.oracle.series(slug, written.listing), written.query);
        }
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS.slow });
});

/** Slugs of talks in any order, some more than once. */
function anyTalks(records: readonly CatalogueRecord[]): fc.Arbitrary<string[]> {
  const slugs = records.flatMap((record) => (record.type === 'talk' ? [record.slug] : []));
  return slugs.length === 0 ? fc.constant([]) : fc.array(fc.constantFrom(...slugs), { maxLength: 12 });
}

/** Compares what an index knows of talks with their records. */
function assertKnown({ index, oracle, slugs }: Searched, given: readonly string[]): void {
  const numbers = Uint32Array.from(given, (slug) => index.talkNumber(slug));
  const seconds = (time: string): number => Date.parse(time) / 1000;
  const [first, last] = oracle.span(given) ?? [];
  const span = first === undefined || last === undefined ? undefined : { first: seconds(first), last: seconds(last) };
  assert.deepEqual(index.span(numbers), span);
  assert.deepEqual(slugs(index.withoutCancelled(numbers)), oracle.filter(given, false));
  assert.deepEqual(slugs(index.onlyCancelled(numbers)), oracle.filter(given, true));
}

test('the span and cancelled talks of any list match the records', async () => {
  const property = fc.asyncProperty(
    randomCatalogue().chain(({ zone, records }) =>
      fc.tuple(fc.constant(zone), fc.constant(records), fc.array(anyTalks(records), { minLength: 5, maxLength: 5 })),
    ),
    async ([zone, records, lists]) => {
      const catalogue = await searched(zone, records);
      for (const list of lists) assertKnown(catalogue, list);
      const unknown = Uint32Array.of(0, 1_000_000);
      assert.equal(catalogue.index.span(unknown), undefined);
    },
  );
  await fc.assert(property, { numRuns: RUNS.usual });
});

test('an index that followed imports answers like one built from scratch', async () => {
  const property = fc.asyncProperty(
    catalogueHistory().chain((history) => {
      const last = history.steps.at(-1) ?? [];
      return fc.tuple(fc.constant(history), fc.array(randomSearch(history.zone, last), { minLength: 5, maxLength: 5 }));
    }),
    async ([{ zone, steps }, searches]) => {
      const catalogue = new MemoryCatalogue();
      catalogue.replace(steps[0] ?? []);
      let followed = await applyChanges(undefined, catalogue.everything());
      for (const records of steps.slice(1)) followed = await applyChanges(followed, catalogue.replace(records));
      const anew = await applyChanges(undefined, catalogue.everything());
      assert.deepEqual(followed.columns.talks, anew.columns.talks);
      assert.deepEqual(followed.state, anew.state);
      const records = steps.at(-1) ?? [];
      const index = new Searched(new TalkIndex(followed), catalogue, records, zone);
      for (const written of searches) {
        const expected = paged(index.oracle.search(written.search), written.count);
        assert.deepEqual(index.pages(written), expected, written.query);
      }
      for (const record of records) {
        if (record.type !== 'talk') continue;
        assert.equal(index.index.talkNumber(record.slug), catalogue.number('talk', record.slug));
        assertKnown(index, [record.slug]);
      }
    },
  );
  await fc.assert(property, { numRuns: RUNS.slow });
});
