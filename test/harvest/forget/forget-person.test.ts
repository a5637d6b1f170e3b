import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '#catalogue/person.ts';
import { applyCorrections } from '#harvest/corrections/apply-corrections.ts';
import { copyCatalogue } from '#harvest/copy-catalogue.ts';
import { findPeople } from '#harvest/forget/find-people.ts';
import { forgetPerson, unforget } from '#harvest/forget/forget-person.ts';
import { forgottenBefore } from '#harvest/forget/forgotten-people.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { NEVER_RUN } from '#store/source-states.ts';
import { openStore } from '#store/open.ts';
import { CatalogueDamaged } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import { aPerson, aPlace, aSeries, aTalk } from '../../support/catalogue/catalogue-records.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';
import { allTables } from '../../support/db/all-tables.ts';
import { databaseOf } from '../../support/db/fresh-database.ts';
import { importInto, provenanceIn, recordsOf } from '../../support/db/import-into.ts';
import { calendar, event, importFiles, importOptics, talksIn } from '../../support/sources/import-calendars.ts';
import { storeOf } from '../../support/db/open-stores.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const ADA = aPerson(slugOf(1), {
  name: 'Ada Lovelace',
  bio: 'Wrote about engines',
  emailAddress: 'ada@example.org',
  image: { url: 'people/ada.jpg', alt: '' },
});
const BO = aPerson(slugOf(2), { name: 'Bo Diddley', bio: 'Works with Ada Lovelace' });
const NAMESAKE = aPerson(slugOf(3), { name: 'Lovelace, Ada' });
const BOTANY = aPlace('place:1', { name: 'Botany' });
const HERS = aTalk(slugOf(11), {
  ...{ title: 'Engines', speakers: [ADA.slug, BO.slug], hosts: [ADA.slug], organisers: [ADA.slug] },
  ...{ organiserEmail: 'Ada@example.org', bookingEmail: 'book@example.org', organisingDepartment: BOTANY.id },
  ...{ description: 'Lovelace speaks of engines', updated: '2026-01-01T00:00:00Z' },
});
const ABOUT = aTalk(slugOf(12), { title: 'On Ada Lovelace', speakers: [BO.slug], updated: '2026-01-01T00:00:00Z' });
const OTHER = aTalk(slugOf(13), { title: 'Ada and other names', speakers: [BO.slug], updated: '2026-01-01T00:00:00Z' });
const SERIES = aSeries(slugOf(21), { title: 'Weekly', description: 'Founded by Ada Lovelace' });
const RECORDS = [BOTANY, ADA, BO, NAMESAKE, SERIES, HERS, ABOUT, OTHER];

const OPTICS = calendar(
  event('moss', '20261201', 'On moss', 'ORGANIZER;CN=Ada Lovelace:mailto:ada@example.org'),
  event('fern', '20261202', 'On ferns', 'ORGANIZER;CN=Bo Diddley:mailto:bo@example.org'),
);

async function forget(store: Store, person: Person, dryRun = false) {
  return forgetPerson(store, person, { now: NOW, dryRun });
}

async function allText(store: Store): Promise<string> {
  return JSON.stringify(await recordsOf(store));
}

test('forgetting a person deletes their provenance, which imports do not bring back', async (t) => {
  const store = await storeOf(t);
  const row = { type: 'provenance', source: 'optics', relation: 'owns', cancelled: false, key: '' } as const;
  const [hers, others] = [ADA, BO].map(({ slug }) => ({ ...row, of: 'person', slug }) as const);
  assert.ok(hers !== undefined && others !== undefined);
  await importInto(store, RECORDS, { provenance: { put: [hers, others] } });
  await forget(store, ADA);
  assert.deepEqual(await provenanceIn(store), [others]);
  await importFiles(store, { 'export.ndjson': [hers, others].map(recordLine).join('') });
  assert.deepEqual(await provenanceIn(store), [others]);
  const copy = await storeOf(t);
  await importInto(copy, [ADA], { provenance: { put: [hers] } });
  await copyCatalogue(copy, store, { replace: true, now: NOW, line: recordLine });
  assert.deepEqual(await provenanceIn(store), []);
});

