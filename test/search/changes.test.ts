import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Talk } from '#catalogue/talk.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import { cursorText, readCursor } from '#search/query/change-cursor.ts';
import { fingerprintOf } from '#search/query/question.ts';
import type { ChangesFrom } from '#search/query/change-cursor.ts';
import { FirstChanges } from '#search/answers/changed-talks.ts';
import { parseSearch } from '#search/query/question.ts';
import type { Question } from '#search/query/question.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { aPlace, aTalk } from '../support/catalogue/catalogue-records.ts';
import { RUNS } from '../support/property-runs.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { MemoryCatalogue, timeOf } from './memory-catalogue.ts';
import { Oracle } from './oracle.ts';
import { catalogueHistory } from './random-catalogue.ts';
import { randomSearch } from './random-search.ts';
import { tellText } from './tell-text.ts';

/** The version that last added or changed a talk, a record it refers to or a place above one of those. */
function latestVersion(talk: Talk, records: readonly CatalogueRecord[], catalogue: MemoryCatalogue): number {
  const people = [...talk.speakers, ...talk.hosts, ...talk.organisers];
  const places = new Set<string | null>();
  for (let id of [talk.venue, talk.organisingDepartment]) {
    while (id !== null && !places.has(id)) {
      places.add(id);
      id = records.flatMap((one) => (one.type === 'place' && one.id === id ? [one.parent] : []))[0] ?? null;
    }
  }
  const named = records.filter((record) => {
    if (record.type === 'place') return places.has(record.id);
    if (record.type === 'topic') return talk.topics.includes(record.uri);
    if (record.type === 'person') return people.includes(record.slug);
    return record.type === 'series' ? record.slug === talk.series : record === talk;
  });
  return Math.max(...named.map((record) => catalogue.version(record)));
}

/** Compares when talks changed, each of them and the last of all. */
function assertDated(index: TalkIndex, records: readonly CatalogueRecord[], catalogue: MemoryCatalogue): void {
  const talks = records.filter((record) => record.type === 'talk');
  const numbers = talks.map(({ slug }) => index.talkNumber(slug));
  const times = talks.map((talk) => timeOf(latestVersion(talk, records, catalogue)));
  assert.deepEqual(
    numbers.map((number) => index.changedAt(number)),
    times,
  );
  const last = times.length === 0 ? undefined : Math.max(...times);
  assert.equal(index.changedLast(Uint32Array.from([...numbers, 1_000_000])), last);
}

/** A client’s copy of a listing: its talks, each with the version in which the client received it. */
class Mirror {
  readonly #talks = new Map<string, number>();
  #from: ChangesFrom | undefined;

  readonly question: Question;
  readonly since: number;

  constructor(question: Question, since: number) {
    this.question = question;
    this.since = since;
  }

