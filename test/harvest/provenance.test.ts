import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Provenance } from '#catalogue/provenance.ts';
import type { FileRecord } from '#catalogue/record.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { SameLines } from '#harvest/reading/same-lines.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import type { Store } from '#store/store.ts';
import { calendar, importFiles, importOptics, inputOf, on } from '../support/sources/import-calendars.ts';
import { provenanceIn, recordsOf } from '../support/db/import-into.ts';
import { storeOf } from '../support/db/open-stores.ts';

const OPTICS = new Identity('optics');
const MATHS = new Identity('maths');
const [MOSS, FERN] = ['moss', 'fern'].map((key) => OPTICS.talk({ key, slug: null })) as [string, string];
const AT_MATHS = MATHS.talk({ key: '17', slug: null });
const BOTH = calendar(on('moss', '20261201'), on('fern', '20261202'));

function row(source: string, slug: string, key: string, fields: Partial<Provenance> = {}): Provenance {
  return { type: 'provenance', source, of: 'talk', slug, relation: 'owns', cancelled: false, key, ...fields };
}

function bySlug(rows: readonly Provenance[]): Provenance[] {
  return [...rows].sort((a, b) => (a.slug + a.source < b.slug + b.source ? -1 : 1));
}

async function assertProvenance(store: Store, expected: readonly Provenance[]): Promise<void> {
  assert.deepEqual(bySlug(await provenanceIn(store)), bySlug(expected));
}

async function exported(store: Store): Promise<string> {
  const lines: string[] = [];
  for await (const record of store.records()) lines.push(recordLine(record));
  return lines.join('');
}

function fileOf(records: readonly FileRecord[]): string {
  return records.map(recordLine).join('');
}

describe('the provenance of a source', () => {
  it('records the key of each talk, which talks are shared and which were cancelled as gone', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, BOTH);
    await assertProvenance(store, [row('optics', MOSS, 'moss'), row('optics', FERN, 'fern')]);
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { gone: 'cancel' } });
    await assertProvenance(store, [row('optics', MOSS, 'moss'), row('optics', FERN, 'fern', { cancelled: true })]);
    const same = new SameLines([{ keep: MOSS, drop: AT_MATHS }]);
    await importFiles(store, { maths: calendar(on('17', '20261201')) }, { sources: { same } });
    assert.deepEqual(await store.provenance.ofSource('maths'), [row('maths', MOSS, '', { relation: 'shares' })]);
    const { version } = await store.state();
    await importOptics(store, BOTH);
    await assertProvenance(store, [
      row('optics', MOSS, 'moss'),
      row('optics', FERN, 'fern'),
      row('maths', MOSS, '', { relation: 'shares' }),
    ]);
    assert.equal((await store.state()).version, version + 1, 'the talk is published again');
  });

  it('is deleted with a removed talk and does not exist for talks of a catalogue file', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, BOTH);
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { gone: 'remove' } });
    await assertProvenance(store, [row('optics', MOSS, 'moss')]);
    const file = fileOf(await recordsOf(store));
    await importOptics(store, '', { inputs: [inputOf(file, 'whole.ndjson')], replace: true });
    await assertProvenance(store, []);
  });

  it('survives an export and an import, and the copy exports the same bytes', async (t) => {
    const [store, copy] = [await storeOf(t), await storeOf(t)];
    await importOptics(store, BOTH);
    await importOptics(store, calendar(on('moss', '20261201')), { sources: { gone: 'cancel' } });
    const file = await exported(store);
    const inputs = [inputOf(file, 'export.ndjson')];
    await importOptics(copy, '', { inputs });
    assert.equal(await exported(copy), file);
    const state = await copy.state();
    await importOptics(copy, '', { inputs: [inputOf(file, 'export.ndjson')], replace: true });
    assert.deepEqual([await exported(copy), await copy.state()], [file, state]);
  });
});
