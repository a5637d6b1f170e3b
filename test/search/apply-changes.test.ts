import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Talk } from '#catalogue/talk.ts';
import type { ChangedTalk } from '#store/store.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import { RUNS } from '../support/property-runs.ts';
import { inBatches } from '../store/batches.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { catalogueHistory } from './random-catalogue.ts';

/** All that a talk shows: itself, the records it refers to and all places above its venue and department. */
function details(talk: Talk, records: readonly CatalogueRecord[]): string {
  const people = [...talk.speakers, ...talk.hosts, ...talk.organisers];
  const places = [talk.venue, talk.organisingDepartment];
  for (const id of places) {
    const place = records.find((record) => record.type === 'place' && record.id === id);
    // The loop also visits the places that it adds.
    if (place?.type === 'place' && !places.includes(place.parent)) places.push(place.parent);
  }
  const named = records.filter((record) => {
    if (record.type === 'place') return places.includes(record.id);
    if (record.type === 'topic') return talk.topics.includes(record.uri);
    if (record.type === 'person') return people.includes(record.slug);
    return record.type === 'series' && record.slug === talk.series;
  });
  return JSON.stringify([talk, ...named]);
}

/** The slugs of talks that were added or removed, or that show something different. */
function shownOtherwise(before: readonly CatalogueRecord[], after: readonly CatalogueRecord[]): Set<string> {
  const show = (given: readonly CatalogueRecord[]) => {
    const records = sorted(given);
    return new Map(records.flatMap((each) => (each.type === 'talk' ? [[each.slug, details(each, records)]] : [])));
  };
  const [old, fresh] = [show(before), show(after)];
  const slugs = [...old.keys(), ...fresh.keys()];
  return new Set(slugs.filter((slug) => old.get(slug) !== fresh.get(slug)));
}

function sorted(records: readonly CatalogueRecord[]): CatalogueRecord[] {
  const written = records.map((record) => [JSON.stringify(record), record] as const);
  return written.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record);
}

test('the talks of a new version are exactly those that an import adds or shows differently', async () => {
  const property = fc.asyncProperty(catalogueHistory(), async ({ steps }) => {
    const catalogue = new MemoryCatalogue();
    catalogue.replace(steps[0] ?? []);
    let applied = await applyChanges(undefined, catalogue.everything());
    for (const [index, records] of steps.slice(1).entries()) {
      const { version } = applied.state;
      applied = await applyChanges(applied, catalogue.replace(records));
      const { talks, versions } = applied.columns;
      const later = talks.numbers.filter((number) => (versions.talk[number] ?? 0) > version);
      const isThere = new Set(talks.numbers);
      const expected = [...shownOtherwise(steps[index] ?? [], records)]
        .map((slug) => catalogue.number('talk', slug))
        .filter((number) => isThere.has(number));
      assert.deepEqual(later.sort(), Uint32Array.from(expected).sort());
    }
  });
  await fc.assert(property, { numRuns: RUNS.slow });
});

test('changes without talks reuse the talk and posting columns', async () => {
  const catalogue = new MemoryCatalogue();
  const person = {
    type: 'person',
    slug: '00000000-0000-4000-8000-000000000000',
    bio: '',
    webAddress: '',
    image: null,
  } as const;
  catalogue.replace([{ ...person, name: 'One name', emailAddress: '' }]);
  const before = await applyChanges(undefined, catalogue.everything());
  const after = await applyChanges(before, catalogue.replace([{ ...person, name: 'Another', emailAddress: '' }]));
  assert.equal(after.columns.talks, before.columns.talks);
  assert.equal(after.columns.postings, before.columns.postings);
});

test('incomplete changes are rejected without an index to apply them to', async () => {
  const catalogue = new MemoryCatalogue();
  await assert.rejects(applyChanges(undefined, catalogue.replace([])), /incomplete/);
});

/** A talk of a series that the store does not have. */
function talkOfNobody(complete: boolean) {
  const talk: ChangedTalk = {
    number: 1,
    slug: new Uint8Array(16),
    start: 0,
    length: 0,
    updated: 0,
    status: 'published',
    traits: 0,
    version: 1,
    refs: Uint32Array.of(3, 0, 0, 0, 0, 0),
  };
  const history = [{ version: 1, token: 'a', time: 1 }];
  const nothing = { entities: inBatches<never>([]), removed: inBatches<never>([]), history, close: () => undefined };
  return { state: { version: 1, token: 'a' }, complete, ...nothing, talks: inBatches([talk]) };
}

test('complete changes drop references to missing records and report damage', async () => {
  const { columns, isDamaged } = await applyChanges(undefined, talkOfNobody(true));
  assert.deepEqual([Array.from(columns.talks.numbers), isDamaged], [[1], true]);
});

test('incomplete changes with a reference to a missing record are rejected', async () => {
  const before = await applyChanges(undefined, new MemoryCatalogue().everything());
  await assert.rejects(applyChanges(before, talkOfNobody(false)), RangeError);
});
