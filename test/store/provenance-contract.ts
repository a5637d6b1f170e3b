import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Provenance } from '#catalogue/provenance.ts';
import type { Store } from '#store/store.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { importInto, provenanceIn, recordsOf } from '../support/db/import-into.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import type { WithStore } from './contract.ts';
import { CATALOGUE, LIST, PLAIN, TALK } from './small-catalogue.ts';

function row(source: string, slug: string, fields: Partial<Provenance> = {}): Provenance {
  return { type: 'provenance', source, of: 'talk', slug, relation: 'owns', cancelled: false, key: '', ...fields };
}

const PLAIN_OF_OPTICS = row('optics', PLAIN.slug, { key: 'plain@optics' });
const TALK_OF_OPTICS = row('optics', TALK.slug, { relation: 'shares', cancelled: true, key: 'é \u{1f33f}' });
const TALK_OF_MATHS = row('maths', TALK.slug);
const LIST_OF_MATHS = row('maths', LIST.slug, { of: 'collection' });
const PLACE_OF_MATHS = row('maths', 'place:12', { of: 'place' });
const TOPIC_OF_MATHS = row('maths', `https://topics.example.org/${'é'.repeat(230)}`, { of: 'topic' });
const PERSON_OF_MATHS = row('maths', slugOf(40), { of: 'person' });
const SERIES_OF_MATHS = row('maths', slugOf(41), { of: 'series' });
const OF_MATHS = [LIST_OF_MATHS, PERSON_OF_MATHS, PLACE_OF_MATHS, SERIES_OF_MATHS, TALK_OF_MATHS, TOPIC_OF_MATHS];
/** In the order of an export. */
const ROWS = [...OF_MATHS, PLAIN_OF_OPTICS, TALK_OF_OPTICS];

async function change(store: Store, put: readonly Provenance[], forget: readonly Provenance[] = []): Promise<void> {
  assert.ok((await importInto(store, [], { provenance: { put, forget } })).ok);
}

/** The part of the store contract about provenance. */
export function provenanceContract(name: string, withStore: WithStore): void {
  describe(`${name}: provenance`, () => {
    it('is found by source and by record, and follows all records in an export', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE, { provenance: { put: ROWS.toReversed() } });
        const { provenance } = store;
        assert.deepEqual(await provenance.sources(), ['maths', 'optics']);
        assert.deepEqual(await provenance.ofSource('maths'), OF_MATHS);
        assert.deepEqual(await provenance.ofSource('optics'), [PLAIN_OF_OPTICS, TALK_OF_OPTICS]);
        assert.deepEqual(await provenance.ofSource('none'), []);
        assert.deepEqual(await provenance.ofRecords('talk', [TALK.slug]), [TALK_OF_MATHS, TALK_OF_OPTICS]);
        assert.deepEqual(await provenance.ofRecords('talk', [slugOf(99), PLAIN.slug]), [PLAIN_OF_OPTICS]);
        assert.deepEqual(await provenance.ofRecords('talk', [LIST.slug]), [], 'the slug of a collection');
        assert.deepEqual(await provenance.ofRecords('talk', []), []);
        for (const { of, slug } of OF_MATHS.filter((each) => each.of !== 'talk'))
          assert.deepEqual(
            (await provenance.ofRecords(of, [slug, slugOf(99)])).map((found) => found.of),
            [of],
          );
        const all: string[] = [];
        for await (const record of store.records()) all.push(record.type);
        assert.deepEqual(all.slice(-ROWS.length - 1), ['collection', ...ROWS.map(({ type }) => type)]);
        assert.deepEqual(await provenanceIn(store), ROWS);
      }));

    it('is replaced and removed by row without making a new version', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE, { provenance: { put: ROWS } });
        const state = await store.state();
        const own = { ...TALK_OF_OPTICS, relation: 'owns', cancelled: false, key: 'talk' } as const;
        await change(store, [{ ...own, key: 'earlier' }, own], [TALK_OF_MATHS, row('none', TALK.slug)]);
        assert.deepEqual(await provenanceIn(store), [
          ...OF_MATHS.filter(({ of }) => of !== 'talk'),
          PLAIN_OF_OPTICS,
          own,
        ]);
        assert.deepEqual(await store.state(), state);
      }));

    it('changes only if the import is committed', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE, { provenance: { put: [TALK_OF_MATHS] } });
        const put = [PLAIN_OF_OPTICS];
        await importInto(store, [aTalk(slugOf(50))], { provenance: { put }, dryRun: true });
        const refused = await importInto(store, [aTalk(slugOf(50), { series: slugOf(51) })], { provenance: { put } });
        assert.equal(refused.ok, false);
        const started = await store.beginImport({ replace: true, now: new Date() });
        await started.changeProvenance({ put });
        await started.abandon();
        assert.deepEqual(await provenanceIn(store), [TALK_OF_MATHS]);
      }));

    it('is replaced by that of a replacing import', () =>
      withStore(async (store) => {
        await importInto(store, CATALOGUE, { provenance: { put: ROWS } });
        const [state, records] = [await store.state(), await recordsOf(store)];
        await importInto(store, records, { replace: true, provenance: { put: ROWS } });
        assert.deepEqual([await provenanceIn(store), await store.state()], [ROWS, state]);
        await importInto(store, records, { replace: true, provenance: { put: [LIST_OF_MATHS] } });
        assert.deepEqual([await provenanceIn(store), await store.state()], [[LIST_OF_MATHS], state]);
        await importInto(store, records, { replace: true });
        assert.deepEqual([await provenanceIn(store), await recordsOf(store)], [[], records]);
      }));

    it('can have thousands of rows, unknown records and sources with any name', () =>
      withStore(async (store) => {
        const sources = ['', ' ', "a'b", 'a b', '\u{10ffff}', 'é'.repeat(500), 'z'];
        const many = sources.flatMap((source) => [1, 2].map((number) => row(source, slugOf(number))));
        many.push(...Array.from({ length: 11_000 }, (_, number) => row('zz', slugOf(number + 1), { key: 'k' })));
        await change(store, many);
        const names = await store.provenance.sources();
        const bytes = (text: string) => Buffer.from(text);
        assert.deepEqual(
          names,
          [...new Set(many.map(({ source }) => source))].sort((a, b) => bytes(a).compare(bytes(b))),
        );
        assert.equal((await store.provenance.ofSource('zz')).length, 11_000);
        assert.equal((await store.provenance.ofRecords('talk', many.map(({ slug }) => slug).slice(14))).length, 11_014);
        assert.equal((await provenanceIn(store)).length, many.length);
        await change(store, [], many.slice(14));
        assert.equal((await provenanceIn(store)).length, 14);
      }));
  });
}