  /** Applies one page of changes. @returns whether more pages follow */
  take(index: TalkIndex, catalogue: MemoryCatalogue, count: number): boolean {
    const { version } = index.state;
    const slugs = catalogue.slugs();
    tellText(index, catalogue, this.question.text);
    this.#from ??= { after: { version: 0, number: 0 }, beginning: version, since: this.since };
    const { total, talks, removed, last } = index.changes(this.question, this.#from, count);
    assert.equal(Math.min(total, count), talks.length + removed.length);
    for (const number of talks) this.#talks.set(slugs.get(number) ?? '', version);
    for (const slug of removed) this.#talks.delete(slug);
    if (last !== undefined) this.#from = { ...this.#from, after: last };
    return total > count;
  }

  get talks(): ReadonlyMap<string, number> {
    return this.#talks;
  }
}

describe('the changes of a search', () => {
  it('bring any copy to what the search finds, with any page size and any interruptions', async () => {
    const property = fc.asyncProperty(
      catalogueHistory().chain((history) => {
        const last = history.steps.at(-1) ?? [];
        return fc.tuple(
          fc.constant(history),
          fc.array(randomSearch(history.zone, last), { minLength: 2, maxLength: 4 }),
          fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(3)), { minLength: 1 }),
          fc.boolean(),
        );
      }),
      async ([{ zone, steps }, searches, pages, isFollowed]) => {
        const catalogue = new MemoryCatalogue();
        const now = new Date(`${zone.oddDays[0] ?? ''}T12:00:00Z`);
        const rules = { timeZone: zone.timeZone, defaultCount: 20, maximumCount: 1000 };
        const mirrors = searches.map(({ search, query }) => {
          const parsed = parseSearch(query, rules, now);
          assert.ok(parsed.ok, JSON.stringify(parsed));
          return { search, mirror: new Mirror(parsed.value.question, -Infinity) };
        });
        let state = await applyChanges(undefined, catalogue.everything());
        let turn = 0;
        for (const records of steps) {
          const changes = catalogue.replace(records);
          state = isFollowed
            ? await applyChanges(state, changes)
            : await applyChanges(undefined, catalogue.everything());
          const index = new TalkIndex(state);
          for (const { mirror } of mirrors) {
            const [count = 1, most = 0] = pages[turn++ % pages.length] ?? [];
            for (let page = 0; page < most; page += 1) mirror.take(index, catalogue, count);
          }
        }
        const records = steps.at(-1) ?? [];
        const index = new TalkIndex(state);
        const oracle = new Oracle(records, zone.timeZone, now);
        assertDated(index, records, catalogue);
        const talks = new Map(records.flatMap((one) => (one.type === 'talk' ? [[one.slug, one]] : [])));
        for (const { search, mirror } of mirrors) {
          const [count = 1] = pages[turn++ % pages.length] ?? [];
          while (mirror.take(index, catalogue, count));
          assert.deepEqual([...mirror.talks.keys()].sort(), oracle.search(search).sort());
          for (const [slug, told] of mirror.talks) {
            const talk = talks.get(slug);
            assert.ok(talk !== undefined && told >= latestVersion(talk, records, catalogue), slug);
          }
          assert.equal(mirror.take(index, catalogue, count), false);
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS.slow });
  });

  it('include talks that come and go when a place far above theirs moves', async () => {
    const catalogue = new MemoryCatalogue();
    const placed = (parent: string | null): CatalogueRecord[] => [
      aPlace('place:1'),
      aPlace('place:2', { parent }),
      aPlace('place:3', { parent: 'place:2' }),
      aTalk(slugOf(1), { organisingDepartment: 'place:3' }),
    ];
    const rules = { timeZone: 'UTC', defaultCount: 20, maximumCount: 1000 };
    const parsed = parseSearch('from=2015-01-01&organising_department=place:1', rules, new Date(0));
    assert.ok(parsed.ok);
    const mirror = new Mirror(parsed.value.question, -Infinity);
    catalogue.replace([]);
    let state = await applyChanges(undefined, catalogue.everything());
    for (const parent of ['place:1', null, 'place:1']) {
      state = await applyChanges(state, catalogue.replace(placed(parent)));
      mirror.take(new TalkIndex(state), catalogue, 5);
      assert.deepEqual([...mirror.talks.keys()], parent === null ? [] : [slugOf(1)]);
    }
  });

  it('bring a copy from a given time up to date', async () => {
    const catalogue = new MemoryCatalogue();
    const [OLD, NEW] = ['2020-01-01T00:00:00Z', '2021-05-05T05:05:05Z'];
    const [moved, kept, added, gone] = [1, 2, 3, 4].map(slugOf);
    const talk = (slug = '', updated: string, start = '2015-10-06T10:00:00Z') => aTalk(slug, { updated, start });
    catalogue.replace([talk(moved, OLD), talk(kept, OLD), talk(gone, OLD)]);
    catalogue.replace([talk(moved, NEW, '1999-09-09T09:09:09Z'), talk(kept, OLD), talk(added, NEW)]);
    const index = new TalkIndex(await applyChanges(undefined, catalogue.everything()));
    const rules = { timeZone: 'UTC', defaultCount: 20, maximumCount: 1000 };
    const parsed = parseSearch('from=2015-01-01', rules, new Date(0));
    assert.ok(parsed.ok);
    const since = Date.parse('2021-01-01T00:00:00Z') / 1000;
    const from = { after: { version: 0, number: 0 }, beginning: index.state.version, since };
    const { total, talks, removed } = index.changes(parsed.value.question, from, 9);
    assert.deepEqual(
      Array.from(talks, (number) => catalogue.slugs().get(number)),
      [added],
    );
    assert.deepEqual([total, [...removed].sort()], [3, [moved, gone]]);
  });
});

