import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FileRecord } from '#catalogue/record.ts';
import { copyCatalogue } from '#harvest/copy-catalogue.ts';
import type { CopyRequest } from '#harvest/copy-catalogue.ts';
import { applyCorrections } from '#harvest/corrections/apply-corrections.ts';
import { forgottenPerson } from '#harvest/forget/forgotten-people.ts';
import { ownership } from '#harvest/provenance/provenance-changes.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { aPerson, aRemovedTalk, aTalk } from '../support/catalogue/catalogue-records.ts';
import { freshDatabase } from '../support/db/fresh-database.ts';
import { importInto, provenanceIn, recordsOf } from '../support/db/import-into.ts';
import { UPDATED, slugOf } from '../support/catalogue/wire-records.ts';

const REQUEST: CopyRequest = { replace: false, now: new Date('2026-03-27T12:00:00Z'), line: recordLine };
const ADA = aPerson(slugOf(1), { name: 'Ada' });
const BO = aPerson(slugOf(2), { name: 'Bo' });
const TALK = aTalk(slugOf(3), { speakers: [ADA.slug], updated: '2015-09-09T09:09:09Z' });

async function withStores(use: (from: Store, to: Store) => Promise<void>): Promise<void> {
  const databases = await Promise.all([freshDatabase(), freshDatabase()]);
  const [from, to] = await Promise.all(databases.map(({ address }) => openStore(address, { mode: 'write' })));
  assert.ok(from !== undefined && to !== undefined);
  try {
    await use(from, to);
  } finally {
    await Promise.all([from.close(), to.close()]);
    await Promise.all(databases.map((database) => database.remove()));
  }
}