test('forgetting a person deletes them from all records and lists texts that mention the name', async (t) => {
  const store = await storeOf(t);
  await importInto(store, RECORDS);
  const found = { slug: ADA.slug, name: 'Ada Lovelace', departments: ['Botany'], talks: 1 };
  const others = { slug: NAMESAKE.slug, name: 'Lovelace, Ada', departments: [], talks: 0 };
  assert.deepEqual(await findPeople(store, 'lovelace ad'), [found, others]);
  assert.deepEqual(await findPeople(store, 'nobody'), []);

  const state = await store.state();
  const planned = await forget(store, ADA, true);
  assert.deepEqual([await store.state(), await store.forgotten.all()], [state, []], 'a dry run changes nothing');

  const { id, ...report } = await forget(store, ADA);
  assert.deepEqual(report, {
    talks: 1,
    mentions: [
      { type: 'person', key: BO.slug, name: 'Bo Diddley' },
      { type: 'series', key: SERIES.slug, name: 'Weekly' },
      { type: 'talk', key: HERS.slug, name: 'Engines' },
      { type: 'talk', key: ABOUT.slug, name: 'On Ada Lovelace' },
    ],
    corrections: [],
    keys: 0,
    sources: [],
    namesakes: [NAMESAKE.slug],
    isScrubbed: true,
  });
  assert.deepEqual({ ...planned, id }, { ...report, id });
  const talks = await talksIn(store);
  assert.deepEqual(
    talks.find(({ slug }) => slug === HERS.slug),
    {
      ...{ ...HERS, speakers: [BO.slug], hosts: [], organisers: [], organiserEmail: '' },
      updated: '2026-11-20T18:00:00Z',
      history: { created: '2020-02-02T02:02:02Z', sequence: 0, previousStart: null },
    },
  );
  assert.ok(!(await allText(store)).includes(ADA.slug));
  assert.equal(await store.record('person', ADA.slug), undefined);
  const [row] = await store.forgotten.all();
  assert.ok(!JSON.stringify(row).includes(ADA.slug), 'only a hash is kept');
});

test('imports leave out a forgotten person until it is undone, even if they replace the catalogue', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  const slug = new Identity('optics').person({ name: 'Ada Lovelace', key: 'ada@example.org' });
  const people = async () => (await recordsOf(store)).flatMap((each) => (each.type === 'person' ? [each] : []));
  const ada = (await people()).find(({ name }) => name === 'Ada Lovelace');
  assert.ok(ada !== undefined, slug);
  await forget(store, ada);
  const state = await store.state();
  const again = await importOptics(store, OPTICS);
  assert.deepEqual([again.ok, again.forgotten], [true, 1]);
  assert.deepEqual(await store.state(), state, 'the import changes nothing');
  assert.deepEqual(
    (await people()).map(({ name }) => name),
    ['Bo Diddley'],
  );

  const file = [ada, { ...aTalk(slugOf(11)), speakers: [ada.slug], organiserEmail: 'ADA@example.org' }];
  const text = file.map((record) => recordLine(record)).join('');
  const whole = await importFiles(store, { 'all.ndjson': text }, { replace: true });
  assert.deepEqual([whole.ok, whole.forgotten], [true, 1]);
  assert.deepEqual(
    (await talksIn(store)).map(({ speakers, organiserEmail }) => [speakers, organiserEmail]),
    [[[], '']],
  );

  const [{ id } = { id: '' }] = await store.forgotten.all();
  await unforget(store, [id], { now: NOW });
  await importOptics(store, OPTICS);
  assert.deepEqual((await people()).map(({ name }) => name).sort(), ['Ada Lovelace', 'Bo Diddley']);
});

test('imports leave out a forgotten person who gets or loses an e-mail address, but no namesake', async (t) => {
  const store = await storeOf(t);
  const records = async () => (await recordsOf(store)).flatMap((each) => (each.type === 'person' ? [each] : []));
  /** Addresses of the people after an import of these. */
  const people = async (...given: readonly string[]): Promise<string> => {
    const events = given.map((person, at) => {
      const [name = '', address = 'invalid:none'] = person.split(' <');
      return event(`${at}`, '20261201', `On ${at}`, `ORGANIZER;CN=${name}:${address}`);
    });
    assert.ok((await importOptics(store, calendar(...events), { sources: { gone: 'remove' } })).ok);
    const slugs = (await talksIn(store)).flatMap(({ organisers }) => organisers);
    const shown = (await records()).flatMap((each) => (slugs.includes(each.slug) ? [each.emailAddress || '-'] : []));
    return shown.sort().join(' ');
  };
  const forgetOne = async (address: string): Promise<void> => {
    for (const one of await records()) if (one.emailAddress === address) await forget(store, one);
  };
  assert.equal(await people('Jo Doe', 'Bo Ray <mailto:b@x.org'), '- b@x.org');
  await forgetOne('');
  assert.equal(await people('Jo Doe <mailto:j@x.org', 'Bo Ray <mailto:b@x.org'), 'b@x.org');
  assert.equal((await store.forgotten.all())[0]?.hashes.length, 3);
  const state = await store.state();
  assert.equal(await people('Jo Doe <mailto:j@x.org', 'Bo Ray <mailto:b@x.org'), 'b@x.org');
  assert.deepEqual(await store.state(), state, 'the import changes nothing');
  assert.equal(
    await people('Dr Jo Doe <mailto:other@x.org', 'Jo Doe <mailto:j@x.org', 'Bo Ray <mailto:b@x.org'),
    'b@x.org other@x.org',
  );
  assert.equal(await people('Jo Doe', 'Bo Ray <mailto:b@x.org'), 'b@x.org');
  await forgetOne('b@x.org');
  assert.equal(await people('Bo Ray'), '');
  assert.equal(await people('Bo Ray <mailto:namesake@x.org', 'Bo Ray <mailto:b@x.org', 'Bo Ray'), 'namesake@x.org');
});

