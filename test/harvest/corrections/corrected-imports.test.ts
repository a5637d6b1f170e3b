import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyCorrections } from '#harvest/corrections/apply-corrections.ts';
import { readCorrectionsFile } from '#harvest/corrections/corrections-file.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import type { Store } from '#store/store.ts';
import { recordsOf } from '../../support/db/import-into.ts';
import {
  calendar,
  event,
  importFiles,
  importOptics,
  shownTalks,
  talksIn,
} from '../../support/sources/import-calendars.ts';
import { organisation, slugOf, talk, venue } from '../../support/catalogue/wire-records.ts';
import { storeOf } from '../../support/db/open-stores.ts';

const NOW = new Date('2026-11-20T18:00:00Z');
const MOSS = new Identity('optics').talk({ key: 'moss', slug: null });
const FERN = new Identity('optics').talk({ key: 'fern', slug: null });
const OPTICS = calendar(
  event('moss', '20261201', 'On moss', 'DTEND:20261201T180000Z', 'LOCATION:L3'),
  event('fern', '20261202', 'On ferns'),
);

/** Applies a corrections file with these lines for one talk; without lines, a file without corrections. */
async function correct(store: Store, slug: string, ...lines: readonly string[]) {
  const text =
    lines.length === 0 ? 'corrections: []' : `corrections:\n  - talk: ${slug}\n    ${lines.join('\n    ')}\n`;
  const read = readCorrectionsFile({ path: 'corrections.yaml', text, zone: 'Europe/London' });
  assert.ok(read.ok, JSON.stringify(read));
  return applyCorrections(store, read.corrections, { now: NOW });
}

async function talkOf(store: Store, slug: string) {
  return (await talksIn(store)).find((each) => each.slug === slug);
}

function newsIn({ corrections }: ImportReport): string[] {
  return corrections.map(
    ({ correction, field, state }) => `${correction.slug === MOSS ? 'moss' : 'other'} ${field ?? ''} ${state}`,
  );
}

test('a correction survives imports, and deleting it restores the current source values', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'title: On old moss', 'room: L4', 'special_message: Bring boots');
  const corrected = await talkOf(store, MOSS);
  assert.deepEqual(
    [corrected?.title, corrected?.locationDetails, corrected?.specialMessage],
    ['On old moss', 'L4', 'Bring boots'],
  );
  const state = await store.state();
  assert.deepEqual(newsIn(await importOptics(store, OPTICS)), []);
  assert.deepEqual(await store.state(), state, 'a repeated import changes nothing');
  const renamed = OPTICS.replace('On moss', 'On mosses').replace('LOCATION:L3', 'LOCATION:L5');
  assert.deepEqual(newsIn(await importOptics(store, renamed)), ['moss title changed', 'moss locationDetails changed']);
  assert.deepEqual(newsIn(await importOptics(store, renamed)), []);
  assert.equal((await talkOf(store, MOSS))?.title, 'On old moss');
  await correct(store, MOSS);
  const ended = await talkOf(store, MOSS);
  assert.deepEqual([ended?.title, ended?.locationDetails, ended?.specialMessage], ['On mosses', 'L5', '']);
  assert.deepEqual(await store.corrections.all(), []);
});

test('an import reports once that the source has adopted a correction', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'title: On old moss');
  const caught = OPTICS.replace('On moss', 'On old moss');
  assert.deepEqual(newsIn(await importOptics(store, caught)), ['moss title same']);
  assert.deepEqual(newsIn(await importOptics(store, caught)), []);
});

test('a correction that moves or cancels a talk updates its history as its source would', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'start: 2026-12-01 18:30');
  const moved = await talkOf(store, MOSS);
  assert.deepEqual(
    [moved?.start, moved?.end],
    ['2026-12-01T18:30:00Z', '2026-12-01T19:30:00Z'],
    'the duration stays the same',
  );
  assert.deepEqual(
    [moved?.history?.sequence, moved?.history?.previousStart, moved?.updated],
    [1, '2026-12-01T17:00:00Z', '2026-11-20T18:00:00Z'],
  );
  await importOptics(store, OPTICS);
  assert.deepEqual(await talkOf(store, MOSS), moved);
  await correct(store, MOSS, 'cancelled: true');
  const cancelled = await talkOf(store, MOSS);
  assert.deepEqual(
    [cancelled?.status, cancelled?.start, cancelled?.history?.sequence],
    ['cancelled', '2026-12-01T17:00:00Z', 2],
  );
  await importOptics(store, OPTICS);
  assert.deepEqual(await talkOf(store, MOSS), cancelled);
  const off = OPTICS.replace('SUMMARY:On moss', 'STATUS:CANCELLED\r\nSUMMARY:On moss');
  assert.deepEqual(newsIn(await importOptics(store, off)), ['moss cancelled same']);
  await correct(store, MOSS, 'cancelled: false');
  assert.equal((await talkOf(store, MOSS))?.status, 'published');
});

test('a corrected end does not apply if the talk now starts after it', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'end: 2026-12-01 19:00');
  assert.equal((await talkOf(store, MOSS))?.end, '2026-12-01T19:00:00Z');
  await importOptics(store, OPTICS.replaceAll('20261201', '20261208'));
  const moved = await talkOf(store, MOSS);
  assert.deepEqual([moved?.start, moved?.end], ['2026-12-08T17:00:00Z', '2026-12-08T18:00:00Z']);
});

