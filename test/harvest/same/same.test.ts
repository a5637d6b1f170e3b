import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { readSameLines } from '#harvest/reading/same-lines.ts';
import type { SameLines } from '#harvest/reading/same-lines.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { calendar, event, importFiles, talksIn } from '../../support/sources/import-calendars.ts';
import type { Choices } from '../../support/sources/import-calendars.ts';
import { recordsOf } from '../../support/db/import-into.ts';
import { collection, person, slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { databaseOf } from '../../support/db/fresh-database.ts';
import { storeOf } from '../../support/db/open-stores.ts';

const [OPTICS, MATHS] = [new Identity('optics'), new Identity('maths')];
const AT_OPTICS = OPTICS.talk({ key: 'light', slug: null });
const AT_MATHS = MATHS.talk({ key: '17', slug: null });

const optics = (title = 'On light'): string =>
  calendar(event('light', '20261201', title), event('dark', '20261202', 'Dark'));
const maths = (title = 'On light (joint)'): string =>
  calendar(event('17', '20261201', title), event('18', '20261203', 'Sums'));
const WITHOUT = {
  optics: calendar(event('dark', '20261202', 'Dark')),
  maths: calendar(event('18', '20261203', 'Sums')),
};

function linesOf(...pairs: readonly string[]): SameLines {
  const read = readSameLines('same.txt', pairs.join('\n'));
  assert.ok(read.ok, JSON.stringify(read));
  return read.lines;
}

const JOINT = linesOf(`${AT_OPTICS} ${AT_MATHS} # the joint seminar`);

async function run(
  store: Store,
  files: Record<string, string>,
  same?: SameLines,
  rest: Choices = {},
): Promise<ImportReport> {
  const report = await importFiles(store, files, { ...rest, sources: { same, ...rest.sources } });
  assert.equal(report.ok, true, JSON.stringify(report));
  return report;
}

/** `source title status` of the talk under each of its two slugs. */
async function joint(store: Store): Promise<string[]> {
  const there = (await talksIn(store)).filter(({ slug }) => slug === AT_OPTICS || slug === AT_MATHS);
  return there.map(({ slug, title, status }) => `${slug === AT_OPTICS ? 'optics' : 'maths'} ${title} ${status}`).sort();
}

describe('a talk that a same file merges', () => {
  it('is merged even if another talk is damaged, which is not read', async (t) => {
    const database = await databaseOf(t);
    const store = await openStore(database.address, { mode: 'write' });
    t.after(() => store.close());
    await run(store, { botany: calendar(event('moss', '20261205', 'On moss')) });
    await run(store, { optics: optics(), maths: maths() });
    await database.execute('UPDATE talk SET start = start + 60 WHERE number = 1');
    const report = await run(store, { maths: maths() }, JOINT, { findDuplicates: false });
    assert.deepEqual(
      report.same.merged.map(({ title }) => title),
      ['On light (joint)'],
    );
  });

  it('has the values of the kept talk, and the other one is removed and reported once', async (t) => {
    const store = await storeOf(t);
    await run(store, { optics: optics(), maths: maths() });
    assert.deepEqual(await joint(store), ['maths On light (joint) published', 'optics On light published']);
    const report = await run(store, { maths: maths() }, JOINT);
    assert.deepEqual(await joint(store), ['optics On light published']);
    const merged = { keep: AT_OPTICS, drop: AT_MATHS, title: 'On light (joint)', start: '2026-12-01T17:00:00Z' };
    assert.deepEqual(report.same, { merged: [merged], unknown: [] });
    const removed = (await recordsOf(store)).filter((record) => record.type === 'removed_talk');
    assert.deepEqual(
      removed.map(({ slug }) => slug),
      [AT_MATHS],
    );
    const again = await run(store, { maths: maths('On light, again') }, JOINT);
    assert.deepEqual([await joint(store), again.same.merged], [['optics On light published'], []]);
  });

  it('is removed under its other slug by an import of any source', async (t) => {
    const store = await storeOf(t);
    await run(store, { optics: optics(), maths: maths() });
    await run(store, { 'people.ndjson': JSON.stringify(person(slugOf(3))) }, JOINT);
    assert.deepEqual(await joint(store), ['optics On light published']);
    await run(store, { maths: maths() }, JOINT);
    await run(store, { optics: optics() }, JOINT);
    assert.deepEqual(await joint(store), ['optics On light published']);
  });

  for (const gone of ['cancel', 'remove', 'keep'] as const) {
    it(`passes to the other source with --gone ${gone} if its own drops it`, async (t) => {
      const store = await storeOf(t);
      await run(store, { optics: optics(), maths: maths() }, JOINT);
      const report = await run(store, { optics: WITHOUT.optics }, JOINT, { sources: { gone } });
      assert.deepEqual(
        report.sources.flatMap((source) => source.gone.map(({ fate }) => fate)),
        ['elsewhere'],
      );
      assert.deepEqual(await joint(store), ['optics On light published']);
      await run(store, { maths: maths('On light, moved') }, JOINT, { sources: { gone } });
      assert.deepEqual(await joint(store), ['optics On light, moved published']);
      await run(store, { optics: optics('Back') }, JOINT, { sources: { gone } });
      await run(store, { maths: maths('Not counted') }, JOINT, { sources: { gone } });
      assert.deepEqual(await joint(store), ['optics Back published']);
    });
  }

  it('stays if only the other source drops it and is removed if both do', async (t) => {
    const store = await storeOf(t);
    await run(store, { optics: optics(), maths: maths() }, JOINT);
    await run(store, { maths: WITHOUT.maths }, JOINT);
    assert.deepEqual(await joint(store), ['optics On light published']);
    await run(store, { optics: WITHOUT.optics }, JOINT);
    assert.deepEqual(await joint(store), []);
  });

  it('is cancelled when its own source cancels it', async (t) => {
    const store = await storeOf(t);
    await run(store, { optics: optics(), maths: maths() }, JOINT);
    const cancelled = calendar(
      event('light', '20261201', 'On light', 'STATUS:CANCELLED'),
      event('dark', '20261202', 'Dark'),
    );
    await run(store, { optics: cancelled }, JOINT);
    await run(store, { maths: maths() }, JOINT);
    assert.deepEqual(await joint(store), ['optics On light cancelled']);
  });

  it('is two talks again at the next import without its line', async (t) => {
    const store = await storeOf(t);
    await run(store, { optics: optics(), maths: maths() });
    const [before] = (await talksIn(store)).filter(({ slug }) => slug === AT_MATHS);
    await run(store, { optics: optics() }, JOINT);
    await run(store, { maths: maths() }, JOINT);
    await run(store, { maths: maths() });
    assert.deepEqual(await joint(store), ['maths On light (joint) published', 'optics On light published']);
    const [after] = (await talksIn(store)).filter(({ slug }) => slug === AT_MATHS);
    assert.deepEqual({ ...after, history: null, updated: null }, { ...before, history: null, updated: null });
  });

  it('is reported but not changed in a dry run, along with unknown identifiers', async (t) => {
    const store = await storeOf(t);
    await run(store, { optics: optics(), maths: maths() });
    const wrong = linesOf(`${AT_OPTICS} ${AT_MATHS}`, `${slugOf(77)} ${slugOf(78)}`);
    const report = await run(store, { maths: maths() }, wrong, { dryRun: true });
    assert.deepEqual(
      report.same.merged.map(({ keep, drop }) => [keep, drop]),
      [[AT_OPTICS, AT_MATHS]],
    );
    assert.deepEqual(report.same.unknown, [{ keep: slugOf(77), drop: slugOf(78) }]);
    assert.equal((await joint(store)).length, 2);
  });

  it('has the values of a catalogue file if that has the kept talk', async (t) => {
    const store = await storeOf(t);
    const hand = JSON.stringify(talk(slugOf(1), '2026-12-01T17:00:00Z', { title: 'By hand' }));
    const lines = linesOf(`${slugOf(1)} ${AT_MATHS}`);
    await run(store, { 'hand.ndjson': hand });
    await run(store, { maths: maths() });
    await run(store, { maths: maths() }, lines);
    assert.deepEqual((await talksIn(store)).map(({ title }) => title).sort(), ['By hand', 'Sums']);
    await run(store, { maths: WITHOUT.maths }, lines);
    assert.deepEqual((await talksIn(store)).map(({ title }) => title).sort(), ['By hand', 'Sums']);
  });

  it('stays in collections under the kept slug', async (t) => {
    const store = await storeOf(t);
    await run(store, { optics: optics(), maths: maths() });
    const list = collection(slugOf(5), { title: 'Picked', talks: [AT_MATHS, MATHS.talk({ key: '18', slug: null })] });
    await run(store, { 'list.ndjson': JSON.stringify(list) });
    await run(store, { optics: optics() }, JOINT);
    assert.deepEqual((await store.record('collection', slugOf(5)))?.talks, [
      AT_OPTICS,
      MATHS.talk({ key: '18', slug: null }),
    ]);
  });
});

describe('people whom a same file merges', () => {
  const by = (cn: string): string => `ORGANIZER;CN=${cn}:mailto:jane@example.org`;
  const mail = { key: 'jane@example.org', email: 'jane@example.org' };
  const theirs = MATHS.person({ name: 'J. Doe', ...mail });
  const files = {
    optics: calendar(event('light', '20261201', 'On light', by('Jane Doe'))),
    maths: calendar(event('17', '20261203', 'Sums', by('J. Doe'))),
  };

  async function organisers(store: Store): Promise<string[]> {
    const names = new Map(
      (await recordsOf(store)).map((record) => (record.type === 'person' ? [record.slug, record.name] : ['', ''])),
    );
    return (await talksIn(store))
      .map((each) => `${each.title}: ${each.organisers.map((slug) => names.get(slug)).join()}`)
      .sort();
  }

  it('have the name of the kept person until the line is deleted', async (t) => {
    const store = await storeOf(t);
    const lines = linesOf(`${OPTICS.person({ name: 'Jane Doe', ...mail })} ${theirs}`);
    await run(store, files);
    assert.deepEqual(await organisers(store), ['On light: Jane Doe', 'Sums: J. Doe']);
    await run(store, { maths: files.maths }, lines);
    assert.deepEqual(await organisers(store), ['On light: Jane Doe', 'Sums: Jane Doe']);
    await run(store, { maths: files.maths });
    assert.deepEqual(await organisers(store), ['On light: Jane Doe', 'Sums: J. Doe']);
  });

  it('are the person of a catalogue file if that is the kept one', async (t) => {
    const store = await storeOf(t);
    await run(store, { 'people.ndjson': JSON.stringify(person(slugOf(3), { name: 'Prof. Jane Doe' })) });
    await run(store, files, linesOf(`${slugOf(3)} ${theirs}`));
    assert.deepEqual(await organisers(store), ['On light: Jane Doe', 'Sums: Prof. Jane Doe']);
  });
});