test('no database table contains data of a forgotten person', async (t) => {
  const { address } = await databaseOf(t);
  const store = await openStore(address, { mode: 'write' });
  t.after(() => store.close());
  const person = aPerson(slugOf(1), {
    name: 'Xanthippe Quillfeather',
    bio: 'Zygomorphic',
    emailAddress: 'x@example.org',
  });
  const talk = aTalk(slugOf(11), { speakers: [person.slug, BO.slug], organiserEmail: 'X@example.org' });
  await importInto(store, [person, BO, talk]);
  const traces = ['xanthippe', 'quillfeather', 'zygomorphic', 'x@example.org', person.slug];
  const held = async (): Promise<string[]> => {
    const text = (await allTables(address)).toLowerCase();
    // PostgreSQL shows bytes in hexadecimal.
    return traces.filter((trace) => text.includes(trace) || text.includes(Buffer.from(trace).toString('hex')));
  };
  assert.notDeepEqual(await held(), []);
  await forget(store, person);
  assert.deepEqual(await held(), []);
  assert.deepEqual((await talksIn(store))[0]?.speakers, [BO.slug]);
});

test('forgetting a person also deletes them from source problems and corrections', async (t) => {
  const store = await storeOf(t);
  await importInto(store, RECORDS);
  const fields = { title: 'Old' };
  await applyCorrections(store, [{ slug: HERS.slug, line: 1, fields, was: {} }], { now: NOW });
  await applyCorrections(store, [{ slug: HERS.slug, line: 1, fields: { hidden: true }, was: {} }], { now: NOW });
  const problem = { code: 'x', where: '', what: 'Ada Lovelace has no time', hint: '', file: 'a.ics', line: 1 };
  for (const name of ['optics', 'moss']) {
    await store.sources.claim(name, { token: name, by: 'a test', until: new Date('2100-01-01') }, NOW);
    const problems = name === 'optics' ? [problem] : [{ ...problem, what: 'Bo has no time' }];
    await store.sources.settle(name, name, { ...NEVER_RUN, problems });
  }
  const report = await forget(store, ADA);
  assert.deepEqual([report.sources, report.corrections], [['optics'], [HERS.slug]]);
  const states = await store.sources.list();
  assert.deepEqual(
    states.map(({ name, state }) => [name, state?.problems.length]),
    [
      ['moss', 1],
      ['optics', 0],
    ],
  );
  const corrections = JSON.stringify(await store.corrections.all());
  assert.ok(!corrections.includes(ADA.slug) && !corrections.includes('Ada@'), corrections);
  await applyCorrections(store, [], { now: NOW });
  assert.deepEqual((await talksIn(store)).find(({ slug }) => slug === HERS.slug)?.speakers, [BO.slug]);
});

test('copying a catalogue leaves out people whom either catalogue has forgotten', async (t) => {
  const [before, now] = [await storeOf(t), await storeOf(t)];
  for (const store of [before, now]) await importInto(store, RECORDS);
  await forget(now, ADA);
  await forget(before, BO);
  const request = { replace: true, now: NOW, line: recordLine };
  const report = await copyCatalogue(before, now, request);
  assert.deepEqual([report.outcome, report.outcome === 'copied' && report.forgotten], ['copied', 1]);
  const text = await allText(now);
  assert.deepEqual(
    [ADA.slug, BO.slug].filter((slug) => text.includes(slug)),
    [],
  );
  assert.equal((await now.forgotten.all()).length, 2);
});

test('a damaged list of forgotten people stops imports, except those that replace the catalogue', async (t) => {
  const store = await storeOf(t);
  assert.deepEqual(await forgottenBefore(store, { replace: false, intoEmpty: true }), { people: [], isLost: false });
  const all = () => Promise.reject(new CatalogueDamaged('the row is corrupt'));
  const damaged = { forgotten: { all } };
  await assert.rejects(forgottenBefore(damaged, { replace: false, intoEmpty: false }), CatalogueDamaged);
  const lost = { people: [], isLost: true };
  assert.deepEqual(await forgottenBefore(damaged, { replace: true, intoEmpty: false }), lost);
  // An unreadable database file is replaced by a new one.
  assert.deepEqual(await forgottenBefore(damaged, { replace: true, intoEmpty: true }), lost);
});