test('a hidden talk stays removed through imports and returns with the current source values', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'hidden: true');
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published']);
  const left = (await recordsOf(store)).find(({ type }) => type === 'removed_talk');
  assert.deepEqual(left, {
    ...{ type: 'removed_talk', slug: MOSS, uid: 'moss', removed: '2026-11-20T18:00:00Z' },
    history: { created: '2026-11-20T12:00:00Z', sequence: 0, previousStart: null },
  });
  const state = await store.state();
  await importOptics(store, OPTICS);
  assert.deepEqual(await store.state(), state);
  const report = await importOptics(store, OPTICS.replace('On moss', 'On mosses'), {
    now: new Date('2026-11-21T12:00:00Z'),
  });
  assert.deepEqual(newsIn(report), []);
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published']);
  await correct(store, MOSS);
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published', 'On mosses 2026-12-01 published']);
  assert.equal((await talkOf(store, MOSS))?.history?.sequence, 1, 'calendars that deleted the talk accept it again');
});

test('a hidden talk stays hidden if its source moves it and changes its key', async (t) => {
  const store = await storeOf(t);
  const before = OPTICS.replace('On moss', 'Mosses under northern lanterns');
  await importOptics(store, before, { sources: { gone: 'remove' } });
  await correct(store, MOSS, 'hidden: true');
  const moved = before.replace('UID:moss', 'UID:new').replaceAll('20261201', '20261203');
  await importOptics(store, moved, { sources: { gone: 'remove' } });
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published']);
});

test('a corrected talk that is gone is removed and reported, and corrected again when it returns', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'title: On old moss');
  const without = calendar(event('fern', '20261202', 'On ferns'));
  assert.deepEqual(newsIn(await importOptics(store, without, { sources: { gone: 'remove' } })), ['moss  gone']);
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published']);
  await importOptics(store, OPTICS);
  assert.equal((await talkOf(store, MOSS))?.title, 'On old moss');
});

test('a talk that is gone in the same second in which it was hidden does not return', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'hidden: true');
  const without = calendar(event('fern', '20261202', 'On ferns'));
  const report = await importOptics(store, without, { sources: { gone: 'remove' }, now: NOW });
  assert.deepEqual(newsIn(report), ['moss  gone']);
  await correct(store, MOSS);
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published']);
});

test('a gone talk is cancelled under its corrected title', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'title: On old moss');
  await importOptics(store, calendar(event('fern', '20261202', 'On ferns')), { sources: { gone: 'cancel' } });
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published', 'On old moss 2026-12-01 cancelled']);
  await correct(store, MOSS);
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published', 'On moss 2026-12-01 cancelled']);
});

test('a correction applies to a talk that is imported later', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, calendar(event('fern', '20261202', 'On ferns')));
  await correct(store, MOSS, 'title: On old moss');
  await importOptics(store, OPTICS);
  assert.equal((await talkOf(store, MOSS))?.title, 'On old moss');
});

test('a corrected venue applies while the catalogue has it', async (t) => {
  const store = await storeOf(t);
  const slug = slugOf(1);
  const places = [
    venue('place:1', { name: 'Library' }),
    venue('place:2', { name: 'Theatre' }),
    organisation('place:3'),
  ];
  const lines = (...records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
  const moss = talk(slug, '2026-12-01T17:00:00Z', { venue: 'place:1' });
  await importFiles(store, { 'all.ndjson': lines(...places, moss) });
  await correct(store, slug, 'venue: place:2');
  assert.equal((await talkOf(store, slug))?.venue, 'place:2');
  await importFiles(store, { 'all.ndjson': lines(...places, moss) }, { replace: true });
  assert.equal((await talkOf(store, slug))?.venue, 'place:2');
  const report = await importFiles(store, { 'all.ndjson': lines(places[0] ?? {}, moss) }, { replace: true });
  assert.ok(report.ok);
  assert.equal((await talkOf(store, slug))?.venue, 'place:1');
});

test('an export has the corrected values, and importing it keeps the source values beneath them', async (t) => {
  const store = await storeOf(t);
  await importOptics(store, OPTICS);
  await correct(store, MOSS, 'title: On old moss', 'start: 2026-12-01 18:30');
  const read = readCorrectionsFile({
    path: 'corrections.yaml',
    text: `corrections:\n  - {talk: ${MOSS}, title: On old moss, start: 2026-12-01 18:30}\n  - {talk: ${FERN}, hidden: true}\n`,
    zone: 'Europe/London',
  });
  assert.ok(read.ok);
  await applyCorrections(store, read.corrections, { now: NOW });
  const exported: string[] = [];
  for await (const record of store.records()) exported.push(recordLine(record));
  const state = await store.state();
  const rows = await store.corrections.all();
  for (const replace of [false, true]) {
    assert.ok((await importFiles(store, { 'export.ndjson': exported.join('') }, { replace })).ok);
    assert.deepEqual(await store.state(), state);
    assert.deepEqual(await store.corrections.all(), rows);
  }
  const other = await storeOf(t);
  assert.ok((await importFiles(other, { 'export.ndjson': exported.join('') })).ok);
  const again: string[] = [];
  for await (const record of other.records()) again.push(recordLine(record));
  assert.deepEqual(again, exported);
  await applyCorrections(store, [], { now: NOW });
  assert.deepEqual(await shownTalks(store), ['On ferns 2026-12-02 published', 'On moss 2026-12-01 published']);
});
