import assert from 'node:assert/strict';
import type { Collection } from '#catalogue/collection.ts';
import { noteSource } from '#catalogue/provenance-notes.ts';
import { openStore } from '#store/open.ts';
import { aCollection } from '../support/catalogue/catalogue-records.ts';
import { importInto, provenanceIn, recordsOf } from '../support/db/import-into.ts';
import { oldNote } from '../support/db/old-notes.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { CATALOGUE, LIST, PLAIN, TALK } from './small-catalogue.ts';

/** A catalogue that keeps provenance in private collections. Someone has published the second note of optics. */
const PUBLISHED = oldNote('optics', 'brought', { part: 1, title: 'Optics', public: true, talks: [TALK.slug] });
const OURS = aCollection(slugOf(70), { title: 'Talks from optics', public: false, talks: [PLAIN.slug] });

const NOTES: readonly Collection[] = [
  oldNote('optics', 'brought', { talks: [PLAIN.slug] }),
  PUBLISHED,
  oldNote('optics', 'cancelled', { talks: [TALK.slug] }),
  oldNote('maths', 'also', { talks: [TALK.slug] }),
  oldNote('maths', 'lists', { description: `${LIST.slug} A list` }),
  oldNote('configured', 'brought', { title: 'Renamed', talks: [PLAIN.slug] }),
  oldNote('lost', 'brought', { title: 'Renamed too', talks: [PLAIN.slug] }),
];

/** Checksums of earlier schemas do not cover the length of talks. */
const OF_NO_LENGTH = CATALOGUE.map((record) => (record.type === 'talk' ? { ...record, end: record.start } : record));

export async function importNotes(address: string): Promise<void> {
  const store = await openStore(address, { mode: 'write' });
  await importInto(store, [...OF_NO_LENGTH, OURS, ...NOTES]);
  const now = new Date();
  await store.sources.claim('configured', { token: 'moss', by: 'test', until: now }, now);
  await store.close();
}

/** Checks the content of the database after the migration. */
export async function assertNotesMigrated(address: string): Promise<void> {
  const store = await openStore(address, { mode: 'write' });
  const rows = (await provenanceIn(store)).map(({ source, of, slug, relation, cancelled }) => {
    return `${source} ${of} ${slug} ${relation}${cancelled ? ' cancelled' : ''}`;
  });
  assert.deepEqual(
    rows.sort(),
    [
      `${noteSource('lost')} talk ${PLAIN.slug} owns`,
      `configured talk ${PLAIN.slug} owns`,
      `maths collection ${LIST.slug} owns`,
      `maths talk ${TALK.slug} shares`,
      `optics talk ${PLAIN.slug} owns`,
      `optics talk ${TALK.slug} owns cancelled`,
    ].sort(),
  );
  const collections = (await recordsOf(store)).filter(({ type }) => type === 'collection');
  assert.deepEqual(new Set(collections), new Set([LIST, OURS, PUBLISHED]));
  const state = await store.state();
  assert.ok((await importInto(store, [...OF_NO_LENGTH, OURS, PUBLISHED])).ok);
  assert.deepEqual(await store.state(), state, 'nothing else has changed');
  for await (const damage of store.findDamage()) assert.fail(damage.what);
  await store.close();
}
