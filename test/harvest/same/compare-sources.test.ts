import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { SameLines } from '#harvest/reading/same-lines.ts';
import { calendar, event, importFiles } from '../../support/sources/import-calendars.ts';
import { organisation, person, slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { storeOf } from '../../support/db/open-stores.ts';

const by = (name: string): string => `ORGANIZER;CN=${name}:mailto:jane@example.org`;
const OPTICS = calendar(
  event('light', '20261201', 'New light on mosses', 'LOCATION:L3', by('Jane Doe')),
  event('dark', '20261202', 'Dark', 'LOCATION:L3'),
);
const MATHS = calendar(
  event('17', '20261201T171000Z', 'Seminar: New light on mosses', 'LOCATION:L3\\, Institute', by('J. Doe')),
  event('18', '20261202', 'Sums', 'LOCATION:L3'),
  event('19', '20261202T000000Z', 'Dark', 'LOCATION:L4'),
);

function shown({ alike }: ImportReport): unknown[] {
  assert.deepEqual([alike.moreTalks, alike.moreNames, alike.left], [0, 0, 0]);
  return [
    ...alike.talks.map(({ keep, drop, why }) => [[keep.title, drop.title].sort(), why.join(', ')]),
    ...alike.names.map(({ type, name, why }) => [type, name, why.join(', ')]),
  ];
}

const LIGHT = [['New light on mosses', 'Seminar: New light on mosses'], '10 minutes apart, same title, same place'];

test('an import lists duplicate candidates in other sources, even in a dry run', async (t) => {
  const store = await storeOf(t);
  assert.deepEqual(shown(await importFiles(store, { 'optics.ics': OPTICS })), []);
  assert.deepEqual(shown(await importFiles(store, { 'maths.ics': MATHS }, { dryRun: true })), [LIGHT]);
  assert.deepEqual(shown(await importFiles(store, { 'maths.ics': MATHS })), [LIGHT]);
  assert.deepEqual(shown(await importFiles(store, { 'optics.ics': OPTICS })), [LIGHT]);
  const [keep, drop] = [
    new Identity('optics').talk({ key: 'light', slug: null }),
    new Identity('maths').talk({ key: '17', slug: null }),
  ];
  const same = new SameLines([{ keep, drop }]);
  assert.deepEqual(shown(await importFiles(store, { 'optics.ics': OPTICS }, { sources: { same } })), []);
});

test('talks of different files of an import are compared, but not those of one file', async (t) => {
  const store = await storeOf(t);
  assert.deepEqual(shown(await importFiles(store, { 'maths.ics': MATHS, 'optics.ics': OPTICS })), [LIGHT]);
  const doubled = calendar(
    event('a', '20261203', 'New light on old mosses'),
    event('b', '20261203', 'New light on old mosses'),
  );
  assert.deepEqual(shown(await importFiles(store, { 'botany.ics': doubled })), []);
});

test('a gone talk is not a duplicate candidate of a talk of the same source', async (t) => {
  const store = await storeOf(t);
  await importFiles(store, { 'optics.ics': OPTICS });
  const renamed = OPTICS.replace('UID:light', 'UID:luminous');
  assert.deepEqual(shown(await importFiles(store, { 'optics.ics': renamed }, { sources: { gone: 'keep' } })), []);
});

test('an import lists duplicate candidates among talks and people of catalogue files', async (t) => {
  const store = await storeOf(t);
  const records = [
    person(slugOf(1), { name: 'DOE, Jane', email_address: 'jane@example.org' }),
    organisation('place:1', { name: 'Optics' }),
    talk(slugOf(2), '2026-12-01T17:00:00Z', { title: 'New light on mosses', speakers: [slugOf(1)] }),
  ];
  await importFiles(store, { 'records.ndjson': records.map((record) => JSON.stringify(record)).join('\n') });
  assert.deepEqual(shown(await importFiles(store, { 'optics.ics': OPTICS })), [
    [['New light on mosses', 'New light on mosses'], 'same start, same title'],
    ['person', 'DOE, Jane', 'same name, same e-mail address'],
  ]);
});

test('an import lists at most 20 pairs and counts the others', async (t) => {
  const store = await storeOf(t);
  const many = (source: string): string =>
    calendar(
      ...Array.from({ length: 30 }, (_, i) => event(`${source}${i}`, '20261201', `Mosses of valley number ${i}`)),
    );
  await importFiles(store, { 'optics.ics': many('o') });
  const { alike } = await importFiles(store, { 'maths.ics': many('m') });
  assert.deepEqual([alike.talks.length, alike.moreTalks], [20, 10]);
});