describe('copying a catalogue', () => {
  it('writes every record to the other store and compares the exports', () =>
    withStores(async (from, to) => {
      await importInto(from, [ADA, BO, TALK]);
      const report = await copyCatalogue(from, to, REQUEST);
      assert.equal(report.outcome, 'copied');
      assert.equal(report.records, 3);
      assert.match(report.digest, /^[0-9a-f]{64}$/);
      assert.deepEqual(await recordsOf(to), await recordsOf(from));
    }));

  it('copies an empty catalogue', () =>
    withStores(async (from, to) => {
      await importInto(from, []);
      const report = await copyCatalogue(from, to, REQUEST);
      assert.deepEqual([report.outcome, await recordsOf(to)], ['copied', []]);
    }));

  it('refuses to overwrite a catalogue unless replace is set', () =>
    withStores(async (from, to) => {
      const [moss, bog] = [ownership('optics', TALK.slug, 'moss'), ownership('botany', TALK.slug, 'bog')];
      await importInto(from, [ADA, TALK], { provenance: { put: [moss] } });
      await importInto(to, [BO], { provenance: { put: [bog] } });
      assert.deepEqual(await copyCatalogue(from, to, REQUEST), { outcome: 'not-empty' });
      assert.deepEqual([await recordsOf(to), await provenanceIn(to)], [[BO], [bog]]);
      const report = await copyCatalogue(from, to, { ...REQUEST, replace: true });
      assert.deepEqual([report.outcome, await recordsOf(to)], ['copied', await recordsOf(from)]);
      assert.deepEqual(await provenanceIn(to), [moss]);
    }));

  it('copies the records of removed talks and deletes everything it replaces', () =>
    withStores(async (from, to) => {
      await importInto(from, [ADA, BO, TALK]);
      await importInto(from, [{ ...TALK, start: '2015-10-06T10:30:00Z' }]);
      await importInto(from, [ADA, aTalk(slugOf(4), { uid: 'moss@example.org' })], { replace: true });
      await importInto(to, [aTalk(slugOf(5)), aRemovedTalk(slugOf(6))]);
      const report = await copyCatalogue(from, to, { ...REQUEST, replace: true });
      assert.deepEqual([report.outcome, await recordsOf(to)], ['copied', await recordsOf(from)]);
      const left = (await recordsOf(to)).filter(({ type }) => type === 'removed_talk');
      assert.deepEqual(
        left.map((record) => record.type === 'removed_talk' && [record.slug, record.history?.sequence]),
        [[TALK.slug, 1]],
      );
    }));

  it('takes the records, and the corrections and forgotten people beside them, as they were at one time', () =>
    withStores(async (from, to) => {
      await importInto(from, [ADA, BO, TALK]);
      const hide = [{ slug: TALK.slug, line: 1, fields: { hidden: true }, was: {} } as const];
      let isDisturbed = false;
      const disturbed: Pick<Store, 'corrections' | 'forgotten' | 'records'> = {
        corrections: from.corrections,
        forgotten: from.forgotten,
        async *records(): AsyncGenerator<FileRecord> {
          for await (const record of from.records()) {
            if (!isDisturbed) {
              isDisturbed = true;
              await applyCorrections(from, hide, { now: REQUEST.now });
              const forgetting = await from.beginImport({ replace: false, now: REQUEST.now });
              await forgetting.changeForgotten({ put: [forgottenPerson(BO, [], UPDATED)] });
              await forgetting.finish();
            }
            yield record;
          }
        },
      };
      assert.equal((await copyCatalogue(disturbed, to, REQUEST)).outcome, 'copied');
      const withoutBo = (await recordsOf(from)).filter((record) => record.type !== 'person' || record.slug !== BO.slug);
      assert.deepEqual(await recordsOf(to), withoutBo);
      assert.deepEqual(await to.corrections.all(), await from.corrections.all());
      assert.deepEqual(await to.forgotten.all(), await from.forgotten.all());
    }));

  it('reports that the exports differ if another import runs right after it', () =>
    withStores(async (from, to) => {
      await importInto(from, [ADA]);
      const disturbed: Pick<Store, 'beginImport' | 'corrections' | 'forgotten' | 'records'> = {
        corrections: to.corrections,
        forgotten: to.forgotten,
        beginImport: (options) => to.beginImport(options),
        async *records(): AsyncGenerator<FileRecord> {
          await importInto(to, [BO]);
          yield* to.records();
        },
      };
      assert.deepEqual(await copyCatalogue(from, disturbed, REQUEST), { outcome: 'different' });
    }));

  it('changes nothing if it is aborted halfway', () =>
    withStores(async (from, to) => {
      await importInto(from, [ADA, TALK]);
      await importInto(to, [BO]);
      const stop = new AbortController();
      const stopped: Pick<Store, 'corrections' | 'forgotten' | 'records'> = {
        corrections: from.corrections,
        forgotten: from.forgotten,
        async *records(): AsyncGenerator<FileRecord> {
          yield* from.records();
          stop.abort(new Error('enough'));
          for (let i = 10; i < 2000; i += 1) yield aPerson(slugOf(i), { name: 'Somebody' });
        },
      };
      const copying = copyCatalogue(stopped, to, { ...REQUEST, replace: true, signal: stop.signal });
      await assert.rejects(copying, /enough/);
      assert.deepEqual(await recordsOf(to), [BO]);
    }));

  it('reports success if it is aborted after the commit', () =>
    withStores(async (from, to) => {
      await importInto(from, [ADA, TALK]);
      const stop = new AbortController();
      const committed: Pick<Store, 'beginImport' | 'corrections' | 'forgotten' | 'records'> = {
        corrections: to.corrections,
        forgotten: to.forgotten,
        beginImport: (options) => to.beginImport(options),
        async *records(): AsyncGenerator<FileRecord> {
          stop.abort(new Error('enough'));
          yield* to.records();
        },
      };
      const report = await copyCatalogue(from, committed, { ...REQUEST, signal: stop.signal });
      assert.deepEqual([report.outcome, await recordsOf(to)], ['copied', await recordsOf(from)]);
    }));
});