describe('the first of many changes', () => {
  it('are the same as after sorting all of them, for any limit', () => {
    const change = fc.tuple(fc.nat(5), fc.nat(50));
    fc.assert(
      fc.property(
        fc.uniqueArray(change, { selector: String, maxLength: 200 }),
        fc.integer({ min: 1, max: 40 }),
        (all, most) => {
          const first = new FirstChanges(most);
          for (const [version, number] of all) first.add(version, number);
          const sorted = [...all]
            .sort(([a, i], [b, j]) => a - b || i - j)
            .map(([version, number]) => ({ version, number }));
          assert.deepEqual([first.total, first.first()], [all.length, sorted.slice(0, most)]);
        },
      ),
    );
  });

  it('are ordered by version first, even with the largest talk numbers', () => {
    const first = new FirstChanges(3);
    first.add(2_000_000, 1);
    first.add(1_999_999, 4_294_967_295);
    assert.deepEqual(first.first(), [
      { version: 1_999_999, number: 4_294_967_295 },
      { version: 2_000_000, number: 1 },
    ]);
  });
});

describe('a cursor', () => {
  const plain = { noNullPrototype: true };
  const cursor = fc.record(
    {
      after: fc.record({ version: fc.maxSafeNat(), number: fc.nat() }, plain),
      beginning: fc.nat(),
      since: fc.oneof(fc.constant(-Infinity), fc.integer()),
      state: fc.record({ version: fc.nat(), token: fc.uuid() }, plain),
      fingerprint: fc.string({ unit: fc.constantFrom('a', 'B', '-', '_') }),
    },
    plain,
  );

  it('survives a round trip and needs no percent-encoding', () => {
    fc.assert(
      fc.property(cursor, (given) => {
        const text = cursorText(given);
        assert.equal(encodeURIComponent(text), text);
        assert.deepEqual(readCursor(text), given);
      }),
    );
  });

  it('is rejected if malformed', () => {
    const json = fc.json().map((text) => Buffer.from(text).toString('base64url'));
    fc.assert(
      fc.property(fc.oneof(fc.string(), json), (text) => {
        assert.equal(readCursor(text), undefined);
      }),
    );
    for (const parts of [
      [1, -1, 0, 0, null, 0, '', ''],
      [1, 0, 0, 0, 'x', 0, '', ''],
      [2, 0, 0, 0, null, 0, '', ''],
      [1, 0, 0.5, 0, null, 0, '', ''],
    ])
      assert.equal(readCursor(Buffer.from(JSON.stringify(parts)).toString('base64url')), undefined, String(parts));
  });

  it('has a fingerprint that depends on filters and dates but not on count', () => {
    const rules = { timeZone: 'Europe/London', defaultCount: 20, maximumCount: 1000 };
    const print = (query: string): string => {
      const parsed = parseSearch(query, rules, new Date('2026-01-01T12:00:00Z'));
      assert.ok(parsed.ok, query);
      return fingerprintOf(parsed.value.question);
    };
    const slug = '5a3e1c1e-0000-4000-8000-000000000001';
    const base = print('from=2026-01-01');
    // Clients hold cursors with this fingerprint, so it must not change.
    assert.equal(base, 'C4RPaqdYdnfxhr06');
    assert.equal(print('from=today&count=3&subdepartments=true'), base);
    const others = [
      'from=2026-01-02',
      'from=2026-01-01&to=plus3',
      `from=2026-01-01&speaker=${slug}`,
      `from=2026-01-01&series=${slug}`,
      'from=2026-01-01&venue=place:1',
      'from=2026-01-01&organising_department=place:1',
      'from=2026-01-01&organising_department=place:1&subdepartments=false',
      'from=2026-01-01&topic=http://a.example/',
      'from=2026-01-01&q=moss',
      'from=2026-01-01&q=ferns',
      'from=2026-01-01&cancelled=omit',
      `from=2026-01-01&host=${slug}`,
      `from=2026-01-01&collection=${slug}`,
      `from=2026-01-01&without_series=${slug}`,
    ];
    assert.equal(new Set([base, ...others.map(print)]).size, others.length + 1);
  });
});
